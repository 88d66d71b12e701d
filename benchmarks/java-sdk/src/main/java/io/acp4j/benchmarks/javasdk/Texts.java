package io.acp4j.benchmarks.javasdk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The texts of {@code benchmarks/WORKLOAD.md}, from the directory that the benchmarks run in. */
final class Texts {

    private static final List<String> NAMES = List.of("ascii", "german", "chinese", "emoji", "code");

    private Texts() {}

    /** Returns the names, from the one on that the environment names. */
    static List<String> inOrder() {
        List<String> names = new ArrayList<>(NAMES);
        Collections.rotate(names, -Math.max(0, NAMES.indexOf(System.getenv("FIRST_TEXT"))));
        return names;
    }

    static String of(String name) {
        try {
            return Files.readString(Path.of("texts", name + ".txt"));
        } catch (IOException e) {
            throw new UncheckedIOException("no text " + name, e);
        }
    }
}
