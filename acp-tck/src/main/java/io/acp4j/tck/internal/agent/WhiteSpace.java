package io.acp4j.tck.internal.agent;

import java.util.List;

/** A prompt with white space where an agent may think that nobody needs it. */
public final class WhiteSpace {

    /** The text: indented, with a line that is indented, and with blanks and a line break behind it. */
    public static final String PROMPT = "  with white space\n\tbefore and behind  \n";

    private WhiteSpace() {}

    /**
     * Returns lines in which the prompt is as it was sent, also where only its white space is another.
     *
     * @param prefix what stands before the text in a line
     */
    public static List<String> restored(List<String> lines, String prefix) {
        String sent = prefix + PROMPT;
        return lines.stream()
                .map(line -> words(line).equals(words(sent)) ? sent : line)
                .toList();
    }

    private static String words(String line) {
        return line.strip().replaceAll("\\s+", " ");
    }
}
