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

    /**
     * Returns the number of chunks that make up a prompt, without the chunks that an agent adds after the complete prompt. An agent may add
     * context for its model to the message of the user.
     *
     * @param chunks the texts of all chunks of a message
     * @param prompts the texts of the prompts
     */
    public static int withoutAdditions(List<String> chunks, List<String> prompts) {
        List<String> known = prompts.stream().map(WhiteSpace::words).toList();
        for (int count = chunks.size(); count > 0; count--) {
            String start = words(String.join("", chunks.subList(0, count)));
            String rest = words(String.join("", chunks.subList(count, chunks.size())));
            // A message that is replayed twice is not an addition.
            if (!start.isEmpty() && known.contains(start)) {
                return rest.startsWith(start) ? chunks.size() : count;
            }
        }
        return chunks.size();
    }

    private static String words(String line) {
        return line.strip().replaceAll("\\s+", " ");
    }
}
