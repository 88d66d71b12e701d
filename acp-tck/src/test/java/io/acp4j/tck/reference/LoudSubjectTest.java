package io.acp4j.tck.reference;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.cli.Main;
import io.acp4j.tck.internal.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The kit in a process of its own with little memory, and an agent that sends more than fits into it. */
class LoudSubjectTest {

    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private static final List<String> FLAGS =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"));

    /** Has the kit let go of what it can read again: else its memory is full all the time, and is collected again and again. */
    private static final String KEEPS_NOTHING = "-XX:SoftRefLRUPolicyMSPerMB=0";

    @TempDir
    private Path directory;

    private int certify(String heap, String only, String updates, String line) throws Exception {
        List<String> command = Stream.of(
                        List.of(JAVA, heap, KEEPS_NOTHING),
                        FLAGS,
                        List.of(Main.class.getName(), "agent", "--timeout", "60", "--startup-timeout", "60"),
                        List.of("--only", only, "--report-dir", directory.toString(), "--", JAVA, "-Xmx64m"),
                        FLAGS,
                        List.of(LoudAgent.class.getName(), updates, line))
                .flatMap(List::stream)
                .toList();
        Process kit = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile())
                .start();
        try {
            assertThat(kit.waitFor(150, TimeUnit.SECONDS)).isTrue();
            return kit.exitValue();
        } finally {
            kit.descendants().forEach(ProcessHandle::destroyForcibly);
            kit.destroyForcibly();
        }
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
