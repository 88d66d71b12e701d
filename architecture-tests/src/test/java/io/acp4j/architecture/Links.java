package io.acp4j.architecture;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Follows the links of Markdown files that stay inside the project: to a file, and to a heading of it. */
final class Links {

    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(([^)\\s]+)\\)");
    private static final Pattern CODE = Pattern.compile("`[^`]*`");
    private static final Pattern HEADING = Pattern.compile("#{1,6} +(.*)");
    private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*");

    private final Path root;
    private final Map<Path, Set<String>> anchors = new HashMap<>();

    Links(Path root) {
        this.root = root;
    }

    /** Returns what is wrong with the links of a document, as {@code file:line: problem}. */
    List<String> problems(Path markdown) {
        List<String> problems = new ArrayList<>();
        forEachLink(markdown, (line, target) -> {
            String where = root.relativize(markdown) + ":" + (line + 1) + ": ";
            Path file = fileOf(markdown, target);
            if (!file.startsWith(root)) {
                problems.add(where + "leads out of the project: " + target);
            } else if (!Files.exists(file)) {
                problems.add(where + "no such file: " + target);
            } else if (target.contains("#")
                    && file.toString().endsWith(".md")
                    && !anchorsOf(file).contains(target.substring(target.indexOf('#') + 1))) {
                problems.add(where + "no such heading: " + target);
            }
        });
        return problems;
    }

    /** The Markdown files that links lead to from one of them, itself included. */
    Set<Path> reachableFrom(Path start) {
        Set<Path> seen = new HashSet<>(Set.of(start));
        Deque<Path> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            Path document = open.removeFirst();
            forEachLink(document, (line, target) -> {
                Path file = fileOf(document, target);
                if (file.toString().endsWith(".md") && Files.exists(file) && seen.add(file)) {
                    open.addLast(file);
                }
            });
        }
        return seen;
    }

    private interface LinkAction {
        void accept(int line, String target);
    }

    private static void forEachLink(Path markdown, LinkAction action) {
        Documents.forEachLineOfText(markdown, (line, text) -> {
            Matcher link = LINK.matcher(CODE.matcher(text).replaceAll("x"));
            while (link.find()) {
                if (!ELSEWHERE.matcher(link.group(1)).matches()) {
                    action.accept(line, link.group(1));
                }
            }
        });
    }

    private static Path fileOf(Path from, String target) {
        String path = target.contains("#") ? target.substring(0, target.indexOf('#')) : target;
        return path.isEmpty() ? from : from.resolveSibling(path).normalize();
    }

    private Set<String> anchorsOf(Path markdown) {
        Set<String> known = anchors.get(markdown);
        if (known == null) {
            Map<String, Integer> used = new HashMap<>();
            Set<String> found = new HashSet<>();
            Documents.forEachLineOfText(markdown, (line, text) -> {
                Matcher heading = HEADING.matcher(text);
                if (heading.matches()) {
                    String slug = slug(heading.group(1));
                    int before = used.merge(slug, 1, Integer::sum) - 1;
                    found.add(before == 0 ? slug : slug + "-" + before);
                }
            });
            anchors.put(markdown, found);
            known = found;
        }
        return known;
    }

    /** The anchor that GitHub gives a heading. */
    static String slug(String heading) {
        return heading.strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}\\s_-]", "")
                .replace(' ', '-');
    }
}
