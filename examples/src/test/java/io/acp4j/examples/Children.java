package io.acp4j.examples;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Commands that start classes of this module in JVMs of their own. */
public final class Children {

    private Children() {}

    /** Returns the command that runs a main class. */
    public static List<String> java(Class<?> main, String... args) {
        // Short lives: none of them is worth an optimizing compiler.
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                // As ./console-client does: Netty loads libraries, of which Java 24 and later warn.
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(args));
        return command;
    }
}
