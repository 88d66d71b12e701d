package io.acp4j.agent.internal.client;

import io.acp4j.schema.terminal.StoredTerminal;
import io.acp4j.schema.terminal.TerminalExitStatus;
import io.acp4j.schema.terminal.TerminalOutput;
import io.acp4j.schema.update.TerminalUpdate;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Output of one stored terminal, of which the last {@value RecordedTerminal#MAX_OUTPUT} bytes are kept. Not thread-safe. */
final class StoredOutput {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private @Nullable TerminalExitStatus exitStatus;
    private boolean stored;
    private boolean truncated;

    void apply(TerminalUpdate update) {
        StoredTerminal mark = StoredTerminal.of(update.meta().value());
        if (mark != null) {
            truncated = mark.truncated();
        }
        exitStatus = update.exitStatus().applyTo(exitStatus);
        TerminalOutput all = update.output().value();
        if (!update.output().isUnchanged()) {
            bytes.reset();
        }
        if (all != null) {
            append(all.bytes());
        }
    }

    void append(byte[] more) {
        bytes.writeBytes(more);
        stored = true;
        if (bytes.size() > RecordedTerminal.MAX_OUTPUT) {
            truncated = true;
        }
        if (bytes.size() > 2 * RecordedTerminal.MAX_OUTPUT) {
            byte[] kept = end();
            bytes.reset();
            bytes.writeBytes(kept);
        }
    }

    private byte[] end() {
        byte[] all = bytes.toByteArray();
        return Arrays.copyOfRange(all, Math.max(0, all.length - RecordedTerminal.MAX_OUTPUT), all.length);
    }

    /** Returns false if only the existence of the terminal was stored. */
    boolean isStored() {
        return stored;
    }

    boolean isTruncated() {
        return truncated;
    }

    @Nullable
    TerminalExitStatus exitStatus() {
        return exitStatus;
    }

    /** Returns the output without the rest of a character whose first bytes were removed. */
    String text() {
        byte[] all = end();
        int start = 0;
        while (start < Math.min(3, all.length) && (all[start] & 0xC0) == 0x80) {
            start++;
        }
        return new String(all, start, all.length - start, StandardCharsets.UTF_8);
    }
}
