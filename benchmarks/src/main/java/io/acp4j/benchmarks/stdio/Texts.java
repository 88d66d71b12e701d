package io.acp4j.benchmarks.stdio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The texts of WORKLOAD.md, from the directory that the benchmarks run in. */
final class Texts {

    static final List<String> NAMES = List.of("ascii", "german", "chinese", "emoji", "code");

    private Texts() {}

    static String of(String name) {
        try {
            return Files.readString(Path.of("texts", name + ".txt"));
        } catch (IOException e) {
            throw new UncheckedIOException("no text " + name, e);
        }
    }
}
