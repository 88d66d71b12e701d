package io.acp4j.transport.stdio;

import io.acp4j.rpc.transport.CloseReason;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Tells that a connection ended because the process at its other end did.
 *
 * @param exitCode the process's exit code
 * @param stderrTail the end of what the process wrote to its error stream, for people; empty when it wrote nothing. It may
 *     contain whatever the process put there.
 * @see <a href="https://agentclientprotocol.com/protocol/v1/transports#stdio">the specification</a>
 * @since 0.1.0
 */
public record ProcessExit(int exitCode, String stderrTail) implements CloseReason {

    /** What a shell, and Java, add to the number of the signal that has ended a process. */
    private static final int SIGNAL_BASE = 128;

    /** Checks that the tail is there. */
    public ProcessExit {
        Objects.requireNonNull(stderrTail, "stderrTail");
    }

    /**
     * Tells which signal ended the process. The exit code alone says so, by convention: a process may also choose such a
     * code itself.
     *
     * @return the number of the signal; empty when the exit code names none
     */
    public OptionalInt signal() {
        return exitCode > SIGNAL_BASE && exitCode < 2 * SIGNAL_BASE
                ? OptionalInt.of(exitCode - SIGNAL_BASE)
                : OptionalInt.empty();
    }

    @Override
    public Kind kind() {
        return exitCode == 0 ? Kind.PEER : Kind.FAILURE;
    }

    @Override
    public String description() {
        OptionalInt signal = signal();
        return "agent exited with code " + exitCode + (signal.isPresent() ? " (signal " + signal.getAsInt() + ")" : "");
    }

    @Override
    public @Nullable Throwable cause() {
        return null;
    }
}
