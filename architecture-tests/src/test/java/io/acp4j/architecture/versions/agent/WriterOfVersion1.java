package io.acp4j.architecture.versions.agent;

import io.acp4j.schema.init.ProtocolVersion;

/** A type that uses the constant of a version. */
public class WriterOfVersion1 {

    /** Uses the constant. */
    public ProtocolVersion writeV1() {
        return ProtocolVersion.V1;
    }
}
