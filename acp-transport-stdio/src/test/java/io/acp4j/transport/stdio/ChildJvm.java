package io.acp4j.transport.stdio;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Commands that run a main class of the tests in a JVM of its own, like this one. */
final class ChildJvm {

    private ChildJvm() {}

    static List<String> command(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }
}
