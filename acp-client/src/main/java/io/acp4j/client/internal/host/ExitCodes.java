package io.acp4j.client.internal.host;

import io.acp4j.schema.terminal.TerminalExitStatus;
import java.util.Map;

/** What exit codes say by convention. */
final class ExitCodes {

    /** What a shell, and Java, add to the number of the signal that has ended a process. */
    private static final int SIGNAL_BASE = 128;

    /** Signals that have the same number on every POSIX system. */
    private static final Map<Integer, String> SIGNALS = Map.of(
            1, "SIGHUP", 2, "SIGINT", 3, "SIGQUIT", 4, "SIGILL", 6, "SIGABRT", 8, "SIGFPE", 9, "SIGKILL", 11, "SIGSEGV",
            13, "SIGPIPE", 15, "SIGTERM");

    private ExitCodes() {}

    /**
     * Returns the exit status of a command. Java cannot distinguish an exit code of 137 from SIGKILL. A signal is therefore reported only
     * if this client has ended the command.
     */
    static TerminalExitStatus status(int code, boolean isEndedHere) {
        // Windows has exit codes that are negative as an int; on the wire they are unsigned.
        return new TerminalExitStatus(
                Integer.toUnsignedLong(code), isEndedHere ? SIGNALS.get(code - SIGNAL_BASE) : null, null);
    }
}
