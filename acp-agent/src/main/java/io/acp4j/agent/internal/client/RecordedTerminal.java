package io.acp4j.agent.internal.client;

import io.acp4j.schema.TerminalId;
import io.acp4j.schema.terminal.CreateTerminalRequest;
import io.acp4j.schema.terminal.StoredTerminal;
import io.acp4j.schema.terminal.TerminalExitStatus;
import io.acp4j.schema.terminal.TerminalOutput;
import io.acp4j.schema.terminal.TerminalOutputResponse;
import io.acp4j.schema.update.TerminalUpdate;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A terminal of the client, with the ID under which its output is stored. Clients use the same IDs again after a restart, so the stored ID
 * is unique. Thread-safe.
 */
final class RecordedTerminal {

    /** Maximum number of bytes that are stored of the output. */
    static final int MAX_OUTPUT = 64 * 1024;

    /** Status of a command that a release has ended. */
    private static final TerminalExitStatus UNKNOWN = new TerminalExitStatus(null, null, null);

    private final TerminalId id;
    private final TerminalId storedId = new TerminalId("term_" + UUID.randomUUID());
    private final String command;
    private final @Nullable String directory;
    private boolean embedded;
    private boolean complete;
    private boolean released;

    RecordedTerminal(TerminalId id, CreateTerminalRequest request) {
        this.id = id;
        this.command = Stream.concat(Stream.of(request.command()), request.args().stream())
                .collect(Collectors.joining(" "));
        this.directory = request.cwd();
    }

    TerminalId id() {
        return id;
    }

    TerminalId storedId() {
        return storedId;
    }

    /** Notes that a tool call refers to the terminal. Returns the update to store before the tool call; null if it is stored already. */
    synchronized @Nullable TerminalUpdate embed() {
        if (embedded) {
            return null;
        }
        embedded = true;
        return update(false, null).command(command).cwd(directory).build();
    }

    /** Returns true if a tool call refers to the terminal and its final output is not stored yet. */
    synchronized boolean needsOutput() {
        return embedded && !complete;
    }

    synchronized boolean isReleased() {
        return released;
    }

    synchronized void release() {
        released = true;
    }

    /** Returns the update that stores the output so far; null if none is to be stored. */
    synchronized @Nullable TerminalUpdate output(TerminalOutputResponse response) {
        if (!needsOutput()) {
            return null;
        }
        complete = response.exitStatus() != null;
        byte[] bytes = response.output().getBytes(StandardCharsets.UTF_8);
        byte[] kept = end(bytes);
        return update(response.truncated() || kept.length < bytes.length, response.exitStatus())
                .output(TerminalOutput.ofBytes(kept))
                .build();
    }

    /** Returns the last {@value #MAX_OUTPUT} bytes, from the beginning of a line or at least of a character. */
    private static byte[] end(byte[] bytes) {
        if (bytes.length <= MAX_OUTPUT) {
            return bytes;
        }
        int start = bytes.length - MAX_OUTPUT;
        int line = start;
        while (line < bytes.length && bytes[line - 1] != '\n') {
            line++;
        }
        if (line < bytes.length) {
            start = line;
        }
        while ((bytes[start] & 0xC0) == 0x80) {
            start++;
        }
        return Arrays.copyOfRange(bytes, start, bytes.length);
    }

    /** Returns the update that stores the last output before the terminal is released; null if none is to be stored. */
    synchronized @Nullable TerminalUpdate lastOutput(@Nullable TerminalOutputResponse response) {
        if (!needsOutput()) {
            return null;
        }
        if (response == null) {
            complete = true;
            return update(false, UNKNOWN).build();
        }
        return output(
                response.exitStatus() == null
                        ? response.toBuilder().exitStatus(UNKNOWN).build()
                        : response);
    }

    private TerminalUpdate.Builder update(boolean truncated, @Nullable TerminalExitStatus status) {
        TerminalUpdate.Builder update =
                TerminalUpdate.builder(storedId).meta(new StoredTerminal(storedId, null, truncated).into(null));
        return status == null ? update : update.exitStatus(status);
    }
}
