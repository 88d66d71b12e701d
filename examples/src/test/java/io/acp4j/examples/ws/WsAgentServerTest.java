package io.acp4j.examples.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.examples.Children;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.store.jdbc.SessionStores;
import io.acp4j.transport.ws.WsServer;
import io.acp4j.transport.ws.WsTransport;
import java.io.BufferedReader;
import java.io.IOException;
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

    private static final List<String> SAID = List.of(
            "hello", "Question 1. I have heard:", "hello", "wait", "Question 2. I have heard:", "hello", "wait");

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
        try (SessionRepository repository = SessionRepository.over(SessionStores.open(directory));
                WsServer server = WsAgentServer.start(repository, 0)) {
            List<String> shown = killInMidTurn(server.uri().toString());
            await().atMost(Duration.ofSeconds(60)).until(() -> server.connections() == 0);

            assertThat(replayed(server.uri().toString(), shown)).isEqualTo(SAID);
        }
    }

    @Test
    void serverThatWasKilledInMidTurnGivesBackAllThatWasSaid(@TempDir Path directory) throws Exception {
        String file = directory.resolve("sessions.db").toString();
        List<String> shown;
        Process first = server(file);
        try {
            shown = killInMidTurn(address(first));
        } finally {
            first.destroyForcibly();
        }
        assertThat(first.waitFor(60, TimeUnit.SECONDS)).isTrue();
        Process second = server(file);
        try {
            // The last message was shown while it was being said; it may not have been complete yet.
            assertThat(replayed(address(second), shown))
                    .startsWith(SAID.subList(0, SAID.size() - 1).toArray(String[]::new));
        } finally {
            second.destroyForcibly();
        }
    }

    private static Process server(String file) throws IOException {
        return new ProcessBuilder(Children.java(WsAgentServer.class, "0", file))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String address(Process server) throws IOException {
        String line = server.inputReader(StandardCharsets.UTF_8).readLine();
        assertThat(line).startsWith("serving ");
        return line.substring("serving ".length());
    }

    /** Loads the session and goes on with it; gives what has been replayed. */
    private static List<String> replayed(String address, List<String> shown) {
        List<String> texts = new CopyOnWriteArrayList<>();
        AcpClient client = AcpClient.builder(WsTransport.connect(address))
                .onUpdate((session, update) -> {
                    if (update instanceof ContentChunk chunk) {
                        texts.add(chunk.text());
                    }
                })
                .connect();
        try (client) {
            SessionId id = new SessionId(shown.get(0).substring("session ".length()));
            ClientSession session = client.loadSession(id, Path.of("/"));
            List<String> replayed = List.copyOf(texts);
            session.prompt("again");
            assertThat(texts).endsWith("Question 3. I have heard:", "hello", "wait", "again");
            return replayed;
        }
    }
}
