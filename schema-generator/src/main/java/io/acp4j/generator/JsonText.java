package io.acp4j.generator;

import java.util.Collection;
import java.util.Map;

/** Writes maps, lists, texts, numbers and booleans as JSON, an entry a line down to the members of types. */
final class JsonText {

    /** How deep the entries of an object still have lines of their own. */
    private static final int LINES = 4;

    private final StringBuilder text = new StringBuilder();

    private JsonText() {}

    static String of(Object value) {
        JsonText json = new JsonText();
        json.write(value, 0);
        return json.text.append('\n').toString();
    }

    private void write(Object value, int depth) {
        if (value instanceof Map<?, ?> map) {
            boolean lines = depth < LINES && !map.isEmpty();
            text.append('{');
            String separator = "";
            for (Map.Entry<?, ?> each : map.entrySet()) {
                text.append(separator).append(lines ? line(depth + 1) : "");
                quote(String.valueOf(each.getKey()));
                text.append(": ");
                write(each.getValue(), depth + 1);
                separator = lines ? "," : ", ";
            }
            text.append(lines ? line(depth) : "").append('}');
        } else if (value instanceof Collection<?> list) {
            text.append('[');
            String separator = "";
            for (Object each : list) {
                text.append(separator);
                write(each, LINES);
                separator = ", ";
            }
            text.append(']');
        } else if (value instanceof Number || value instanceof Boolean) {
            text.append(value);
        } else {
            quote(String.valueOf(value));
        }
    }

    private static String line(int depth) {
        return "\n" + "  ".repeat(depth);
    }

    private void quote(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char each = value.charAt(i);
            if (each == '"' || each == '\\') {
                text.append('\\').append(each);
            } else if (each < ' ') {
                throw new IllegalArgumentException("A name with a control character");
            } else {
                text.append(each);
            }
        }
        text.append('"');
    }
}
