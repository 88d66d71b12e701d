package io.acp4j.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the messages that a document quotes in the string literals of sources. */
final class QuotedMessages {

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    /** A literal; what is concatenated between two of them is a gap, as are placeholders of log lines. */
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\\n]|\\\\.)*)\"");

    /** What is filled in: an ellipsis, or a name in quotation marks. */
    private static final Pattern GAP = Pattern.compile("…|(?<=\")[^\"]+(?=\")|\\[…]");

    private static final int SHORTEST = 3;

    private final List<String> literals = new ArrayList<>();

    /** Takes the literals of a source; those of one expression that follow each other at once are one. */
    void read(String source) {
        String joined = source.replaceAll("\"\\s*\\+\\s*\"", "");
        Matcher found = LITERAL.matcher(joined);
        while (found.find()) {
            literals.add(found.group(1).replace("\\\"", "\"").replace("{}", "…"));
        }
    }

    /** Returns what the first cells of a document's tables quote, as {@code line: quote}, where no source says it. */
    List<String> unknown(List<String> lines) {
        List<String> unknown = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String[] cells = lines.get(i).split("(?<!\\\\)\\|");
            Matcher quote = CODE.matcher(cells.length > 2 && cells[0].isBlank() ? cells[1] : "");
            while (quote.find()) {
                if (!isSaid(quote.group(1))) {
                    unknown.add((i + 1) + ": " + quote.group(1));
                }
            }
        }
        return unknown;
    }

    private boolean isSaid(String quote) {
        for (String part : GAP.split(quote)) {
            String fragment = part.strip();
            if (fragment.length() >= SHORTEST && !isKnown(fragment)) {
                return false;
            }
        }
        return true;
    }

    /** A message may lead to another one behind a colon. */
    private boolean isKnown(String fragment) {
        if (literals.stream().anyMatch(literal -> literal.contains(fragment))) {
            return true;
        }
        int colon = fragment.indexOf(": ");
        return colon > 0 && isKnown(fragment.substring(0, colon)) && isKnown(fragment.substring(colon + 2));
    }
}
