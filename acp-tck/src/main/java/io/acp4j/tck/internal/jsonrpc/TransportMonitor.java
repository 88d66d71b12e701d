package io.acp4j.tck.internal.jsonrpc;

import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.wire.Entry;
import io.acp4j.tck.internal.wire.Json;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Judges the bytes between the delimiters. */
public final class TransportMonitor implements Monitor {

    private final String prefix;
    private final String halves;

    /** Judges one side, by the prefix of its requirements' ids. */
    public TransportMonitor(String prefix) {
        this.prefix = prefix;
        this.halves = prefix + (prefix.isEmpty() ? "RPC-036" : "RPC-022");
    }

    @Override
    public List<String> watches() {
        return List.of(
                prefix + "STDIO-001",
                prefix + "STDIO-002",
                prefix + "STDIO-003",
                prefix + "STDIO-010",
                prefix + "STDIO-011",
                prefix + "RPC-010",
                halves);
    }

    @Override
    public boolean concerns(Recording recording) {
        return true;
    }

    @Override
    public void inspect(Recording recording, Findings findings) {
        for (Entry entry : recording.received()) {
            boolean blank = isBlank(entry.bytes());
            findings.check(
                    prefix + "STDIO-002", isUtf8(entry.bytes()), "UTF-8", () -> "bytes that are not: " + entry.brief());
            findings.check(
                    prefix + "STDIO-011",
                    !hasMark(entry.bytes()),
                    "no byte-order mark",
                    () -> "one in " + entry.brief());
            if (recording.stream()) {
                findings.check(prefix + "STDIO-003", !blank, "no blank line", "a blank line");
                findings.check(
                        prefix + "STDIO-010", !"no newline at its end".equals(entry.problem()), "a newline", entry);
            }
            if (!blank) {
                boolean message = isBatch(entry) || entry.kind() != Entry.Kind.INVALID;
                findings.check(
                        prefix + "STDIO-001",
                        message,
                        "a request, a notification or a response",
                        () -> entry.brief() + (entry.problem() == null ? "" : " (" + entry.problem() + ")"));
                if (entry.json() != null) {
                    findings.check(
                            prefix + "RPC-010",
                            !Json.repeatsMembers(entry.bytes()),
                            "each member once",
                            () -> "a member twice in " + entry.brief());
                    findings.check(
                            halves,
                            Surrogates.areAllPaired(entry),
                            "strings of whole characters",
                            () -> "half of a surrogate pair in " + entry.brief());
                }
            }
        }
    }

    /** Responses to the batch that the kit sends may themselves be a batch. */
    private static boolean isBatch(Entry entry) {
        return entry.json() != null
                && entry.json().isArray()
                && entry.json().size() > 0
                && entry.json().get(0).has("jsonrpc");
    }

    private static boolean hasMark(byte[] bytes) {
        return bytes.length >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF;
    }

    private static boolean isBlank(byte[] bytes) {
        for (byte b : bytes) {
            if (b != ' ' && b != '\t' && b != '\r') {
                return false;
            }
        }
        return true;
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
