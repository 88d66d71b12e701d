package io.acp4j.inspector.browser;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The table {@code gallery-expected-failures.txt}: cells of the gallery that fail for known faults. A mark whose fault is no longer
 * found fails the test, so that it is removed together with the fault.
 */
final class ExpectedFailures {

    /**
     * A known fault of one cell.
     *
     * @param cell the cell
     * @param check the name of the check
     * @param path the end of the path of the element
     * @param reason the point of the issue and a few words
     */
    record Mark(GalleryCell cell, String check, String path, String reason) {

        boolean covers(PageFault fault) {
            return check.equals(fault.check()) && fault.path().endsWith(path);
        }
    }

    private static final int COLUMNS = 6;

    private final List<Mark> marks;

    private ExpectedFailures(List<Mark> marks) {
        this.marks = marks;
    }

    static ExpectedFailures load() {
        String resource = "gallery-expected-failures.txt";
        try (InputStream in = ExpectedFailures.class.getResourceAsStream(resource)) {
            return parse(new String(Objects.requireNonNull(in, resource).readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Parses a table. Scenarios, screens and windows are lists with commas; the row is a mark of each combination. */
    static ExpectedFailures parse(String table) {
        List<Mark> marks = new ArrayList<>();
        for (String line : table.lines().toList()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] row = line.strip().split("\\s*\\|\\s*", -1);
            if (row.length != COLUMNS || row[COLUMNS - 1].isBlank()) {
                throw new IllegalArgumentException(
                        "A row must have " + COLUMNS + " columns, the last a reason: " + line);
            }
            for (String scenario : row[0].split("\\s*,\\s*", -1)) {
                for (String screen : row[1].split("\\s*,\\s*", -1)) {
                    for (String window : row[2].split("\\s*,\\s*", -1)) {
                        marks.add(new Mark(new GalleryCell(scenario, screen, window), row[3], row[4], row[5]));
                    }
                }
            }
        }
        return new ExpectedFailures(List.copyOf(marks));
    }

    List<Mark> all() {
        return marks;
    }

    /** Returns the faults of a cell that no mark covers. */
    List<PageFault> unexpected(GalleryCell cell, List<PageFault> faults) {
        return faults.stream()
                .filter(fault -> marks.stream().noneMatch(mark -> mark.cell().equals(cell) && mark.covers(fault)))
                .toList();
    }

    /** Returns the marks of a cell that cover none of its faults. */
    List<Mark> outdated(GalleryCell cell, List<PageFault> faults) {
        return marks.stream()
                .filter(mark -> mark.cell().equals(cell) && faults.stream().noneMatch(mark::covers))
                .toList();
    }
}
