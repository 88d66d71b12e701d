package io.acp4j.tck.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One line of a transcript. Nobody changes its bytes. */
public final class Entry {

    private static final int BRIEF = 300;

    /** Bytes of an excerpt: more than a report shows of one message. */
    private static final int EXCERPT = 16 * 1024 + 1;

    private final int index;
    private final long millis;
    private final boolean sent;
    private final Kind kind;
    private final byte[] bytes;
    private final @Nullable JsonNode json;
    private final @Nullable String problem;
    private final int length;

    /** What a line can be. */
    public enum Kind {
        REQUEST,
        NOTIFICATION,
        RESPONSE,
        INVALID,
        NOTE
    }

    public Entry(
            int index,
            long millis,
            boolean sent,
            Kind kind,
            byte[] bytes,
            @Nullable JsonNode json,
            @Nullable String problem) {
        this(index, millis, sent, kind, bytes, json, problem, bytes.length);
    }

    private Entry(
            int index,
            long millis,
            boolean sent,
            Kind kind,
            byte[] bytes,
            @Nullable JsonNode json,
            @Nullable String problem,
            int length) {
        this.index = index;
        this.millis = millis;
        this.sent = sent;
        this.kind = kind;
        this.bytes = bytes;
        this.json = json;
        this.problem = problem;
        this.length = length;
    }

    /** Returns what a report shows of it: the first bytes, unread. */
    public Entry excerpt() {
        byte[] first = bytes.length <= EXCERPT ? bytes : Arrays.copyOf(bytes, EXCERPT);
        return new Entry(index, millis, sent, kind, first, null, problem, length);
    }

    /** Returns how many bytes went over the wire, those of an excerpt included that it does not have. */
    public int length() {
        return length;
    }

    /** Its place in the transcript. */
    public int index() {
        return index;
    }

    /** When, since the connection was opened. */
    public long millis() {
        return millis;
    }

    /** True when the kit sent it, false when the subject did. */
    public boolean sent() {
        return sent;
    }

    /** What it seems to be. */
    public Kind kind() {
        return kind;
    }

    /** What went over the wire, without the delimiter. */
    public byte[] bytes() {
        return bytes;
    }

    /** What it reads as; null when it is no JSON. */
    public @Nullable JsonNode json() {
        return json;
    }

    /** Why it is no message; null when it is one. */
    public @Nullable String problem() {
        return problem;
    }

    public boolean isFromSubject() {
        return !sent && kind != Kind.NOTE;
    }

    /** A member of the message; a missing node when there is none. */
    public JsonNode at(String pointer) {
        return json == null ? MissingNode.getInstance() : json.at(pointer);
    }

    public String method() {
        return at("/method").asText("");
    }

    /** The kind of a session update; empty for everything else. */
    public String update() {
        return method().equals("session/update")
                ? at("/params/update/sessionUpdate").asText("")
                : "";
    }

    public String session() {
        return at("/params/sessionId").asText("");
    }

    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** The message in one line of bounded length. */
    public String brief() {
        if (bytes.length <= BRIEF) {
            return text();
        }
        return new String(bytes, 0, BRIEF, StandardCharsets.UTF_8) + "… (" + bytes.length + " bytes)";
    }

    @Override
    public String toString() {
        return brief();
    }
}
