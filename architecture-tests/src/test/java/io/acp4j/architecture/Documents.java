package io.acp4j.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** The Markdown files of the project, and what is common to reading them. */
final class Documents {

    /** Set when the generated parts of the documents are to be written instead of compared. */
    static final boolean WRITE = Boolean.getBoolean("acp.docs.write");

    private static final String FENCE = "```";

    private Documents() {}

    /** README and its companions, the landing page of the site, and everything below docs. */
    static List<Path> all(Path root) {
        Path docs = root.resolve("docs");
        try (Stream<Path> top = Files.list(root);
                Stream<Path> below = Files.isDirectory(docs) ? Files.walk(docs) : Stream.empty()) {
            return Stream.of(
                            top, below, Stream.of(root.resolve("site/index.md")).filter(Files::exists))
                    .flatMap(files -> files)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot list the documents below " + root, e);
        }
    }

    /** A fenced block: the line of its fence counted from 0, the word after the fence, and the lines between. */
    record Block(int line, String language, List<String> lines) {}

    /** The fenced blocks of a document. */
    static List<Block> blocks(Path markdown) {
        List<Block> blocks = new ArrayList<>();
        scan(markdown, (number, line) -> {}, blocks);
        return blocks;
    }

    /** Calls back with the number, counted from 0, and the text of each line that lies outside fenced blocks. */
    static void forEachLineOfText(Path markdown, BiConsumer<Integer, String> action) {
        scan(markdown, action, new ArrayList<>());
    }

    private static void scan(Path markdown, BiConsumer<Integer, String> text, List<Block> blocks) {
        List<String> lines = lines(markdown);
        int i = 0;
        while (i < lines.size()) {
            String line = lines.get(i).strip();
            if (line.startsWith(FENCE)) {
                int end = i + 1;
                while (end < lines.size() && !lines.get(end).strip().equals(FENCE)) {
                    end++;
                }
                blocks.add(new Block(i, line.substring(FENCE.length()), lines.subList(i + 1, end)));
                i = end;
            } else {
                text.accept(i, line);
            }
            i++;
        }
    }

    static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file, e);
        }
    }
}
