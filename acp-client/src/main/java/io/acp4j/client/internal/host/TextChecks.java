package io.acp4j.client.internal.host;

import io.acp4j.schema.elicitation.StringFormat;
import io.acp4j.schema.elicitation.StringPropertySchema;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Holds the texts of one form against their fields: length, choice, pattern, format. Not safe for use by several threads. */
public final class TextChecks {

    private static final Logger LOG = LoggerFactory.getLogger(TextChecks.class);

    /** How many characters the patterns of a form may look at, so that those made to be slow end: a second or so. */
    private static final int MAX_LOOKS = 10_000_000;

    /** How often somebody else can end the looking. */
    private static final int LOOKS_BETWEEN_ENDS = 1024;

    private static final Pattern EMAIL = Pattern.compile("[^\\s@]+@[^\\s@]+");

    private int looks;
    private boolean hasWarned;

    /** Returns what is wrong with a text; null when nothing is. */
    public @Nullable String problem(StringPropertySchema schema, String text) {
        int length = text.codePointCount(0, text.length());
        if (schema.minLength() != null && length < schema.minLength()) {
            return "must have at least " + schema.minLength() + " characters";
        }
        if (schema.maxLength() != null && length > schema.maxLength()) {
            return "must have at most " + schema.maxLength() + " characters";
        }
        boolean free = schema.values().isEmpty() && schema.options().isEmpty();
        if (!free
                && !schema.values().contains(text)
                && schema.options().stream().noneMatch(option -> option.value().equals(text))) {
            return "must be one of those that are offered";
        }
        if (schema.pattern() != null && !matches(schema.pattern(), text)) {
            return "must match the pattern " + schema.pattern();
        }
        return schema.format() == null || hasFormat(schema.format(), text)
                ? null
                : "must have the format " + schema.format();
    }

    private boolean matches(String pattern, String text) {
        try {
            if (pattern.length() > PatternCost.MAX_LENGTH) {
                throw new TooManyLooks();
            }
            Pattern compiled = Pattern.compile(pattern);
            if (!PatternCost.isCountable(pattern)) {
                throw new TooManyLooks();
            }
            return compiled.matcher(new Looks(text)).find();
        } catch (PatternSyntaxException e) {
            LOG.debug("a pattern of a form is none in Java; the agent has to check the answer", e);
            return true;
        } catch (TooManyLooks | StackOverflowError e) {
            if (!hasWarned) {
                LOG.warn("a pattern of a form takes too long; the answer counts as not matching", e);
            }
            hasWarned = true;
            return false;
        }
    }

    private static boolean hasFormat(StringFormat format, String text) {
        if (format.equals(StringFormat.EMAIL)) {
            return EMAIL.matcher(text).matches();
        }
        try {
            if (format.equals(StringFormat.URI)) {
                return new URI(text).isAbsolute();
            }
            if (format.equals(StringFormat.DATE)) {
                LocalDate.parse(text);
            } else if (format.equals(StringFormat.DATE_TIME)) {
                OffsetDateTime.parse(text);
            }
            return true;
        } catch (URISyntaxException | DateTimeParseException e) {
            LOG.trace("an answer has another format", e);
            return false;
        }
    }

    private static final class TooManyLooks extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** A text that counts how often it is looked at. */
    private final class Looks implements CharSequence {
        private final String text;

        Looks(String text) {
            this.text = text;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            if (looks >= MAX_LOOKS
                    || (looks % LOOKS_BETWEEN_ENDS == 0
                            && Thread.currentThread().isInterrupted())) {
                looks = MAX_LOOKS;
                throw new TooManyLooks();
            }
            looks++;
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
