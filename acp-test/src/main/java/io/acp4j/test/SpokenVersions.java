package io.acp4j.test;

import io.acp4j.schema.init.ProtocolVersion;

/** The versions of the protocol that the fakes speak. */
final class SpokenVersions {

    private SpokenVersions() {}

    /** Returns a version, if it is one of those. */
    static ProtocolVersion known(ProtocolVersion version) {
        if (!version.equals(ProtocolVersion.V1) && !isDraft(version)) {
            throw new IllegalArgumentException("version " + version + " of the protocol is unknown; use 1 or 2");
        }
        return version;
    }

    static boolean isDraft(ProtocolVersion version) {
        return version.equals(ProtocolVersion.V2);
    }
}
