package io.acp4j.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A source file with regions that documents show, between the lines {@code // snippet:name} and {@code // end}. A region that contains
 * others ends with {@code // end:name}.
 */
final class SnippetSource {

    private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?([\\w.]+)\\.(\\w+);$");
    private static final Pattern MARKER = Pattern.compile("\\s*// (?:snippet:\\S+|end(?::\\S+)?)");
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);$");
    private static final Set<String> PUBLISHED =
            PublishedModule.ALL.stream().map(PublishedModule::directory).collect(Collectors.toUnmodifiableSet());

    private final SourceFiles files;
    private final Path file;
    private final List<String> lines;

    SnippetSource(SourceFiles files, Path file) {
        this.files = files;
        this.file = file;
        this.lines = Documents.lines(files.root().resolve(file));
    }

    /** Returns the name of the package, empty for the unnamed one. */
    String packageName() {
        Matcher found = PACKAGE.matcher(text());
        return found.find() ? found.group(1) : "";
    }

    /** Returns the import declarations by the simple names that they introduce. */
    Map<String, String> imports() {
        return imports(text());
    }

    /** Returns the import declarations in some code by the simple names that they introduce. */
    static Map<String, String> imports(String code) {
        Map<String, String> imports = new LinkedHashMap<>();
        IMPORT.matcher(code).results().forEach(found -> imports.put(found.group(2), found.group()));
        return imports;
    }

    /** Returns the text of a region without the indentation and the markers, null if there is no such region. */
    @Nullable
    String region(String name) {
        int start = startOf(name);
        return start < 0 ? null : dedented(lines.subList(start, endOf(name)));
    }

    /** Returns the lines of the file. */
    List<String> lines() {
        return lines;
    }

    /** Returns the first line of a region counted from 0, -1 if the region is missing or has no end. */
    int startOf(String region) {
        int marker = indexOf("// snippet:" + region, 0);
        return marker < 0 || endOf(region) < 0 ? -1 : marker + 1;
    }

    /** Returns the first line after a region counted from 0, -1 if it has no end. */
    int endOf(String region) {
        int start = indexOf("// snippet:" + region, 0);
        int named = indexOf("// end:" + region, start);
        return named < 0 ? indexOf("// end", start) : named;
    }

    private int indexOf(String marker, int from) {
        for (int i = Math.max(from, 0); i < lines.size(); i++) {
            if (lines.get(i).strip().equals(marker)) {
                return i;
            }
        }
        return -1;
    }

    private static String dedented(List<String> region) {
        return region.stream()
                .filter(line -> !MARKER.matcher(line).matches())
                .collect(Collectors.joining("\n"))
                .stripIndent()
                .strip();
    }

    /** Returns the imports that a reader needs for some code of this file, besides those that the code contains. */
    ImportFold fold(String code) {
        Map<String, String> available = imports();
        Set<String> present = imports(code).keySet();
        Set<String> declared = JavaText.declaredTypes(code);
        Set<String> here = JavaText.declaredTypes(text());
        Set<String> statics = new TreeSet<>();
        Set<String> types = new TreeSet<>();
        SortedMap<String, Path> unpublished = new TreeMap<>();
        Set<String> unknown = new TreeSet<>();
        for (JavaText.Name used : JavaText.simpleNames(code)) {
            String name = used.text();
            String statement = available.get(name);
            if (declared.contains(name)) {
                continue;
            } else if (statement != null) {
                boolean isStatic = statement.startsWith("import static ");
                if (!present.contains(name)) {
                    (isStatic ? statics : types).add(statement);
                }
                if (!isStatic) {
                    addUnpublished(name, files.declaring(statement.replaceAll("^import |;$", "")), unpublished);
                }
            } else if (here.contains(name)) {
                if (!file.endsWith(name + ".java")) { // the document names that file
                    unpublished.put(name, file);
                }
            } else if (Character.isUpperCase(name.charAt(0))) {
                Path neighbour = files.declaring(packageName() + "." + name);
                if (neighbour == null) {
                    unknown.add(name);
                } else if (isPublished(neighbour)) {
                    types.add("import " + packageName() + "." + name + ";");
                } else {
                    unpublished.put(name, neighbour);
                }
            }
        }
        addInherited(unknown, unpublished);
        List<String> imports = new ArrayList<>(statics);
        if (!statics.isEmpty() && !types.isEmpty()) {
            imports.add("");
        }
        imports.addAll(types);
        return new ImportFold(file, imports, unpublished);
    }

    /** Adds the names that files beside this one declare as nested types, except files that the reader needs anyway. */
    private void addInherited(Set<String> names, SortedMap<String, Path> unpublished) {
        Set<Path> needed = Set.copyOf(unpublished.values());
        try (Stream<Path> beside = Files.list(files.root().resolve(file).getParent())) {
            beside.map(files.root()::relativize)
                    .filter(other -> other.toString().endsWith(".java") && !needed.contains(other))
                    .forEach(other -> JavaText.declaredTypes(String.join(
                                    "\n", Documents.lines(files.root().resolve(other))))
                            .forEach(type -> {
                                if (names.contains(type)) {
                                    unpublished.put(type, other);
                                }
                            }));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot list the files beside " + file, e);
        }
    }

    private static void addUnpublished(String name, @Nullable Path declaredIn, Map<String, Path> unpublished) {
        if (declaredIn != null && !isPublished(declaredIn)) {
            unpublished.put(name, declaredIn);
        }
    }

    private static boolean isPublished(Path source) {
        return PUBLISHED.contains(source.getName(0).toString())
                && !source.startsWith(source.getName(0).resolve("src/test"));
    }

    private String text() {
        return String.join("\n", lines);
    }
}
