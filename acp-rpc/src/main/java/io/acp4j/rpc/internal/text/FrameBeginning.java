package io.acp4j.rpc.internal.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonToken;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.JsonReader;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads the envelope from the beginning of a frame that cannot be read as a whole.
 *
 * <p>Only the members of the outermost object and the session of its parameters are read. The scan stops at the end of the bytes or at
 * the first structural fault. Thus no data after a fault is mistaken for a member of the message. The bytes inside of strings are not
 * checked.
 */
public final class FrameBeginning {

    /** Maximum length of IDs and method names; longer ones are not read. */
    private static final int MAX_VALUE_BYTES = 64 * 1024;

    private final byte[] bytes;
    private final int end;
    private int at;

    private @Nullable RequestId id;
    private @Nullable String method;
    private @Nullable SessionId session;
    private boolean call;
    private boolean response;

    private FrameBeginning(byte[] bytes, int offset, int length) {
        this.bytes = bytes;
        this.at = offset;
        this.end = offset + length;
    }

    /** Reads the beginning of a frame; returns null if it is not the beginning of an object. */
    public static @Nullable FrameBeginning read(byte[] bytes, int offset, int length) {
        FrameBeginning beginning = new FrameBeginning(bytes, offset, length);
        if (!beginning.isObject()) {
            return null;
        }
        beginning.readMembers();
        return beginning;
    }

    /** Returns whether the message is a response. */
    public boolean isResponse() {
        return response && !call;
    }

    /** Returns whether the message is a request or a notification. */
    public boolean isCall() {
        return call && !response;
    }

    /** Returns the ID; null if the beginning contains none. */
    public @Nullable RequestId id() {
        return id;
    }

    /** Returns the method; null for a response, and if the beginning does not contain it. */
    public @Nullable String method() {
        return method;
    }

    /** Returns the session that the parameters name; null if the beginning does not contain it. */
    public @Nullable SessionId session() {
        return session;
    }

    /** Returns whether a brace and the quotation mark of a name begin the frame. Names without it belong to other text. */
    private boolean isObject() {
        int from = at;
        boolean isObject = take('{');
        skipSpace();
        isObject = isObject && (at == end || bytes[at] == '"');
        at = from;
        return isObject;
    }

    private void readMembers() {
        boolean more = take('{');
        while (more) {
            String name = readName();
            if (name == null || !take(':')) {
                return;
            }
            skipSpace();
            int from = at;
            if (name.equals("params")) {
                readSession(from);
            }
            boolean whole = note(name, from) && skipValue();
            more = whole && noteValue(name, from) && take(',');
        }
    }

    /** Reads the session from parameters whose end may be missing. */
    private void readSession(int from) {
        boolean more = take('{');
        while (more && session == null) {
            String name = readName();
            if (name == null || !take(':')) {
                break;
            }
            skipSpace();
            int value = at;
            more = value < end && skipValue();
            String id = more && name.equals("sessionId") && bytes[value] == '"' ? text(value) : null;
            session = id == null || id.isEmpty() ? null : new SessionId(id);
            more = more && take(',');
        }
        at = from;
    }

    /** Handles the beginning of a member. Returns false if its value is missing. */
    private boolean note(String name, int from) {
        boolean isNull = startsWith(from, "null");
        call |= name.equals("method") && !isNull;
        response |= name.equals("result") || (name.equals("error") && !isNull);
        return from < end;
    }

    /** Handles the value of a member. Returns false if the value is invalid for this member. */
    private boolean noteValue(String name, int from) {
        if (name.equals("id") && id == null) {
            id = readId(from);
            return id != null;
        }
        if (name.equals("method") && bytes[from] == '"' && method == null) {
            method = text(from);
        }
        return true;
    }

    private @Nullable RequestId readId(int from) {
        if (at - from > MAX_VALUE_BYTES) {
            return null;
        }
        try (JsonReader in = JsonReader.over(bytes, from, at - from)) {
            in.start();
            // The last bytes of a number may be missing.
            boolean isWhole = at < end || in.token() == JsonToken.VALUE_STRING;
            return isWhole ? RequestId.CODEC.read(in) : null;
        } catch (IOException e) {
            return null;
        }
    }

    private @Nullable String readName() {
        skipSpace();
        int from = at;
        return from < end && bytes[from] == '"' && skipString() ? text(from) : null;
    }

    private @Nullable String text(int from) {
        if (at - from > MAX_VALUE_BYTES) {
            return "";
        }
        try (JsonReader in = JsonReader.over(bytes, from, at - from)) {
            in.start();
            return in.parser().getText();
        } catch (IOException e) {
            return null;
        }
    }

    private boolean take(char expected) {
        skipSpace();
        boolean found = at < end && bytes[at] == expected;
        at += found ? 1 : 0;
        return found;
    }

    private boolean skipValue() {
        if (bytes[at] == '"') {
            return skipString();
        }
        int depth = 0;
        while (at < end) {
            byte next = bytes[at];
            if (next == '"') {
                if (!skipString()) {
                    return false;
                }
                continue;
            }
            if (next == '{' || next == '[') {
                depth++;
            } else if (next == '}' || next == ']') {
                depth--;
            }
            if (depth < 0 || (depth == 0 && next == ',')) {
                return true;
            }
            at++;
            if (depth == 0 && (next == '}' || next == ']')) {
                return true;
            }
        }
        return depth == 0;
    }

    private boolean skipString() {
        for (at++; at < end; at++) {
            if (bytes[at] == '\\') {
                at++;
            } else if (bytes[at] == '"') {
                at++;
                return true;
            }
        }
        at = end;
        return false;
    }

    private void skipSpace() {
        while (at < end && (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\n' || bytes[at] == '\r')) {
            at++;
        }
    }

    private boolean startsWith(int from, String text) {
        byte[] expected = text.getBytes(UTF_8);
        return end - from >= expected.length
                && Arrays.equals(bytes, from, from + expected.length, expected, 0, expected.length);
    }
}
