package io.acp4j.examples.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.tree.Conversations;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.examples.Children;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.v1.update.ContentChunk;
import io.acp4j.store.jdbc.SessionStores;
import io.acp4j.transport.ws.WsServer;
import io.acp4j.transport.ws.WsTransport;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WsAgentServerTest {

    /** Runs a client until the second turn waits, and kills it; gives the session and what the client was shown. */
    private static List<String> killInMidTurn(String address) throws Exception {
        Process client = new ProcessBuilder(Children.java(HangingClient.class, address))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> lines = new ArrayList<>();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))) {
            String line;
            while ((line = out.readLine()) != null) {
                lines.add(line);
                if (line.equals("wait")) {
                    break;
                }
            }
        } finally {
            client.destroyForcibly();
        }
        assertThat(client.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return lines;
    }

    @Test
    void clientThatWasKilledInMidTurnFindsAllThatWasSaid(@TempDir Path directory) throws Exception {
        try (Conversations conversations = Conversations.over(SessionStores.open(directory));
                WsServer server = WsAgentServer.start(conversations, 0)) {
            List<String> shown = killInMidTurn(server.uri().toString());
            await().atMost(Duration.ofSeconds(60)).until(() -> server.connections() == 0);

            List<String> replayed = new CopyOnWriteArrayList<>();
            AcpClient client = AcpClient.builder(
                            WsTransport.connect(server.uri().toString()))
                    .onUpdate((session, update) -> {
                        if (update instanceof ContentChunk chunk) {
                            replayed.add(chunk.text());
                        }
                    })
                    .connect();
            try (client) {
                SessionId id = new SessionId(shown.get(0).substring("session ".length()));
                ClientSession session = client.loadSession(id, Path.of("/"));
                assertThat(replayed)
                        .containsExactly(
                                "hello",
                                "Question 1. I have heard:",
                                "hello",
                                "wait",
                                "Question 2. I have heard:",
                                "hello",
                                "wait");
                replayed.clear();
                session.prompt("again");
                assertThat(replayed).endsWith("Question 3. I have heard:", "hello", "wait", "again");
            }
        }
    }
}
