package io.acp4j.agent.internal.assembly;

import io.acp4j.agent.internal.protocol.ProtocolRules;
import io.acp4j.agent.internal.protocol.Versions;
import io.acp4j.agent.internal.v1.V1Version;
import io.acp4j.agent.internal.v2.V2Version;
import io.acp4j.schema.init.ProtocolVersion;
import java.util.List;

/** The versions of the protocol that this library speaks. */
final class KnownVersions {

    private KnownVersions() {}

    /**
     * Checks which versions an agent is to serve.
     *
     * @return them, each once
     * @throws IllegalArgumentException when there are none, or one that this library does not speak
     */
    static List<ProtocolVersion> checked(List<ProtocolVersion> versions) {
        List<ProtocolVersion> all = versions.stream().distinct().toList();
        if (all.isEmpty()) {
            throw new IllegalArgumentException("an agent serves at least one version of the protocol");
        }
        all.forEach(KnownVersions::rulesOf);
        return all;
    }

    static Versions of(List<ProtocolVersion> versions) {
        return new Versions(versions.stream().map(KnownVersions::rulesOf).toList());
    }

    private static ProtocolRules rulesOf(ProtocolVersion version) {
        if (version.equals(ProtocolVersion.V1)) {
            return new V1Version();
        }
        if (version.equals(ProtocolVersion.V2)) {
            return new V2Version();
        }
        throw new IllegalArgumentException("this library does not speak version " + version + " of the protocol");
    }
}
