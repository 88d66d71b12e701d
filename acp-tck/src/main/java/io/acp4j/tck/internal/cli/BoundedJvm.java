package io.acp4j.tck.internal.cli;

import io.acp4j.process.PlatformEncoding;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A second JVM with a bounded heap, in which the kit runs when its own JVM was started without a flag: an archive cannot name flags,
 * and without them a JVM takes up to a quarter of the machine's memory before it collects garbage.
 */
final class BoundedJvm {

    /** Description for {@code --help}. */
    static final String HELP = "Without JVM flags (-X…), the kit runs in a second JVM with a heap of 170 MB.";

    /** Of the 300 MB that a run may take, some 60 are what a JVM takes beside its heap, and some 50 the JVM that only waits. */
    private static final List<String> FLAGS = List.of("-Xmx170m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    /** Flags of a JVM that decide about its memory, or that two JVMs cannot both have. */
    private static final List<String> DECISIVE = List.of("-X", "-agent", "-javaagent", "-Dcom.sun.management.");

    /** The variables from which a JVM takes flags. */
    private static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    /** How long the second JVM may take to write its reports when it is told to end; longer than {@link EarlyEnd} waits. */
    private static final Duration LIMIT = Duration.ofSeconds(40);

    private BoundedJvm() {}

    /**
     * Runs the kit in a second JVM, with the standard streams of this one, and waits for its end. A signal to end this JVM also ends the
     * other, and when this one is killed, the other ends by itself.
     *
     * @param args the command and its options
     * @return the exit code; empty when this JVM has flags of its own, or a second one cannot be started: the kit is to run in this one
     */
    static OptionalInt run(String[] args) {
        List<String> flags =
                new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
        String name = System.getProperty(Main.NAME);
        if (name != null) {
            // A program that contains the kit sets it without a flag.
            flags.removeIf(flag -> flag.startsWith("-D" + Main.NAME + "="));
            flags.add("-D" + Main.NAME + "=" + name);
        }
        List<String> command =
                command(flags, System::getenv, ProcessHandle.current().pid());
        if (command.isEmpty() || !isAlone()) {
            return OptionalInt.empty();
        }
        try {
            return OptionalInt.of(await(PlatformEncoding.ofThisSystem()
                    .start(new ProcessBuilder(Stream.concat(command.stream(), Arrays.stream(args))
                                    .toList())
                            .inheritIO())));
        } catch (IOException | IllegalArgumentException e) {
            return OptionalInt.empty();
        }
    }

    /** Returns whether the class path of this JVM is what the kit was loaded from, and not of a program that embeds it. */
    private static boolean isAlone() {
        return ClassLoader.getSystemClassLoader().equals(BoundedJvm.class.getClassLoader())
                && !BoundedJvm.class.getModule().isNamed();
    }

    /**
     * Returns the command for the second JVM, without the arguments of the kit.
     *
     * @param flags those of this JVM
     * @param environment its variables
     * @param self its process id
     * @return empty when this JVM is to do
     */
    static List<String> command(List<String> flags, UnaryOperator<@Nullable String> environment, long self) {
        boolean decided = flags.stream().anyMatch(flag -> DECISIVE.stream().anyMatch(flag::startsWith));
        Path java = Path.of(System.getProperty("java.home"), "bin", File.separatorChar == '/' ? "java" : "java.exe");
        if (decided || !Files.isExecutable(java)) {
            return List.of();
        }
        // What comes from a variable comes from there again, and may not be for all who can read command lines.
        List<String> inherited = VARIABLES.stream()
                .map(environment)
                .filter(value -> value != null)
                .flatMap(value -> Arrays.stream(value.split("\\s+")))
                .toList();
        List<String> command = new ArrayList<>(List.of(java.toString()));
        command.addAll(FLAGS);
        flags.stream().filter(flag -> !inherited.contains(flag)).forEach(command::add);
        command.add("-D" + ParentWatch.PROPERTY + "=" + self);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        return command;
    }

    private static int await(Process kit) {
        Thread hook = new Thread(() -> end(kit), "tck-end");
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            end(kit);
        }
        while (true) {
            try {
                return kit.waitFor();
            } catch (InterruptedException e) {
                // Nothing interrupts this thread to end it: its end is that of the kit.
            }
        }
    }

    /** Has it write its reports and end. */
    private static void end(Process kit) {
        // Where asking is not possible, the terminal has told both.
        if (kit.supportsNormalTermination()) {
            kit.destroy();
        }
        try {
            if (!kit.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                kit.destroyForcibly();
            }
        } catch (InterruptedException e) {
            kit.destroyForcibly();
        }
    }
}
