package io.acp4j.examples.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.client.AcpClient;
import io.acp4j.examples.Children;
import io.acp4j.examples.echo.EchoAgent;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.transport.stdio.StdioTransport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Agents that do not go when their client does (trap 13 of those seen in real agents). */
@EnabledOnOs(OS.LINUX)
class StubbornAgentIT {

    /** Leaves a process behind, lets the agent serve, and stays when its input has ended. */
    private static final String SCRIPT = "sleep 300 & echo $! > \"$0/daemon\"; echo $$ > \"$0/agent\"; "
            + "echo 'a line that is no JSON'; \"$@\"; sleep 300";

    @TempDir
    Path directory;

    @Test
    void neitherTheAgentNorWhatItLeftBehindOutlivesTheClient() throws Exception {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", SCRIPT, directory.toString()));
        command.addAll(Children.java(EchoAgent.class));
        try (AcpClient client =
                AcpClient.builder(StdioTransport.launch(command)).connect()) {
            assertThat(client.newSession(directory).prompt("hi").stopReason()).isEqualTo(StopReason.END_TURN);
            assertThat(left()).hasSize(2);
        }
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(left()).isEmpty());
    }

    private List<ProcessHandle> left() throws Exception {
        List<ProcessHandle> alive = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                ProcessHandle.of(Long.parseLong(Files.readString(file).strip()))
                        .filter(ProcessHandle::isAlive)
                        .ifPresent(alive::add);
            }
        }
        return alive;
    }
}
