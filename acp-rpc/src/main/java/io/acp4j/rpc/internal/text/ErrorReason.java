package io.acp4j.rpc.internal.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.json.RawJson;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds in the data of an error what people should read. */
public final class ErrorReason {

    /** How much is shown, in characters. */
    static final int LONGEST = 500;

    /** How much of the message of an error is shown, in characters. */
    static final int LONGEST_MESSAGE = 2000;

    /** Larger data is for programs. */
    private static final int LARGEST = 1024 * 1024;

    private static final List<String> MEMBERS =
            List.of("reason", "details", "detail", "message", "error", "description", "cause", "stderr");

    private static final int DEEPEST = 4;

    /** A text that is as long as this is no part of another word by accident. */
    private static final int WHOLE_PHRASE = 8;

    private ErrorReason() {}

    /** Returns the message of an error for people. */
    public static String message(ErrorObject error) {
        return visible(error.message(), LONGEST_MESSAGE);
    }

    /** Returns the reason, after a colon; empty when there is none, or the error's message says it already. */
    public static String after(@Nullable ErrorObject error) {
        RawJson data = error == null ? null : error.data();
        if (error == null || data == null || data.length() > LARGEST) {
            return "";
        }
        String reason = of(data, error.message()).strip();
        return reason.isEmpty() || says(error.message(), reason) ? "" : ": " + visible(reason, LONGEST);
    }

    private static boolean says(String message, String reason) {
        return message.equalsIgnoreCase(reason) || (reason.length() >= WHOLE_PHRASE && message.contains(reason));
    }

    private static String of(RawJson data, String message) {
        try {
            JsonNode tree = data.toTree();
            Set<String> texts = new LinkedHashSet<>();
            collect(tree, texts, 0);
            texts.removeIf(text -> text.isBlank() || says(message, text));
            boolean isEmpty = tree.isNull() || tree.isEmpty();
            return texts.isEmpty() && tree.isContainerNode() && !isEmpty && !hasTexts(tree)
                    ? data.toJson()
                    : String.join(": ", texts);
        } catch (RuntimeException e) {
            return "";
        }
    }

    private static boolean hasTexts(JsonNode tree) {
        Set<String> texts = new LinkedHashSet<>();
        collect(tree, texts, 0);
        return !texts.isEmpty();
    }

    private static void collect(JsonNode value, Set<String> texts, int depth) {
        if (value.isObject() && depth < DEEPEST) {
            for (String member : MEMBERS) {
                JsonNode found = value.get(member);
                if (found != null) {
                    collect(found, texts, depth + 1);
                }
            }
        } else if (value.isValueNode() && !value.isNull()) {
            texts.add(value.asText().strip());
        }
    }

    /** Cuts a text, and shows what would change the line or the terminal as an escape. */
    private static String visible(String text, int longest) {
        boolean isLong = text.codePointCount(0, text.length()) > longest;
        return isLong
                ? HiddenCharacters.escaped(text.substring(0, text.offsetByCodePoints(0, longest)), false) + "…"
                : HiddenCharacters.escaped(text, false);
    }
}
