package io.acp4j.schema.update;

import io.acp4j.schema.TerminalId;
import java.util.Base64;

/** Makes pieces of output of bytes. */
final class TerminalChunks {

    private TerminalChunks() {}

    static TerminalOutputChunk of(TerminalId terminalId, byte[] bytes) {
        return TerminalOutputChunk.of(terminalId, Base64.getEncoder().encodeToString(bytes));
    }
}
