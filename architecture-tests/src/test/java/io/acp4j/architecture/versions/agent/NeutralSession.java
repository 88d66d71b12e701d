package io.acp4j.architecture.versions.agent;

import io.acp4j.architecture.versions.v2.Patch;

/** A type that names no version, with one method that takes something of one. */
public class NeutralSession {

    /** Names a type of a version. */
    public void changed(Patch patch) {}

    /** Names none, though it looks like it: a value, a vector of V, an IPv4 address. */
    public String overview1(String IPv4) {
        return IPv4;
    }
}
