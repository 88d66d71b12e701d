package io.acp4j.tck.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.internal.wire.Json;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The kit as it is started by {@code java -jar}, without flags of the JVM. */
@DisabledOnOs(OS.WINDOWS)
// Reading what a process says cannot be interrupted.
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BoundedJvmTest {

    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private static final String CLASS_PATH = System.getProperty("java.class.path");

    /** A process passes on what it ignores: with `nohup`, as builds are started in the background, nothing below hears HUP. */
    private static final List<String> HEARS_SIGNALS =
            OS.LINUX.isCurrentOs() ? List.of("env", "--default-signal=HUP,INT,TERM") : List.of();

    @TempDir
    private Path directory;

    private final List<ProcessHandle> started = new ArrayList<>();

    private Process start(List<String> flags, Class<?> main, String... args) throws IOException {
        List<String> command = Stream.of(HEARS_SIGNALS, List.of(JAVA), flags, List.of(main.getName()), List.of(args))
                .flatMap(List::stream)
                .toList();
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(directory.resolve("output").toFile());
        // The tests of the build may have been given flags, which are not what these are about.
        List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS").forEach(builder.environment()::remove);
        Process process = builder.start();
        started.add(process.toHandle());
        return process;
    }

    private Process kit(String... args) throws IOException {
        return start(List.of("-cp", CLASS_PATH), Main.class, args);
    }

    /** Returns the file in which each subject of a busy run notes its process id. */
    private Path subjects() {
        return directory.resolve("subjects");
    }

    /** Starts a run, and waits for its first scenario. The subject ends at once till then, and keeps it busy by its silence for minutes after it. */
    private Process busyKit() throws IOException {
        Process kit = kit(
                "agent",
                "--progress",
                "plain",
                "--jobs",
                "1",
                "--timeout",
                "60",
                "--startup-timeout",
                "60",
                "--report-dir",
                directory.resolve("report").toString(),
                "--",
                "sh",
                "-c",
                "echo $$ >>\"$0\"; test $(wc -l <\"$0\") -gt 2 || exit 1; while read -r line; do :; done",
                subjects().toString());
        BufferedReader progress = kit.errorReader();
        assertThat(progress.readLine()).startsWith("1/");
        kit.descendants().forEach(started::add);
        return kit;
    }

    @AfterEach
    void endAll() throws Exception {
        List<ProcessHandle> all = started.stream()
                .flatMap(each -> Stream.concat(Stream.of(each), each.descendants()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        // They write into the directory, which is removed next.
        for (ProcessHandle each : all) {
            assertThatEnds(each);
        }
    }

    private static ProcessHandle secondJvm(Process kit) {
        List<ProcessHandle> children = kit.children().toList();
        assertThat(children).hasSize(1);
        return children.get(0);
    }

    private static void assertThatEnds(ProcessHandle process) throws Exception {
        process.onExit().get(60, TimeUnit.SECONDS);
    }

    private String partial() throws Exception {
        return Json.read(Files.readAllBytes(directory.resolve("report").resolve("report.json")))
                .path("partial")
                .asText();
    }

    @Test
    void aRunIsInASecondJvmWithABoundedHeap() throws Exception {
        Process kit = busyKit();

        assertThat(secondJvm(kit).info().arguments().orElseThrow())
                .contains("-Xmx170m", "-XX:+UseSerialGC", Main.class.getName());
    }

    @ParameterizedTest
    @CsvSource({"1, STDIO-001, report", "4, CLOSE, report", "2, NONE-001, report", "70, CLOSE, output/report"})
    void theExitCodeIsThatOfTheRun(int code, String only, String report) throws Exception {
        Process kit = kit(
                "agent",
                "--only",
                only,
                "--timeout",
                "1",
                "--startup-timeout",
                "1",
                "--report-dir",
                directory.resolve(report).toString(),
                "--",
                "sh",
                "-c",
                "echo hello; cat >/dev/null");

        assertThat(kit.waitFor(150, TimeUnit.SECONDS)).isTrue();
        assertThat(kit.exitValue()).isEqualTo(code);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "INT", "HUP"})
    void aSignalToEndReachesTheRunWhichStillReports(String signal) throws Exception {
        Process kit = busyKit();
        ProcessHandle run = secondJvm(kit);

        new ProcessBuilder("kill", "-s", signal, "" + kit.pid()).start().waitFor();

        assertThat(kit.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(run.isAlive()).isFalse();
        assertThat(kit.exitValue()).isGreaterThan(128);
        assertThat(partial()).contains("interrupted");
    }

    @Test
    void nothingIsLeftOfAKitThatIsKilled() throws Exception {
        Process kit = busyKit();
        ProcessHandle run = secondJvm(kit);

        kit.destroyForcibly();

        assertThatEnds(run);
        for (String subject : Files.readAllLines(subjects())) {
            ProcessHandle left = ProcessHandle.of(Long.parseLong(subject)).orElse(null);
            if (left != null) {
                assertThatEnds(left);
            }
        }
        assertThat(partial()).contains("interrupted");
    }

    @Test
    void aRunThatIsKilledEndsTheKit() throws Exception {
        Process kit = busyKit();

        secondJvm(kit).destroyForcibly();

        assertThat(kit.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(kit.exitValue()).isEqualTo(128 + 9);
    }

    @Test
    void theRunHasTheStandardStreamsOfTheKit() throws Exception {
        Process kit = kit("@/dev/stdin");
        try (OutputStream input = kit.getOutputStream()) {
            input.write("agent\n--only\nNONE-001\n--\ntrue\n".getBytes(StandardCharsets.UTF_8));
        }

        assertThat(kit.errorReader().lines()).anyMatch(line -> line.contains("There is no requirement NONE-001"));
        assertThat(kit.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(kit.exitValue()).isEqualTo(2);
    }

    /** What has the kit in a class loader of its own cannot be started again by its class path. */
    @Test
    void aKitThatIsEmbeddedRunsWhereItIs() throws Exception {
        String classes = Path.of(BoundedJvmTest.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
        Process embedding = start(List.of("-cp", classes), Embedding.class, CLASS_PATH);

        assertThat(embedding.errorReader().lines()).anyMatch(line -> line.contains("There is no requirement NONE-001"));
        assertThat(embedding.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(embedding.exitValue()).isEqualTo(2);
    }

    /** A program that loads the kit from a class path that it is told. */
    public static final class Embedding {

        private Embedding() {}

        public static void main(String[] args) throws Exception {
            List<URL> urls = new ArrayList<>();
            for (String each : args[0].split(File.pathSeparator)) {
                urls.add(Path.of(each).toUri().toURL());
            }
            ClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
            String[] arguments = {"agent", "--only", "NONE-001", "--", "true"};
            loader.loadClass("io.acp4j.tck.internal.cli.Main")
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) arguments);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Xmx1g",
                "-XX:MaxRAMPercentage=10",
                "-XX:+UseG1GC",
                "-agentlib:jdwp=transport=dt_socket,address=5005",
                "-javaagent:coverage.jar",
                "-Dcom.sun.management.jmxremote.port=9010"
            })
    void aJvmThatWasGivenFlagsRunsTheKitItself(String flag) {
        assertThat(BoundedJvm.command(List.of("-Dname=value", flag), name -> null, 7))
                .isEmpty();
    }

    @Test
    void otherArgumentsOfTheJvmArePassedOnButForThoseOfVariables() {
        Map<String, String> variables =
                Map.of("JAVA_TOOL_OPTIONS", "-Dpassword=secret  -Dtwo=2", "JDK_JAVA_OPTIONS", "-Dthree=3");

        List<String> command = BoundedJvm.command(
                List.of("-Dpassword=secret", "-Dtwo=2", "-Dthree=3", "-ea", "-Djava.io.tmpdir=/large"),
                variables::get,
                7);

        assertThat(command)
                .containsSubsequence(
                        JAVA, "-Xmx170m", "-ea", "-Djava.io.tmpdir=/large", "-D" + ParentWatch.PROPERTY + "=7")
                .endsWith("-cp", CLASS_PATH, Main.class.getName());
        assertThat(command)
                .noneMatch(each -> Arrays.asList("-Dpassword=secret", "-Dtwo=2", "-Dthree=3")
                        .contains(each));
    }
}
