package io.acp4j.tck.reference;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.cli.Main;
import io.acp4j.tck.internal.wire.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The kit in a process of its own with little memory, and an agent that sends more than fits into it. */
@Tag("full")
class LoudSubjectTest {

    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private static final List<String> FLAGS =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"));

    /** Has the kit let go of what it can read again: else its memory is full all the time, and is collected again and again. */
    private static final String KEEPS_NOTHING = "-XX:SoftRefLRUPolicyMSPerMB=0";

    @TempDir
    private Path directory;

    private Process start(List<String> flags, String only, String updates, String line) throws IOException {
        List<String> command = Stream.of(
                        List.of(JAVA),
                        flags,
                        List.of(Main.class.getName(), "agent", "--timeout", "60", "--startup-timeout", "60"),
                        List.of("--only", only, "--report-dir", directory.toString(), "--", JAVA, "-Xmx64m"),
                        FLAGS,
                        List.of(LoudAgent.class.getName(), updates, line))
                .flatMap(List::stream)
                .toList();
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile());
        // The tests of the build may have been given flags, which are not what these are about.
        List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS").forEach(builder.environment()::remove);
        return builder.start();
    }

    private int certify(String heap, String only, String updates, String line) throws Exception {
        List<String> flags =
                Stream.concat(Stream.of(heap, KEEPS_NOTHING), FLAGS.stream()).toList();
        Process kit = start(flags, only, updates, line);
        try {
            assertThat(kit.waitFor(150, TimeUnit.SECONDS)).isTrue();
            return kit.exitValue();
        } finally {
            end(kit);
        }
    }

    private static void end(Process kit) {
        kit.descendants().forEach(ProcessHandle::destroyForcibly);
        kit.destroyForcibly();
    }

    /** Returns the most memory that a process has had, as the kernel counts it; 0 for one that is gone. */
    private static int mostMegabytes(ProcessHandle process) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToInt(line -> Integer.parseInt(line.replaceAll("\\D", "")) / 1024)
                    .findFirst()
                    .orElse(0);
        } catch (NoSuchFileException | UncheckedIOException e) {
            return 0;
        }
    }

    /**
     * A run with the flags that users have, its two JVMs together. The kernel keeps the most that each has had, so it does not matter
     * how often that is read.
     */
    @Test
    @EnabledOnOs(OS.LINUX)
    @Timeout(180)
    void aRunTakesLessThan300MegabytesHoweverMuchItsSubjectSends() throws Exception {
        Process kit = start(
                List.of("-cp", System.getProperty("java.class.path")),
                "PROMPT-001,PROMPT-002,PROMPT-008",
                "20000000",
                "0");
        Map<Long, Integer> most = new HashMap<>();
        try {
            do {
                most.merge(kit.pid(), mostMegabytes(kit.toHandle()), Math::max);
                for (ProcessHandle run : kit.children().toList()) {
                    most.merge(run.pid(), mostMegabytes(run), Math::max);
                }
            } while (!kit.waitFor(50, TimeUnit.MILLISECONDS));
        } finally {
            end(kit);
        }

        assertThat(kit.exitValue()).isEqualTo(4);
        assertThat(outcomes()).containsOnly("PASS");
        assertThat(most).hasSize(2);
        assertThat(most.values().stream().mapToInt(Integer::intValue).sum())
                .as("megabytes of both JVMs: %s", most)
                .isLessThan(300);
    }

    /** The turns of the scenario bring three times as much as is kept; that, with its trees, would be more than the heap. */
    @Test
    @Timeout(180)
    void updatesThatDoNotFitIntoMemoryAreJudgedAllTheSame() throws Exception {
        int code = certify("-Xmx80m", "PROMPT-001,PROMPT-002,PROMPT-008", "8000000", "0");

        assertThat(directory.resolve("output")).content().contains("PARTIAL");
        assertThat(code).isEqualTo(4);
        assertThat(outcomes()).containsOnly("PASS");
    }

    @Test
    @Timeout(180)
    void aKitWithoutMemoryExitsWithTheCodeOfAFailureOfItsOwn() throws Exception {
        int code = certify("-Xmx24m", "INIT", "0", "30000000");

        assertThat(code).isEqualTo(70);
        assertThat(directory.resolve("report.json")).doesNotExist();
    }

    private List<String> outcomes() throws Exception {
        JsonNode report = Json.read(Files.readAllBytes(directory.resolve("report.json")));
        return report.path("requirements").findValuesAsText("outcome").stream()
                .filter(outcome -> !outcome.equals("SKIPPED"))
                .toList();
    }
}
