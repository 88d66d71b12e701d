package io.acp4j.process;

import java.io.IOException;
import java.nio.file.Path;

/** A program that starts another one as {@link ProcessTree} does, and waits. */
final class NestedLauncher {

    private NestedLauncher() {}

    /** Returns the command of a chain of such programs, the last of which runs a script. */
    static ProcessBuilder chain(int programs, String script) {
        return programs == 0
                ? new ProcessBuilder("sh", "-c", script)
                : new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        NestedLauncher.class.getName(),
                        Integer.toString(programs - 1),
                        script);
    }

    /** Runs the next of the chain. */
    public static void main(String... args) throws IOException {
        ProcessBuilder next = chain(Integer.parseInt(args[0]), args[1]).inheritIO();
        ProcessTree.start(next).release();
        int unused = System.in.read();
    }
}
