package io.acp4j.tck.internal.agent;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.format.DateTimeFormatter;
import java.util.Set;
import java.util.regex.Pattern;

/** Small questions about JSON values. */
final class Shapes {

    private static final Pattern DRIVE = Pattern.compile("[A-Za-z]:[\\\\/].*", Pattern.DOTALL);

    private Shapes() {}

    static boolean isAbsent(JsonNode value) {
        return value.isMissingNode() || value.isNull();
    }

    static boolean isTextOrAbsent(JsonNode value) {
        return isAbsent(value) || value.isTextual();
    }

    static boolean isOneOf(JsonNode value, Set<String> values) {
        return value.isTextual() && values.contains(value.asText());
    }

    static boolean isOneOfOrAbsent(JsonNode value, Set<String> values) {
        return isAbsent(value) || isOneOf(value, values);
    }

    static boolean isId(JsonNode value) {
        return value.isTextual() && !value.asText().isEmpty();
    }

    /** Absolute on some system: the agent need not run on the kit's. */
    static boolean isAbsolutePath(JsonNode value) {
        String path = value.asText();
        return value.isTextual()
                && (path.startsWith("/")
                        || path.startsWith("\\\\")
                        || DRIVE.matcher(path).matches());
    }

    static boolean isTimestamp(JsonNode value) {
        if (!value.isTextual()) {
            return false;
        }
        try {
            DateTimeFormatter.ISO_DATE_TIME.parse(value.asText());
            return true;
        } catch (DateTimeException e) {
            return isIsoDate(value.asText());
        }
    }

    private static boolean isIsoDate(String text) {
        try {
            DateTimeFormatter.ISO_DATE.parse(text);
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    static boolean isCount(JsonNode value) {
        return value.isIntegralNumber() && value.decimalValue().signum() >= 0;
    }
}
