package io.acp4j.test;

import io.acp4j.schema.terminal.CreateTerminalRequest;
import io.acp4j.schema.terminal.TerminalExitStatus;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a command that an agent has a {@link FakeClient} run.
 *
 * @param output what it prints, both streams together
 * @param exit how it ends; null when it runs until it is killed or released
 * @since 0.1.0
 */
public record FakeCommand(String output, @Nullable TerminalExitStatus exit) {

    /** Checks that the output is there. */
    public FakeCommand {
        Objects.requireNonNull(output, "output");
    }

    /**
     * Returns a command that ends at once.
     *
     * @param code its exit code
     * @param output what it prints
     * @return the command
     */
    public static FakeCommand exiting(int code, String output) {
        return new FakeCommand(output, TerminalExitStatus.exited(code));
    }

    /**
     * Returns a command that runs until it is killed, as a server does.
     *
     * @param output what it prints
     * @return the command
     */
    public static FakeCommand running(String output) {
        return new FakeCommand(output, null);
    }

    /** Sets what becomes of commands. */
    @FunctionalInterface
    public interface Script {
        /**
         * Runs one command, or pretends to. Called on a handler thread.
         *
         * @param request the command with its arguments, directory and environment
         * @return what becomes of it
         * @throws Exception to refuse it: an {@link io.acp4j.rpc.AcpErrorException} with its own error, any other with an internal
         *     one
         */
        FakeCommand run(CreateTerminalRequest request) throws Exception;
    }
}
