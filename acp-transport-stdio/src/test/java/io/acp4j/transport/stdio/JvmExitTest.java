package io.acp4j.transport.stdio;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.process.ProcessTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class JvmExitTest {

    @Test
    void processesOfATransportThatNobodyClosedEndWithTheJvm(@TempDir Path directory) throws Exception {
        Path output = directory.resolve("output");
        Process client = new ProcessBuilder(ChildJvm.command(LauncherMain.class))
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(client.waitFor(60, TimeUnit.SECONDS)).isTrue();
        List<String> pids = Files.readAllLines(output, UTF_8).stream()
                .filter(line -> line.matches("\\d+"))
                .toList();
        assertThat(pids).hasSize(2);
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(pids)
                        .noneMatch(pid -> ProcessHandle.of(Long.parseLong(pid))
                                .filter(ProcessTree::isRunning)
                                .isPresent()));
    }
}
