package io.acp4j.transport.stdio.internal;

import io.acp4j.rpc.VisibleText;
import io.acp4j.rpc.record.Secrets;
import java.util.List;
import java.util.regex.Pattern;

/** Makes text that an agent has written fit for the message of an exception: short, without secrets, harmless to look at. */
public final class ProcessText {

    /** How many lines are shown. */
    public static final int MAX_LINES = 5;

    /** How many characters of a line are shown. */
    public static final int MAX_LINE_CHARS = 200;

    private static final String INDENT = "\n    ";

    /** Colours and the like. */
    private static final Pattern TERMINAL_SEQUENCE = Pattern.compile(
            "\u001b(?:\\[[0-9;:?]{0,40}[ -/]{0,4}[@-~]|\\][^\u0007\u001b]{0,200}(?:\u0007|\u001b\\\\))");

    private ProcessText() {}

    /**
     * Returns the end of the error output, each line on a line of its own.
     *
     * @param tail what is known of it
     * @param cut whether there was more before, so that the first line may lack its beginning
     * @return empty when there is nothing to show
     */
    public static String lastLines(String tail, boolean cut) {
        String whole = cut ? tail.substring(tail.indexOf('\n') + 1) : tail;
        List<String> lines = Secrets.redact(TERMINAL_SEQUENCE.matcher(whole).replaceAll(""))
                .lines()
                .filter(line -> !line.isBlank())
                .toList();
        if (cut && tail.indexOf('\n') < 0) {
            return "; its error output is one line of more than " + tail.length() + " characters";
        }
        if (lines.isEmpty()) {
            return "";
        }
        return "; its error output ends with:"
                + shown(lines.subList(Math.max(0, lines.size() - MAX_LINES), lines.size()));
    }

    /** Returns lines on lines of their own. */
    public static String shown(List<String> lines) {
        StringBuilder shown = new StringBuilder();
        lines.forEach(line -> shown.append(INDENT).append(visible(line)));
        return shown.toString();
    }

    private static String visible(String line) {
        String text = line.stripTrailing().replace('\t', ' ');
        int end = text.length() <= MAX_LINE_CHARS ? text.length() : text.offsetByCodePoints(0, shownPoints(text));
        String shown = VisibleText.line(text.substring(0, end));
        return end < text.length() ? shown + "…" : shown;
    }

    private static int shownPoints(String text) {
        return Math.min(MAX_LINE_CHARS, text.codePointCount(0, text.length()));
    }
}
