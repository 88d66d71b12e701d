package io.acp4j.examples.conformance;

import io.acp4j.examples.Children;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Commands for what is certified, which the kit starts hundreds of times: with an archive of its classes, made once, a start takes
 * half the processor time. A shipped agent may have such an archive too.
 */
final class Archived {

    private static final String INITIALIZE =
            "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":1,\"clientCapabilities\":{}}}\n"
                    + "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session/new\",\"params\":{\"cwd\":\"/\",\"mcpServers\":[]}}\n";

    private static final Map<Class<?>, Path> ARCHIVES = new ConcurrentHashMap<>();

    private Archived() {}

    static List<String> agent(String... args) {
        return command(ConformanceAgent.class, INITIALIZE, List.of(), args);
    }

    static List<String> client(String... args) {
        // An agent that repeats what it is told: a client gets as far as to an error.
        return command(ConformanceClient.class, "{\"id\":1,\"do\":\"quit\"}\n", List.of("cat"), args);
    }

    private static List<String> command(Class<?> main, String input, List<String> first, String... args) {
        // Archives hold classes of jars only, so there is none where tests run without one of this module.
        String jars = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.endsWith("test-classes"))
                .reduce((some, next) -> some + File.pathSeparator + next)
                .orElseThrow();
        boolean onlyJars =
                Arrays.stream(jars.split(File.pathSeparator)).allMatch(entry -> Files.isRegularFile(Path.of(entry)));
        if (!onlyJars) {
            return Children.java(main, args);
        }
        Path archive = ARCHIVES.computeIfAbsent(main, key -> archive(jars, key, input, first));
        return java(jars, main, "-XX:SharedArchiveFile=" + archive, List.of(args));
    }

    private static List<String> java(String jars, Class<?> main, String option, List<String> args) {
        List<String> command = new ArrayList<>(Children.java(main, args.toArray(String[]::new)));
        command.set(command.indexOf("-cp") + 1, jars);
        command.addAll(1, List.of(option, "-Xlog:disable", "-Xlog:all=error:stderr"));
        return command;
    }

    private static Path archive(String jars, Class<?> main, String input, List<String> args) {
        try {
            Path directory = Files.createTempDirectory("acp4j-classes");
            Path archive = directory.resolve(main.getSimpleName() + ".jsa");
            Path lines = Files.writeString(directory.resolve("input.txt"), input);
            Path output = directory.resolve("output.txt");
            Process process = new ProcessBuilder(java(jars, main, "-XX:ArchiveClassesAtExit=" + archive, args))
                    .redirectInput(lines.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(5, TimeUnit.MINUTES) || !Files.isRegularFile(archive)) {
                process.destroyForcibly();
                throw new IllegalStateException("no archive of classes was made: " + Files.readString(output));
            }
            for (Path file : List.of(directory, archive, lines, output)) {
                file.toFile().deleteOnExit();
            }
            return archive;
        } catch (IOException e) {
            throw new UncheckedIOException("no archive of classes was made", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while an archive of classes was made", e);
        }
    }
}
