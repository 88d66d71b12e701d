package io.acp4j.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares the code shown in a Markdown file with the sources that it was taken from.
 *
 * <p>A fenced block is preceded by <code>&lt;!-- snippet: path/File.java#region --&gt;</code>, and the region lies in that
 * file between the lines {@code // snippet:region} and {@code // end}. Blocks marked {@code java} must have a snippet.
 */
final class Snippets {

    private static final Pattern MARKER = Pattern.compile("<!-- snippet: (\\S+)#(\\S+) -->");
    private static final String FENCE = "```";

    private final Path root;
    private final List<String> problems = new ArrayList<>();
    private int compared;

    Snippets(Path root) {
        this.root = root;
    }

    /** Returns what is wrong in the files read so far, as {@code file:line: problem}. */
    List<String> problems() {
        return problems;
    }

    /** Returns how many blocks of the files read so far have been compared with their source. */
    int compared() {
        return compared;
    }

    /** Puts the regions of the sources into a document, where they differ from what it shows. */
    void write(Path markdown) throws IOException {
        List<String> written = new ArrayList<>();
        Matcher marker = null;
        List<String> lines = Files.readAllLines(markdown);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            Matcher found = MARKER.matcher(line);
            written.add(lines.get(i));
            if (found.matches()) {
                marker = found;
            } else if (line.startsWith(FENCE)) {
                int end = endOfBlock(lines, i);
                String region = marker == null ? null : region(marker);
                written.addAll(
                        region == null
                                ? lines.subList(i + 1, end)
                                : region.lines().toList());
                written.addAll(lines.subList(end, Math.min(end + 1, lines.size())));
                marker = null;
                i = end;
            }
        }
        Files.write(markdown, written);
    }

    void read(Path markdown) throws IOException {
        List<String> lines = Files.readAllLines(markdown);
        Matcher marker = null;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            Matcher found = MARKER.matcher(line);
            String where = root.relativize(markdown) + ":" + (i + 1) + ": ";
            if (found.matches()) {
                marker = found;
            } else if (line.startsWith(FENCE)) {
                int end = endOfBlock(lines, i);
                if (marker != null) {
                    compare(where, marker, lines.subList(i + 1, end));
                } else if (line.matches(FENCE + "java(\\s.*)?")) {
                    problems.add(where + "a Java block without a snippet marker");
                }
                marker = null;
                i = end;
            } else if (!line.isEmpty() && marker != null) {
                problems.add(where + "a snippet marker without a block after it");
                marker = null;
            }
        }
        if (marker != null) {
            problems.add(root.relativize(markdown) + ": a snippet marker without a block after it");
        }
    }

    private static int endOfBlock(List<String> lines, int start) {
        int end = start + 1;
        while (end < lines.size() && !lines.get(end).strip().equals(FENCE)) {
            end++;
        }
        return end;
    }

    private void compare(String where, Matcher marker, List<String> shown) throws IOException {
        if (!Files.isRegularFile(root.resolve(marker.group(1)))) {
            problems.add(where + "no file " + marker.group(1));
            return;
        }
        String name = marker.group(1) + "#" + marker.group(2);
        String expected = region(marker);
        if (expected == null) {
            problems.add(where + "no region " + marker.group(2) + " in " + marker.group(1));
            return;
        }
        compared++;
        if (!text(shown).equals(expected)) {
            problems.add(where + "differs from " + name + ", which reads:\n" + expected);
        }
    }

    /** The text of a region, or null when there is none. */
    private String region(Matcher marker) throws IOException {
        Path source = root.resolve(marker.group(1));
        List<String> lines = Files.isRegularFile(source) ? Files.readAllLines(source) : List.of();
        int start = indexOf(lines, "// snippet:" + marker.group(2), 0);
        int end = start < 0 ? -1 : indexOf(lines, "// end", start);
        return end < 0 ? null : text(lines.subList(start + 1, end));
    }

    private static int indexOf(List<String> lines, String wanted, int from) {
        for (int i = from; i < lines.size(); i++) {
            if (lines.get(i).strip().equals(wanted)) {
                return i;
            }
        }
        return -1;
    }

    /** The lines without their common indentation, nor blank lines around them, nor markers of regions inside. */
    private static String text(List<String> lines) {
        List<String> kept = lines.stream()
                .filter(line -> !line.strip().startsWith("// snippet:"))
                .toList();
        return String.join("\n", kept).stripIndent().strip();
    }
}
