package io.acp4j.schema.terminal;

/** How a status becomes a response. */
final class TerminalExits {

    private TerminalExits() {}

    static WaitForTerminalExitResponse response(TerminalExitStatus status) {
        return new WaitForTerminalExitResponse(status.exitCode(), status.signal(), null);
    }
}
