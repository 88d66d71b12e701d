package io.acp4j.examples.hosting;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.RemoteTerminal;
import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.ClientSession;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.transport.InMemoryTransport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** An agent of ours at work on files and with commands of a client of ours. */
class HostingClientTest {

    @TempDir
    private Path project;

    private final List<String> questions = new CopyOnWriteArrayList<>();
    private final List<String> seen = new CopyOnWriteArrayList<>();

    private AcpAgent agent() {
        return AcpAgent.builder()
                .info("worker", "1")
                .onPrompt(turn -> {
                    String file = project.resolve("notes.txt").toString();
                    seen.add(turn.client().readTextFile(file));
                    try {
                        turn.client().writeTextFile(file, "changed");
                    } catch (AcpErrorException e) {
                        seen.add(e.getMessage());
                    }
                    try (RemoteTerminal terminal = turn.client().createTerminal("cat", "notes.txt")) {
                        terminal.waitForExit();
                        seen.add(terminal.output().output());
                    }
                })
                .build();
    }

    private void work(boolean willing) throws Exception {
        Files.writeString(project.resolve("notes.txt"), "as it was");
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        AcpClientBuilder builder = AcpClient.builder(pair.client());
        HostingClient.host(builder, question -> {
            questions.add(question);
            return willing || question.startsWith("Run");
        });
        try (Connection serving = agent().serve(pair.agent());
                AcpClient client = builder.connect()) {
            ClientSession session = client.newSession(project);
            session.prompt("work");
            assertThat(serving.closed().toCompletableFuture()).isNotDone();
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void whatTheUserAllowsIsDone() throws Exception {
        work(true);

        assertThat(seen).containsExactly("as it was", "changed");
        assertThat(questions).containsExactly("Write " + project.resolve("notes.txt") + "?", "Run cat notes.txt?");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void whatTheUserRefusesIsNotDone() throws Exception {
        work(false);

        assertThat(seen).hasSize(3).last().isEqualTo("as it was");
        assertThat(seen.get(1)).contains("may not be written");
        assertThat(project.resolve("notes.txt")).hasContent("as it was");
    }
}
