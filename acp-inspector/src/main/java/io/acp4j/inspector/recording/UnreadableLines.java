package io.acp4j.inspector.recording;

import java.util.List;

/**
 * The lines of a file that have no message. Their contents are not repeated, as they may have secrets.
 *
 * @param count the number of all of them
 * @param first the first of them, at most {@value #MAX} entries
 */
public record UnreadableLines(int count, List<Line> first) {

    /** Maximum number of entries. */
    public static final int MAX = 1_000;

    /** No lines. */
    public static final UnreadableLines NONE = new UnreadableLines(0, List.of());

    private static final int SUMMARIZED = 5;

    /**
     * Adjacent lines that could not be read for the same reason.
     *
     * @param number the number of the first line in the file, starting at 1
     * @param last the number of the last line
     * @param reason the reason
     */
    public record Line(int number, int last, String reason) {

        @Override
        public String toString() {
            return (number == last ? "line " + number : "lines " + number + "-" + last) + ": " + reason;
        }
    }

    /** Copies the list. */
    public UnreadableLines {
        first = List.copyOf(first);
    }

    /**
     * Returns the entries that are left out of {@link #first}, as a number of lines.
     *
     * @return the number of lines
     */
    public int notListed() {
        return count
                - first.stream()
                        .mapToInt(line -> line.last() - line.number() + 1)
                        .sum();
    }

    /**
     * Returns the number of the lines as a sentence.
     *
     * @return the sentence, such as {@code "2 lines could not be read"}
     */
    public String title() {
        return (count == 1 ? "1 line" : count + " lines") + " could not be read";
    }

    /**
     * Returns a summary for people.
     *
     * @return the summary, such as {@code "2 lines could not be read (line 3: no JSON; line 9: no message)"}
     */
    public String summary() {
        StringBuilder text = new StringBuilder(title());
        String separator = " (";
        for (Line line : first.subList(0, Math.min(first.size(), SUMMARIZED))) {
            text.append(separator).append(line);
            separator = "; ";
        }
        return text.append(first.size() > SUMMARIZED ? "; …)" : ")").toString();
    }
}
