package io.acp4j.inspector.drive;

import io.acp4j.inspector.link.Opening;
import io.acp4j.schema.init.ProtocolVersion;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where the agent comes from: a command or an address, as given on the command line.
 *
 * @param name what the page calls it
 * @param directory where its sessions work unless the user names another directory
 * @param opening opens a transport to it, anew for each connection
 * @param version the version of the protocol that it is asked for; with 2, version 1 will do where it is all that there is
 * @param kit how the conformance kit reaches it, as the kit's command line has it; empty when it cannot
 * @param sample the agent that the page offers if this one cannot be started; null to offer none
 */
public record AgentSource(
        String name,
        Path directory,
        Opening opening,
        ProtocolVersion version,
        List<String> kit,
        @Nullable AgentSource sample) {

    /**
     * Creates a source without a sample agent to offer.
     *
     * @param name the name on the page
     * @param directory the working directory of sessions unless the user specifies another one
     * @param opening opens a transport to the agent
     * @param version the requested version of the protocol
     * @param kit the arguments with which the conformance kit reaches the agent; empty if it cannot
     */
    public AgentSource(String name, Path directory, Opening opening, ProtocolVersion version, List<String> kit) {
        this(name, directory, opening, version, kit, null);
    }

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

    /**
     * Returns the same source with a sample agent, which the page offers if this agent cannot be started.
     *
     * @param other the source of the sample agent
     * @return the changed source
     */
    public AgentSource withSample(AgentSource other) {
        return new AgentSource(name, directory, opening, version, kit, other);
    }

    /** The versions to ask for, besides the newest. */
    ProtocolVersion[] others() {
        return version.equals(ProtocolVersion.V2) ? new ProtocolVersion[] {ProtocolVersion.V1} : new ProtocolVersion[0];
    }
}
