package io.acp4j.schema.terminal;

import java.util.Base64;

/** Makes output of bytes. */
final class TerminalOutputs {

    private TerminalOutputs() {}

    static TerminalOutput of(byte[] bytes) {
        return TerminalOutput.of(Base64.getEncoder().encodeToString(bytes));
    }
}
