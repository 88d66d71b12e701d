package io.acp4j.architecture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The part of a document below a Java block that lists the imports of the block, folded away until the reader opens it.
 *
 * @param source the file of the block, relative to the root of the project
 * @param imports the import declarations that the block needs and does not contain, static ones first
 * @param unpublished the types that the block uses and that no published module contains, with the file that declares each of them
 */
record ImportFold(Path source, List<String> imports, SortedMap<String, Path> unpublished) {

    /** The first line of each fold. */
    static final String START = "<details><summary>Imports</summary>";

    /** The last line of each fold. */
    static final String END = "</details>";

    /** Returns this fold without the types that the document itself shows. */
    ImportFold without(Set<String> shown) {
        SortedMap<String, Path> others = new TreeMap<>(unpublished);
        others.keySet().removeAll(shown);
        return new ImportFold(source, imports, others);
    }

    /** Returns true if a reader needs nothing besides the block. */
    boolean isEmpty() {
        return imports.isEmpty() && unpublished.isEmpty();
    }

    /** Returns the lines of the fold in a document, none if the fold is empty. */
    List<String> lines(Path document) {
        if (isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(List.of(START, ""));
        if (!imports.isEmpty()) {
            lines.add("```java");
            lines.addAll(imports);
            lines.addAll(List.of("```", ""));
        }
        lines.addAll(List.of(origin(document), "", END));
        return lines;
    }

    private String origin(Path document) {
        String from = "From [" + source.getFileName() + "](" + address(document, source) + ").";
        return unpublished.isEmpty()
                ? from
                : unpublished.entrySet().stream()
                        .map(type -> "[`" + type.getKey() + "`](" + address(document, type.getValue()) + ")")
                        .collect(Collectors.joining(", ", from + " Also needed: ", "."));
    }

    private static String address(Path document, Path file) {
        Path directory = document.getParent() == null ? Path.of("") : document.getParent();
        return directory.relativize(file).toString().replace('\\', '/');
    }

    /** Returns an empty fold. */
    static ImportFold none(Path source) {
        return new ImportFold(source, List.of(), new TreeMap<>());
    }
}
