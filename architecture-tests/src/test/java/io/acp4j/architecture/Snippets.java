package io.acp4j.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Compares the code blocks of a Markdown file with the sources from which they were generated.
 *
 * <p>A fenced block follows the line <code>&lt;!-- snippet: path/File.java#region --&gt;</code>. The region lies in that file
 * between the lines {@code // snippet:region} and {@code // end}. Blocks marked {@code java} must have a snippet. An
 * {@link ImportFold} follows a Java block that does not contain all of its imports.
 */
final class Snippets {

    private static final Pattern MARKER = Pattern.compile("<!-- snippet: (\\S+)#(\\S+) -->");
    private static final String FENCE = "```";

    private final Path root;
    private final SourceFiles files;
    private final Map<String, SnippetSource> sources = new HashMap<>();
    private final List<String> problems = new ArrayList<>();
    private int compared;

    Snippets(Path root) {
        this.root = root;
        this.files = new SourceFiles(root);
    }

    /** Returns the differences found in the documents so far, as {@code file:line: problem}. */
    List<String> problems() {
        return problems;
    }

    /** Returns the number of blocks compared with their source so far. */
    int compared() {
        return compared;
    }

    /** Replaces the blocks of a document, and the imports below them, by those of the sources. */
    void write(Path markdown) throws IOException {
        List<String> lines = Documents.lines(markdown);
        List<String> written = new ArrayList<>();
        int next = 0;
        List<Snippet> snippets = snippets(markdown);
        Set<String> shown = shownTypes(snippets);
        for (Snippet snippet : snippets) {
            String region = region(snippet);
            if (region != null) {
                written.addAll(lines.subList(next, snippet.start()));
                region.lines().forEach(written::add);
                written.add(FENCE);
                List<String> fold = fold(snippet, region).without(shown).lines(root.relativize(markdown));
                if (!fold.isEmpty()) {
                    written.add("");
                    written.addAll(fold);
                }
                next = Math.min(snippet.foldEnd(), lines.size());
            }
        }
        written.addAll(lines.subList(next, lines.size()));
        if (!written.equals(lines)) { // other tests may read the document or write it
            Files.write(markdown, written);
        }
    }

    /** Compares the blocks of a document, and the imports below them, with the sources. */
    void read(Path markdown) throws IOException {
        List<Snippet> snippets = snippets(markdown);
        Set<String> shown = shownTypes(snippets);
        for (Snippet snippet : snippets) {
            compare(root.relativize(markdown), snippet, shown);
        }
        problems.addAll(unmarked(markdown));
    }

    /**
     * A block of a document with its marker.
     *
     * @param file the source that the marker names
     * @param region the region that the marker names
     * @param start the first line of the block after the fence, counted from 0
     * @param code the lines of the block
     * @param fold the lines of the imports below the block, empty if there are none
     * @param foldEnd the first line after the block and its imports
     */
    record Snippet(String file, String region, int start, List<String> code, List<String> fold, int foldEnd) {}

    /** Returns the blocks of a document that have a marker. */
    static List<Snippet> snippets(Path markdown) {
        List<String> lines = Documents.lines(markdown);
        List<Snippet> found = new ArrayList<>();
        Matcher marker = null;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            Matcher candidate = MARKER.matcher(line);
            if (candidate.matches()) {
                marker = candidate;
            } else if (line.startsWith(FENCE)) {
                int end = endOfBlock(lines, i);
                if (marker != null) {
                    int foldEnd = endOfFold(lines, end + 1);
                    found.add(new Snippet(
                            marker.group(1),
                            marker.group(2),
                            i + 1,
                            lines.subList(i + 1, end),
                            foldEnd == end + 1 ? List.of() : lines.subList(end + 2, foldEnd),
                            foldEnd));
                }
                marker = null;
                i = end;
            } else if (!line.isEmpty()) {
                marker = null;
            }
        }
        return found;
    }

    /** Returns the markers without a block and the Java blocks without a marker. */
    private List<String> unmarked(Path markdown) {
        List<String> faults = new ArrayList<>();
        String file = root.relativize(markdown).toString();
        List<String> lines = Documents.lines(markdown);
        boolean marked = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (MARKER.matcher(line).matches()) {
                marked = true;
            } else if (line.startsWith(FENCE)) {
                if (!marked && line.matches(FENCE + "java(\\s.*)?")) {
                    faults.add(file + ":" + (i + 1) + ": a Java block without a snippet marker");
                }
                int end = endOfBlock(lines, i);
                i = marked ? endOfFold(lines, end + 1) - 1 : end;
                marked = false;
            } else if (!line.isEmpty() && marked) {
                faults.add(file + ":" + (i + 1) + ": a snippet marker without a block after it");
                marked = false;
            }
        }
        if (marked) {
            faults.add(file + ": a snippet marker without a block after it");
        }
        return faults;
    }

    private static int endOfBlock(List<String> lines, int start) {
        int end = start + 1;
        while (end < lines.size() && !lines.get(end).strip().equals(FENCE)) {
            end++;
        }
        return end;
    }

    /** Returns the first line after the imports that begin after a blank line, or {@code start} if there are none. */
    private static int endOfFold(List<String> lines, int start) {
        if (start + 1 < lines.size()
                && lines.get(start).isBlank()
                && lines.get(start + 1).equals(ImportFold.START)) {
            int end = lines.subList(start, lines.size()).indexOf(ImportFold.END);
            return end < 0 ? start : start + end + 1;
        }
        return start;
    }

    private void compare(Path document, Snippet snippet, Set<String> shown) {
        String where = document + ":" + snippet.start() + ": ";
        if (!Files.isRegularFile(root.resolve(snippet.file()))) {
            problems.add(where + "no file " + snippet.file());
            return;
        }
        String name = snippet.file() + "#" + snippet.region();
        String expected = region(snippet);
        if (expected == null) {
            problems.add(where + "no region " + snippet.region() + " in " + snippet.file());
            return;
        }
        compared++;
        if (!String.join("\n", snippet.code()).strip().equals(expected)) {
            problems.add(where + "differs from " + name + ", which reads:\n" + expected);
            return;
        }
        List<String> fold = fold(snippet, expected).without(shown).lines(document);
        if (!snippet.fold().equals(fold)) {
            problems.add(where + "the imports of " + name + " differ, they must read:\n" + String.join("\n", fold));
        }
    }

    private @Nullable String region(Snippet snippet) {
        return Files.isRegularFile(root.resolve(snippet.file()))
                ? source(snippet).region(snippet.region())
                : null;
    }

    private SnippetSource source(Snippet snippet) {
        return sources.computeIfAbsent(snippet.file(), file -> new SnippetSource(files, Path.of(file)));
    }

    /** Returns the types that the blocks of a document declare, as the sources have them. */
    private Set<String> shownTypes(List<Snippet> snippets) {
        Set<String> types = new TreeSet<>();
        for (Snippet snippet : snippets) {
            String region = region(snippet);
            types.addAll(JavaText.declaredTypes(region == null ? "" : region));
        }
        return types;
    }

    private ImportFold fold(Snippet snippet, String region) {
        return snippet.file().endsWith(".java")
                ? source(snippet).fold(region)
                : ImportFold.none(Path.of(snippet.file()));
    }
}
