package io.acp4j.inspector.recording;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.acp4j.inspector.recording.JsonExtent.State;

/** Finds the JSON objects, and the arrays of them, in a text such as a line of a log. */
final class JsonInText {

    /** Maximum number of places that are tried, as each may be read to the end of the text. */
    private static final int MAX_TRIES = 100;

    private final String text;
    private int from;
    private int tries;
    private int start;
    private String before = "";
    private JsonNode value = MissingNode.getInstance();

    JsonInText(String text) {
        this.text = text;
    }

    /** Goes to the next value. The result is incomplete if the text ends within a value, and invalid without a value. */
    State next() {
        int begin = from;
        for (int at = candidate(from); at >= 0 && tries < MAX_TRIES; at = candidate(at + 1)) {
            tries++;
            try (JsonExtent extent = new JsonExtent()) {
                String rest = text.substring(at);
                State state = extent.add(rest);
                if (state == State.COMPLETE && parse(rest.substring(0, extent.end()))) {
                    before = text.substring(begin, at);
                    from = at + extent.end();
                    tries = 0;
                    return state;
                }
                if (state == State.INCOMPLETE) {
                    before = text.substring(begin, at);
                    start = at;
                    return state;
                }
            }
        }
        before = text.substring(begin);
        return State.INVALID;
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

    /** Returns the start of the incomplete value. */
    String incomplete() {
        return text.substring(start);
    }
}
