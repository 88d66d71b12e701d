package io.acp4j.architecture.versions.agent;

import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.json.WireVersion;

/** A type that names no version, with code that knows one. */
public class NeutralCodec {

    /** Uses the constant of a version. */
    public WireVersion current() {
        return WireVersion.V2;
    }

    /** Asks a method about a version. */
    public <P, R> RequestMethod<P, R> renamed(RequestMethod<P, R> method) {
        return method.inV2("renamed");
    }
}
