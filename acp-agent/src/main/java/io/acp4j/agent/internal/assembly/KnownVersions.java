package io.acp4j.agent.internal.assembly;

import io.acp4j.agent.internal.protocol.ProtocolRules;
import io.acp4j.agent.internal.protocol.Versions;
import io.acp4j.agent.internal.v1.V1Version;
import io.acp4j.agent.internal.v2.V2Version;
import io.acp4j.schema.init.ProtocolVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

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
        if (versions.isEmpty()) {
            throw new IllegalArgumentException("an agent serves at least one version of the protocol");
        }
        List<ProtocolVersion> all = List.copyOf(new TreeSet<>(versions));
        of(all);
        return all;
    }

    static Versions of(List<ProtocolVersion> versions) {
        List<ProtocolRules> rules = new ArrayList<>();
        for (ProtocolVersion version : versions) {
            rules.add(rulesOf(version));
        }
        return new Versions(rules);
    }

    private static ProtocolRules rulesOf(ProtocolVersion version) {
        return switch (version.value()) {
            case 1 -> new V1Version();
            case 2 -> new V2Version();
            default ->
                throw new IllegalArgumentException(
                        "this library does not speak version " + version + " of the protocol");
        };
    }
}
