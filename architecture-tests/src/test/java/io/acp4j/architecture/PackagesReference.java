package io.acp4j.architecture;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes the page with the package and the artifact of each exported type, from the listings of the API. */
final class PackagesReference {

    private static final Pattern TYPE = Pattern.compile(
            "^(?:@\\w+ )*public (?:(?:abstract|final|sealed) )*(?:@interface|class|enum|interface|record) "
                    + "([a-z]\\w*(?:\\.[a-z]\\w*)*)\\.([A-Z]\\w*)(?![\\w.])");
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*\\*(.*?)\\*/");
    private static final Pattern LINK =
            Pattern.compile("\\{@(?:link|linkplain|code) (?:[\\w.]+\\.)?([^}\\s]+)([^}]*)}");

    private static final String INTRODUCTION = """
            # Packages and types

            This page lists [the packages](#packages) of all artifacts and their exported [types](#types). Search it for the simple name of a type,
            for example `AgentMessageChunk`. The artifacts have the group `io.acp4j`; [modules](modules.md#modules) describes them.
            `build-support/write-docs` writes this page from the listings in `api`.

            Types by letter: %s
            """;

    /** An exported type that no other type contains. */
    private record Type(String name, String packageName, String artifact) {}

    private PackagesReference() {}

    /** Returns the text of the page. */
    static String page(Path root) {
        List<Type> types = new ArrayList<>();
        for (PublishedModule module : PublishedModule.ALL) {
            for (String line : Documents.lines(root.resolve("api").resolve(module.directory() + ".txt"))) {
                Matcher type = TYPE.matcher(line);
                if (type.find()) {
                    types.add(new Type(type.group(2), type.group(1), module.directory()));
                }
            }
        }
        String letters = types.stream()
                .map(type -> type.name().substring(0, 1))
                .distinct()
                .sorted()
                .map(letter -> "[%s](#%s)".formatted(letter, letter.toLowerCase(Locale.ROOT)))
                .collect(Collectors.joining(" "));
        return INTRODUCTION.formatted(letters) + packages(root, types) + index(types);
    }

    private static String packages(Path root, List<Type> types) {
        StringBuilder text = new StringBuilder("\n## Packages\n");
        for (PublishedModule module : PublishedModule.ALL) {
            Map<String, Long> sizes = types.stream()
                    .filter(type -> type.artifact().equals(module.directory()))
                    .collect(Collectors.groupingBy(Type::packageName, TreeMap::new, Collectors.counting()));
            if (!sizes.isEmpty()) {
                text.append("\n### ")
                        .append(module.directory())
                        .append("\n\n| package | purpose | types |\n|---|---|---|\n");
                sizes.forEach((name, size) -> text.append(
                        "| `%s` | %s | %d |\n".formatted(name, purpose(root.resolve(module.directory()), name), size)));
            }
        }
        return text.toString();
    }

    private static String index(List<Type> types) {
        StringBuilder text = new StringBuilder("\n## Types\n");
        Map<Character, List<Type>> byLetter = types.stream()
                .sorted(Comparator.comparing(Type::name, String.CASE_INSENSITIVE_ORDER)
                        .thenComparing(Type::packageName))
                .collect(Collectors.groupingBy(type -> type.name().charAt(0), TreeMap::new, Collectors.toList()));
        byLetter.forEach((letter, those) -> {
            text.append("\n### ").append(letter).append("\n\n| type | package | artifact |\n|---|---|---|\n");
            those.forEach(type ->
                    text.append("| `%s` | `%s` | %s |\n".formatted(type.name(), type.packageName(), type.artifact())));
        });
        return text.toString();
    }

    /** Returns the first sentence of the comment on a package. */
    private static String purpose(Path module, String packageName) {
        Path file = List.of("src/main/java", "src/generated/java").stream()
                .map(sources -> module.resolve(sources)
                        .resolve(packageName.replace('.', '/'))
                        .resolve("package-info.java"))
                .filter(Files::isRegularFile)
                .findFirst()
                .orElseThrow(
                        () -> new IllegalStateException("No package-info.java of " + packageName + " in " + module));
        Matcher comment = COMMENT.matcher(String.join("\n", Documents.lines(file)));
        if (!comment.find()) {
            throw new IllegalStateException(file + " has no comment");
        }
        String text = comment.group(1)
                .replaceAll("(?m)^ *\\* ?", "")
                .replaceAll("\\s+", " ")
                .strip();
        String sentence = text.replaceFirst("\\.(?: |$).*", ".").replaceAll("<[^>]*>", "");
        return LINK.matcher(sentence)
                .replaceAll(found -> found.group(2).isBlank()
                        ? "`" + Matcher.quoteReplacement(found.group(1)) + "`"
                        : Matcher.quoteReplacement(found.group(2).strip()));
    }
}
