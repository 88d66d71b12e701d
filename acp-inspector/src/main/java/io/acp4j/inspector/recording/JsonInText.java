package io.acp4j.inspector.recording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.acp4j.inspector.recording.JsonExtent.State;

/** Finds the JSON objects, and the arrays of them, in a text such as a line of a log. */
final class JsonInText {

    /** Number of characters that are read at first to find the end of a value. Doubled until the end is found. */
    private static final int FIRST_WINDOW = 512;

    /** Maximum number of characters of failed attempts for each character of the text. */
    private static final int MAX_IN_VAIN = 16;

    /** Number of characters that failed attempts may read in a text of any length. */
    private static final long MIN_IN_VAIN = 1_000_000;

    private final String text;
    private int from;
    private long fed;
    private long inVain;
    private int start;
    private int end;
    private String before = "";
    private JsonNode value = MissingNode.getInstance();

    JsonInText(String text) {
        this.text = text;
    }

    /** Goes to the next value. The result is incomplete if the text ends within a value, and invalid without a value. */
    State next() {
        int begin = from;
        long maxInVain = MIN_IN_VAIN + (long) MAX_IN_VAIN * text.length();
        for (int at = candidate(from); at >= 0 && inVain < maxInVain; at = candidate(at + 1)) {
            long fedBefore = fed;
            State state = extent(at);
            if (state == State.COMPLETE && parse(text.substring(at, end))) {
                before = text.substring(begin, at);
                from = end;
                return state;
            }
            if (state == State.INCOMPLETE) {
                before = text.substring(begin, at);
                start = at;
                return state;
            }
            inVain += fed - fedBefore;
        }
        before = text.substring(begin);
        return State.INVALID;
    }

    /** Finds the end of the value that starts at a place. A line may have many values, so it is not read to its end for each. */
    private State extent(int at) {
        try (JsonExtent extent = new JsonExtent()) {
            State state = State.INCOMPLETE;
            int read = at;
            for (long window = FIRST_WINDOW; state == State.INCOMPLETE && read < text.length(); window *= 2) {
                int to = (int) Math.min(text.length(), read + window);
                if (to < text.length() && Character.isHighSurrogate(text.charAt(to - 1))) {
                    to++;
                }
                state = extent.add(text.substring(read, to));
                fed += to - read;
                end = read + extent.end();
                read = to;
            }
            return state;
        }
    }

    private boolean parse(String json) {
        try {
            value = FrameJson.read(json);
            return true;
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    /** Returns the next place where an object, or an array of objects, can start; -1 for none. */
    private int candidate(int index) {
        for (int i = index; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '{' || c == '[') {
                int next = i + 1;
                while (next < text.length() && Character.isWhitespace(text.charAt(next))) {
                    next++;
                }
                char follows = next < text.length() ? text.charAt(next) : c == '{' ? '"' : '{';
                if (c == '{' ? follows == '"' : follows == '{') {
                    return i;
                }
            }
        }
        return -1;
    }

    /** Returns the text before the value, since the value before it. */
    String before() {
        return before;
    }

    JsonNode value() {
        return value;
    }

    /** Returns the number of characters that were read to find the values, again for each time. */
    long fed() {
        return fed;
    }

    /** Returns the start of the incomplete value. */
    String incomplete() {
        return text.substring(start);
    }
}
