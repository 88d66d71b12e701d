package io.acp4j.agent.internal.client;

import io.acp4j.schema.TerminalId;
import io.acp4j.schema.terminal.CreateTerminalRequest;
import io.acp4j.schema.terminal.StoredTerminal;
import io.acp4j.schema.terminal.TerminalExitStatus;
import io.acp4j.schema.terminal.TerminalOutput;
import io.acp4j.schema.terminal.TerminalOutputResponse;
import io.acp4j.schema.update.TerminalUpdate;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
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
    private volatile @Nullable Place place;
    private boolean embeddedInTurn;
    private boolean truncated;
    private boolean released;

    /** The output that is stored, or null. */
    private @Nullable Stored last;

    /** The output that is being stored, or null. */
    private @Nullable Stored next;

    /** Node with which the terminal is stored, and the branch that was known to contain it. */
    private record Place(Object node, Object branch) {}

    /** Output, by its digest because the output itself may be large. */
    private record Stored(
            String digest, boolean truncated, @Nullable TerminalExitStatus status) {}

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

    /** Stores the terminal before a tool call that refers to it, unless the active branch contains it already. */
    void embed(BranchRecorder recorder) {
        if (!isOnBranch(recorder)) {
            recorder.record(update(false, null).command(command).cwd(directory).build());
            Object node = recorder.head();
            synchronized (this) {
                place = node == null ? null : new Place(node, recorder.branch());
                last = null;
                truncated = false;
            }
        }
        synchronized (this) {
            embeddedInTurn = true;
        }
    }

    /** Returns true if the active branch contains the terminal. Reads the store only after the session has continued from another message. */
    private boolean isOnBranch(BranchRecorder recorder) {
        Place known = place;
        if (known == null || known.branch().equals(recorder.branch())) {
            return known != null;
        }
        if (!recorder.isOnBranch(known.node())) {
            return false;
        }
        synchronized (this) {
            place = new Place(known.node(), recorder.branch());
            last = null; // The branch may end before the output.
        }
        return true;
    }

    /** Returns true if a tool call refers to the terminal and its final output is not stored yet. */
    synchronized boolean needsOutput() {
        return place != null && (last == null || last.status() == null);
    }

    /** Returns true if a tool call has referred to the terminal since the end of the last turn and its final output is not stored yet. */
    synchronized boolean endTurn() {
        boolean needs = embeddedInTurn && needsOutput();
        embeddedInTurn = false;
        return needs;
    }

    synchronized boolean isReleased() {
        return released;
    }

    synchronized void release() {
        released = true;
    }

    /** Returns the update that stores the output so far; null if none is to be stored, as when it has not changed. */
    @Nullable
    TerminalUpdate output(TerminalOutputResponse response, BranchRecorder recorder) {
        boolean isStored = isOnBranch(recorder);
        return kept(output(response), isStored, recorder);
    }

    private static @Nullable TerminalUpdate kept(
            @Nullable TerminalUpdate update, boolean isStored, BranchRecorder recorder) {
        if (update != null) {
            recorder.keep(update);
        }
        return isStored ? update : null;
    }

    private synchronized @Nullable TerminalUpdate output(TerminalOutputResponse response) {
        if (!needsOutput()) {
            return null;
        }
        byte[] bytes = response.output().getBytes(StandardCharsets.UTF_8);
        byte[] kept = end(bytes);
        Stored output =
                new Stored(digest(kept), response.truncated() || kept.length < bytes.length, response.exitStatus());
        if (output.equals(last)) {
            return null;
        }
        next = output;
        return update(output.truncated(), output.status())
                .output(TerminalOutput.ofBytes(kept))
                .build();
    }

    /** Notes that the last update with output is stored. */
    synchronized void stored() {
        if (next != null) {
            last = next;
            truncated = next.truncated();
            next = null;
        }
    }

    private static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
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
    @Nullable
    TerminalUpdate lastOutput(@Nullable TerminalOutputResponse response, BranchRecorder recorder) {
        boolean isStored = isOnBranch(recorder);
        return kept(lastOutput(response), isStored, recorder);
    }

    private synchronized @Nullable TerminalUpdate lastOutput(@Nullable TerminalOutputResponse response) {
        if (!needsOutput()) {
            return null;
        }
        if (response == null) {
            next = new Stored("", truncated, UNKNOWN);
            return update(truncated, UNKNOWN).build();
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
