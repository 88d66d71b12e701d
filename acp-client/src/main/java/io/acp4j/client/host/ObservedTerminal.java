package io.acp4j.client.host;

import io.acp4j.schema.TerminalId;
import java.util.Objects;

/**
 * A terminal that a {@link TerminalService} has created.
 *
 * @param id the ID that tool calls refer to, unique within this JVM
 * @param command the command that runs in it, with its session
 * @since 0.1.0
 */
public record ObservedTerminal(TerminalId id, HostCommand command) {

    /** Checks that no component is null. */
    public ObservedTerminal {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(command, "command");
    }
}
