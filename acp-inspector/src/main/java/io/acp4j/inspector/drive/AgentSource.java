package io.acp4j.inspector.drive;

import io.acp4j.inspector.link.Opening;
import io.acp4j.schema.init.ProtocolVersion;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Where the agent comes from: a command or an address, as given on the command line.
 *
 * @param name what the page calls it
 * @param directory where its sessions work unless the user names another directory
 * @param opening opens a transport to it, anew for each connection
 * @param version the version of the protocol that it is asked for; with 2, version 1 will do where it is all that there is
 * @param kit how the conformance kit reaches it, as the kit's command line has it; empty when it cannot
 */
public record AgentSource(String name, Path directory, Opening opening, ProtocolVersion version, List<String> kit) {

    /**
     * Names an agent that the conformance kit cannot reach.
     *
     * @param name what the page calls it
     * @param directory where its sessions work unless the user names another directory
     * @param opening opens a transport to it, anew for each connection
     * @param version the version of the protocol that it is asked for
     */
    public AgentSource(String name, Path directory, Opening opening, ProtocolVersion version) {
        this(name, directory, opening, version, List.of());
    }

    /**
     * Names an agent that is asked for version 1.
     *
     * @param name what the page calls it
     * @param directory where its sessions work unless the user names another directory
     * @param opening opens a transport to it, anew for each connection
     */
    public AgentSource(String name, Path directory, Opening opening) {
        this(name, directory, opening, ProtocolVersion.V1);
    }

    /** Checks that everything is there. */
    public AgentSource {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(directory, "directory");
        Objects.requireNonNull(opening, "opening");
        Objects.requireNonNull(version, "version");
        kit = List.copyOf(kit);
    }

    /** The versions to ask for, besides the newest. */
    ProtocolVersion[] others() {
        return version.equals(ProtocolVersion.V2) ? new ProtocolVersion[] {ProtocolVersion.V1} : new ProtocolVersion[0];
    }
}
