package io.acp4j.tck.internal.catalogue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The requirements of one side, read from the table that is also their documentation. */
public final class Catalogue {

    private static final int COLUMNS = 6;
    private static final Pattern CELLS = Pattern.compile("\\|");
    private static final Pattern NEEDS = Pattern.compile(", ");

    private final Map<String, Requirement> byId = new LinkedHashMap<>();

    private Catalogue() {}

    /** Reads what agents must fulfil. */
    public static Catalogue ofAgents() {
        return read("/io/acp4j/tck/agent-requirements.md");
    }

    /** Reads what clients must fulfil. */
    public static Catalogue ofClients() {
        return read("/io/acp4j/tck/client-requirements.md");
    }

    private static Catalogue read(String resource) {
        try (InputStream in = Catalogue.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("The kit is incomplete: " + resource + " is missing");
            }
            Catalogue catalogue = new Catalogue();
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.matches("\\| [A-Z]+(-[A-Z]+)*-\\d.*"))
                    .forEach(catalogue::add);
            return catalogue;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + resource, e);
        }
    }

    private void add(String row) {
        List<String> cells =
                CELLS.splitAsStream(row.substring(1)).map(String::strip).toList();
        if (cells.size() != COLUMNS) {
            throw new IllegalStateException("Not a row of " + COLUMNS + " columns: " + row);
        }
        List<String> needs = cells.get(3).isEmpty()
                ? List.of()
                : NEEDS.splitAsStream(cells.get(3)).toList();
        Requirement requirement = new Requirement(
                cells.get(0),
                Level.valueOf(cells.get(1)),
                Source.valueOf(cells.get(2).toUpperCase(Locale.ROOT)),
                needs,
                cells.get(4),
                cells.get(5));
        if (byId.put(requirement.id(), requirement) != null) {
            throw new IllegalStateException("Two requirements are called " + requirement.id());
        }
    }

    public Collection<Requirement> all() {
        return byId.values();
    }

    public Optional<Requirement> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    public Requirement get(String id) {
        return find(id).orElseThrow(() -> new IllegalArgumentException("There is no requirement " + id));
    }
}
