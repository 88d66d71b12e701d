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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The requirements of one side, read from the table that is also their documentation. */
public final class Catalogue {

    private static final int COLUMNS = 6;
    private static final Pattern CELLS = Pattern.compile("\\|");
    private static final Pattern NEEDS = Pattern.compile(", ");
    private static final Pattern BLANK = Pattern.compile(" ");

    /** Begins a row of ids whose rows stand in the table of version 1. */
    private static final String SAME = "| = |";

    /** A row that says where version 2 has what a citation of version 1 names. */
    private static final Pattern MOVED = Pattern.compile("\\| ([a-z][^|]*) \\| ([a-z][^|]*) \\|");

    private final Map<String, Requirement> byId = new LinkedHashMap<>();
    private final Map<String, String> moved = new LinkedHashMap<>();
    private final int protocol;

    private Catalogue(int protocol) {
        this.protocol = protocol;
    }

    /** Reads what agents must fulfil. */
    public static Catalogue ofAgents() {
        return read("/io/acp4j/tck/agent-requirements.md");
    }

    /** Reads what agents must fulfil in a version of the protocol. */
    public static Catalogue ofAgents(int protocol) {
        return protocol == 1 ? ofAgents() : read("/io/acp4j/tck/agent-requirements-v2.md", 2, ofAgents());
    }

    /** Reads what clients must fulfil. */
    public static Catalogue ofClients() {
        return read("/io/acp4j/tck/client-requirements.md");
    }

    /** Reads what clients must fulfil in a version of the protocol. */
    public static Catalogue ofClients(int protocol) {
        return protocol == 1 ? ofClients() : read("/io/acp4j/tck/client-requirements-v2.md", 2, ofClients());
    }

    private static Catalogue read(String resource) {
        return read(resource, 1, new Catalogue(1));
    }

    /** Reads a table that takes some of its requirements from another. */
    private static Catalogue read(String resource, int protocol, Catalogue others) {
        try (InputStream in = Catalogue.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("The kit is incomplete: " + resource + " is missing");
            }
            Catalogue catalogue = new Catalogue(protocol);
            new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(line -> {
                Matcher move = MOVED.matcher(line);
                if (line.startsWith(SAME)) {
                    catalogue.addSame(line, others);
                } else if (move.matches()) {
                    catalogue.moved.put(move.group(1), move.group(2));
                } else if (line.matches("\\| [A-Z][A-Z0-9]*(-[A-Z][A-Z0-9]*)*-\\d.*")) {
                    catalogue.add(line);
                }
            });
            return catalogue;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + resource, e);
        }
    }

    private void addSame(String row, Catalogue others) {
        String ids = row.substring(SAME.length(), row.lastIndexOf('|')).strip();
        BLANK.splitAsStream(ids)
                .map(others::get)
                .map(requirement -> requirement.ofVersion(protocol, cited(requirement.citation())))
                .forEach(this::add);
    }

    /** Returns where this version has what the other one cites: the section is called otherwise, or the page, or nothing is. */
    private String cited(String citation) {
        String section = moved.get(citation);
        if (section != null) {
            return section;
        }
        int end = citation.indexOf(',');
        String page = end < 0 ? citation : citation.substring(0, end);
        return moved.getOrDefault(page, page) + (end < 0 ? "" : citation.substring(end));
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
                cells.get(5),
                protocol);
        add(requirement);
    }

    private void add(Requirement requirement) {
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
