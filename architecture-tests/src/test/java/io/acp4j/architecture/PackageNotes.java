package io.acp4j.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the packages of a module say of themselves: what they are for, their rule, and where to start reading. The last names types
 * of the package that are there, and a rule is that of one package.
 */
final class PackageNotes {

    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*\\*(.*?)\\*/");
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
    private static final Pattern RULE = Pattern.compile("^<b>The rules?\\.</b> (.+)");
    private static final Pattern START = Pattern.compile("^<b>Where to start\\.</b> (.+)");
    private static final Pattern LINK = Pattern.compile("\\{@link ([\\w.]+)\\.([A-Z]\\w*)[^}]*}");

    /** What says less than this in so many words is no sentence about a package. */
    private static final int FEWEST_WORDS = 4;

    private final Map<String, String> rules = new HashMap<>();
    private final List<String> faults = new ArrayList<>();

    private PackageNotes() {}

    /** Returns what is missing in the notes of the packages below some directories of sources. */
    static List<String> faults(List<Path> roots) {
        PackageNotes notes = new PackageNotes();
        for (Path root : roots) {
            try (Stream<Path> files = Files.walk(root)) {
                files.filter(file -> file.endsWith("package-info.java"))
                        .sorted()
                        .forEach(notes::check);
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot list " + root, e);
            }
        }
        return List.copyOf(notes.faults);
    }

    private void check(Path file) {
        String source = read(file);
        Matcher declared = PACKAGE.matcher(source);
        Matcher comment = COMMENT.matcher(source);
        if (!declared.find()) {
            throw new IllegalStateException(file + " declares no package");
        }
        String name = declared.group(1);
        List<String> paragraphs = comment.find() ? paragraphs(comment.group(1)) : List.of();

        if (paragraphs.isEmpty() || paragraphs.get(0).startsWith("<b>") || isShort(paragraphs.get(0))) {
            faults.add(name + ": does not begin with what it is for");
        }
        String rule = paragraph(paragraphs, RULE);
        if (isShort(rule)) {
            faults.add(name + ": has no rule");
        } else {
            String same = rules.putIfAbsent(rule, name);
            if (same != null) {
                faults.add(name + ": has the rule of " + same);
            }
        }
        checkStart(file, name, paragraph(paragraphs, START));
    }

    private void checkStart(Path file, String name, String start) {
        boolean named = false;
        Matcher link = LINK.matcher(start);
        while (link.find()) {
            if (link.group(1).equals(name)) {
                if (!isThere(file, link.group(2))) {
                    faults.add(name + ": " + link.group(2) + " is not there");
                }
                named = true;
            }
        }
        if (!named) {
            faults.add(name + ": names no type of its own to start with");
        }
    }

    /** Returns whether a type of the package is there, written by hand or generated. */
    private static boolean isThere(Path packageInfo, String type) {
        String beside = packageInfo.resolveSibling(type + ".java").toString();
        return Stream.of("main", "generated")
                .map(tree -> Path.of(beside.replaceFirst("src(.)(?:main|generated)(.)java", "src$1" + tree + "$2java")))
                .anyMatch(Files::exists);
    }

    /** Returns the text of the paragraph that begins as a pattern has it, empty when there is none. */
    private static String paragraph(List<String> paragraphs, Pattern beginning) {
        return paragraphs.stream()
                .map(beginning::matcher)
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1))
                .findFirst()
                .orElse("");
    }

    private static boolean isShort(String text) {
        return text.split(" ").length < FEWEST_WORDS;
    }

    private static List<String> paragraphs(String comment) {
        String text = comment.replaceAll("(?m)^ *\\* ?", "").replaceAll("(?s)\n@.*", "");
        return Stream.of(text.split("<p>"))
                .map(paragraph -> paragraph.replaceAll("\\s+", " ").strip())
                .toList();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file, e);
        }
    }
}
