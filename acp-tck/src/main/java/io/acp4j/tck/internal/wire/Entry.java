package io.acp4j.tck.internal.wire;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** One line of a transcript. Nobody changes its bytes. */
public final class Entry {

    private static final int BRIEF = 300;

    /** Bytes of an excerpt: more than a report shows of one message. */
    private static final int EXCERPT = 16 * 1024 + 1;

    /** Characters of a method's or session's name that is kept beside the message. */
    private static final int LONGEST_NAME = 100;

    /** Places in messages that are known by now: the kit asks for the same ones all the time. */
    private static final Map<String, JsonPointer> POINTERS = new ConcurrentHashMap<>();

    /** How many are kept, about: more than the kit's code has. */
    private static final int MOST_POINTERS = 2_000;

    private final int index;
    private final long millis;
    private final boolean sent;
    private final Kind kind;
    private final Content content;
    private final @Nullable String problem;
    private final int length;
    private final @Nullable String method;
    private final @Nullable String update;
    private final @Nullable String session;
    private final @Nullable JsonNode id;

    /** What a line can be. */
    public enum Kind {
        REQUEST,
        NOTIFICATION,
        RESPONSE,
        INVALID,
        NOTE
    }

    /** Makes an entry that is held in memory. */
    public Entry(
            int index,
            long millis,
            boolean sent,
            Kind kind,
            byte[] bytes,
            @Nullable JsonNode json,
            @Nullable String problem) {
        this(index, millis, sent, kind, new Content.Held(bytes, json), json, problem, bytes.length);
    }

    private Entry(
            int index,
            long millis,
            boolean sent,
            Kind kind,
            Content content,
            @Nullable JsonNode json,
            @Nullable String problem,
            int length) {
        this.index = index;
        this.millis = millis;
        this.sent = sent;
        this.kind = kind;
        this.content = content;
        this.problem = problem;
        this.length = length;
        this.method = name(json, "/method");
        this.update = "session/update".equals(method) ? name(json, "/params/update/sessionUpdate") : "";
        this.session = name(json, "/params/sessionId");
        this.id = shortId(json);
    }

    /**
     * Makes an entry that is kept in a store.
     *
     * @throws IOException when the store cannot take it
     */
    public static Entry in(
            MessageStore store,
            int index,
            long millis,
            boolean sent,
            Kind kind,
            byte[] bytes,
            @Nullable JsonNode json,
            @Nullable String problem)
            throws IOException {
        return new Entry(index, millis, sent, kind, store.add(bytes, json), json, problem, bytes.length);
    }

    /** Returns a name by which entries are looked for, which need not be read again for that; null when it is too long to keep. */
    private static @Nullable String name(@Nullable JsonNode json, String pointer) {
        String name = json == null ? "" : json.at(pointer(pointer)).asText("");
        return name.length() <= LONGEST_NAME ? name : null;
    }

    /** Returns the id, which need not be read again either; null when it is too large to keep, or no id at all. */
    private static @Nullable JsonNode shortId(@Nullable JsonNode json) {
        JsonNode id = json == null ? MissingNode.getInstance() : json.at(pointer("/id"));
        boolean isShort = id.isMissingNode()
                || id.isNull()
                || id.isInt()
                || id.isLong()
                || (id.isTextual() && id.textValue().length() <= LONGEST_NAME);
        return isShort ? id : null;
    }

    private static JsonPointer pointer(String place) {
        JsonPointer known = POINTERS.get(place);
        if (known != null) {
            return known;
        }
        JsonPointer pointer = JsonPointer.compile(place);
        if (POINTERS.size() < MOST_POINTERS) {
            POINTERS.put(place, pointer);
        }
        return pointer;
    }

    /** Returns the same entry in another transcript, and in memory. */
    public Entry copy(int newIndex, long newMillis) {
        return new Entry(newIndex, newMillis, sent, kind, bytes(), json(), problem);
    }

    /** Returns what a report shows of it: the first bytes, unread. */
    public Entry excerpt() {
        byte[] bytes = bytes();
        byte[] first = bytes.length <= EXCERPT ? bytes : Arrays.copyOf(bytes, EXCERPT);
        return new Entry(index, millis, sent, kind, new Content.Held(first, null), null, problem, length);
    }

    /** Returns how many bytes went over the wire, those of an excerpt included that it does not have. */
    public int length() {
        return length;
    }

    /** Its place in the transcript. */
    public int index() {
        return index;
    }

    /** Returns the time since the connection was opened. */
    public long millis() {
        return millis;
    }

    /** True when the kit sent it, false when the subject did. */
    public boolean sent() {
        return sent;
    }

    /** Returns what it seems to be. */
    public Kind kind() {
        return kind;
    }

    /** Returns what went over the wire, without the delimiter. */
    public byte[] bytes() {
        return content.bytes();
    }

    /** Returns what it reads as; null when it is no JSON. */
    public @Nullable JsonNode json() {
        return content.json();
    }

    /** Returns why it is no message; null when it is one. */
    public @Nullable String problem() {
        return problem;
    }

    public boolean isFromSubject() {
        return !sent && kind != Kind.NOTE;
    }

    /** A member of the message; a missing node when there is none. */
    public JsonNode at(String pointer) {
        JsonNode json = json();
        return json == null ? MissingNode.getInstance() : json.at(pointer(pointer));
    }

    /** The id; a missing node when there is none. */
    public JsonNode id() {
        return id == null ? at("/id") : id;
    }

    public String method() {
        return method == null ? at("/method").asText("") : method;
    }

    /** The kind of a session update; empty for everything else. */
    public String update() {
        return update == null ? at("/params/update/sessionUpdate").asText("") : update;
    }

    public String session() {
        return session == null ? at("/params/sessionId").asText("") : session;
    }

    public String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    /** The message in one line of bounded length. */
    public String brief() {
        byte[] bytes = bytes();
        if (bytes.length <= BRIEF) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        return new String(bytes, 0, BRIEF, StandardCharsets.UTF_8) + "… (" + bytes.length + " bytes)";
    }

    @Override
    public String toString() {
        return brief();
    }
}
