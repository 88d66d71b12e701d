package io.acp4j.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Commands that start a main class in a child JVM. */
public final class ChildJvm {

    private ChildJvm() {}

    /** Returns the command that runs a main class with the class path of this JVM. */
    public static List<String> java(Class<?> main, String... args) {
        // Each child lives for seconds, so the optimizing compiler would cost more than it saves.
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                // As in the launcher: Java 24 and later warn when Netty loads its native libraries.
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(args));
        return command;
    }
}
