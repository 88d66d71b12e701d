package io.acp4j.transport.stdio;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.transport.stdio.internal.ProcessText;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a connection ended because the process at its other end did.
 *
 * @param exitCode the exit code of the process. A code above 128 may mean that a signal has ended the process; Java cannot distinguish it
 *     from a code that the process has chosen.
 * @param stderrTail the end of what the process wrote to its error stream, for people; empty when it wrote nothing. It may
 *     contain whatever the process put there, secrets included.
 * @param details what the process has said about it, for people: the last lines of its error output, and the first lines of its
 *     output that were no JSON, if there are any. At most 8 lines of 200 characters, without what looks like a secret
 *     and with control characters as escapes; begins with {@code "; "} unless it is empty.
 * @see <a href="https://agentclientprotocol.com/protocol/v1/transports#stdio">the specification</a>
 * @since 0.1.0
 */
public record ProcessExit(int exitCode, String stderrTail, String details) implements CloseReason {

    /** Checks that the texts are there. */
    public ProcessExit {
        Objects.requireNonNull(stderrTail, "stderrTail");
        Objects.requireNonNull(details, "details");
    }

    /**
     * Creates the reason from what there is of the error output.
     *
     * @param exitCode the process's exit code
     * @param stderrTail the end of what the process wrote to its error stream
     */
    public ProcessExit(int exitCode, String stderrTail) {
        this(exitCode, stderrTail, ProcessText.lastLines(stderrTail, false));
    }

    @Override
    public Kind kind() {
        return exitCode == 0 ? Kind.PEER : Kind.FAILURE;
    }

    /** Returns the exit code, followed by the {@link #details}. */
    @Override
    public String description() {
        return "agent exited with code " + exitCode + details;
    }

    @Override
    public @Nullable Throwable cause() {
        return null;
    }
}
