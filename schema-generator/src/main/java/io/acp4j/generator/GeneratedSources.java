package io.acp4j.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The sources that the definitions give, and those that are checked in. Formatting is the formatter's business. */
public final class GeneratedSources {

    private final Path root;
    private final Map<Path, String> expected = new TreeMap<>();

    /**
     * Makes the sources.
     *
     * @param module the directory of {@code acp-schema}
     * @throws IOException when the definitions cannot be read
     */
    public GeneratedSources(Path module) throws IOException {
        this.root = module.resolve("src/generated/java");
        Definitions definitions = Definitions.read(module.resolve("src/protocol"));
        for (Definition type : definitions.types()) {
            if (type.generated()) {
                expect(type.area(), type.name(), source(definitions, type));
            }
        }
        definitions
                .packages()
                .forEach((area, notes) -> expect(area, "package-info", PackageWriter.write(definitions, area, notes)));
        MethodTable table = MethodTable.read(module);
        expect("method", "Methods", new MethodsWriter(definitions, table).write());
        expect("internal.base", "MethodNames", MethodsWriter.names(definitions, table));
        expect("method", "Capabilities", new CapabilitiesWriter(definitions, table).write());
    }

    private void expect(String area, String name, String source) {
        String directory = JavaSource.packageOf(area).replace('.', '/');
        expected.put(root.resolve(directory).resolve(name + ".java"), source);
    }

    private static String source(Definitions definitions, Definition type) {
        return switch (type.kind()) {
            case OBJECT -> new ObjectWriter(definitions, type).write();
            case UNION, MEMBER_UNION -> new UnionWriter(definitions, type).write();
            case FAMILY -> new FamilyWriter(definitions, type).write();
            case WORDS -> new TextTypeWriter(definitions, type).words();
            case ID -> new TextTypeWriter(definitions, type).id();
            case UNKNOWN -> new UnknownWriter(definitions, type).write();
            case OTHER, MARKER, BARE ->
                throw new IllegalArgumentException(type.name() + ": a type of kind other is written by hand");
        };
    }

    /**
     * Compares with what is checked in, white space aside.
     *
     * @return the files that are missing, differ or are left over; empty when all is well
     * @throws IOException when a file cannot be read
     */
    public List<Path> differences() throws IOException {
        List<Path> differences = new ArrayList<>();
        for (Map.Entry<Path, String> each : expected.entrySet()) {
            Path file = each.getKey();
            if (!Files.exists(file) || !bare(Files.readString(file)).equals(bare(each.getValue()))) {
                differences.add(file);
            }
        }
        for (Path file : checkedIn()) {
            if (!expected.containsKey(file)) {
                differences.add(file);
            }
        }
        return differences;
    }

    /** Without what a formatter may change: white space, and the stars at the beginnings of a comment's lines. */
    private static String bare(String source) {
        return source.replaceAll("(?m)^\\s*\\*(?!/)", "").replaceAll("\\s+", "");
    }

    /**
     * Writes what differs and deletes what is left over.
     *
     * @throws IOException when a file cannot be written
     */
    public void write() throws IOException {
        for (Path file : differences()) {
            String source = expected.get(file);
            if (source == null) {
                Files.delete(file);
            } else {
                Files.createDirectories(file.getParent());
                Files.writeString(file, source);
            }
        }
    }

    private List<Path> checkedIn() throws IOException {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted(Comparator.naturalOrder())
                    .toList();
        }
    }
}
