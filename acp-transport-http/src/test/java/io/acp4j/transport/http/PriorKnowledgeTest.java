package io.acp4j.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.schema.init.ProtocolVersion;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that begin with HTTP/2 without TLS. */
@Timeout(300)
class PriorKnowledgeTest {

    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":%d,\"info\":{\"name\":\"c\",\"version\":\"1\"},\"capabilities\":{},\"clientCapabilities\":{}}}";
    private static final String NEW = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session/new\",\"params\":"
            + "{\"cwd\":\"/\",\"mcpServers\":[]}}";
    private static final String PROMPT = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"session/prompt\",\"params\":"
            + "{\"sessionId\":\"%s\",\"prompt\":[{\"type\":\"text\",\"text\":\"go\"}]}}";

    private static Map<String, String> headers(String... more) {
        Map<String, String> all = new HashMap<>(Map.of("accept", "application/json, text/event-stream"));
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        return all;
    }

    /** The request is over as soon as the prompt stands in the conversation, in version 2. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void turnComesToItsEndBeforeAServerThatShutsDownClosesTheSocket(int version) throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        AcpAgent agent = AcpAgent.builder()
                .info("closing", "1")
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .onPrompt(turn -> {
                    turn.say("first");
                    release.await();
                    turn.say("last");
                })
                .build();
        try (HttpServer server = HttpServer.builder(agent::serve).start();
                Http2Client client = new Http2Client(server.port())) {
            Http2Client.Response opened =
                    client.send("POST", headers("content-type", "application/json"), INITIALIZE.formatted(version));
            assertThat(opened.head().status().code()).isEqualTo(200);
            String id = opened.head().headers().get("acp-connection-id");
            Http2Client.Response connection = client.send("GET", headers("acp-connection-id", id), null);
            client.send("POST", headers("acp-connection-id", id, "content-type", "application/json"), NEW);
            connection.await("sessionId");
            String session = connection.text().replaceFirst("(?s).*\"sessionId\":\"([^\"]+)\".*", "$1");
            Http2Client.Response events =
                    client.send("GET", headers("acp-connection-id", id, "acp-session-id", session), null);
            client.send(
                    "POST",
                    headers("acp-connection-id", id, "acp-session-id", session, "content-type", "application/json"),
                    PROMPT.formatted(session));
            events.await("first");

            CompletionStage<Void> over = server.shutdown(Duration.ofMinutes(5));
            Http2Client.Response late =
                    client.send("POST", headers("content-type", "application/json"), INITIALIZE.formatted(version));
            assertThat(late.head().status().code()).isEqualTo(503);
            release.countDown();

            assertThat(events.body())
                    .contains("last", version == 1 ? "end_turn" : "idle")
                    .endsWith(": the server shuts down\n\n");
            assertThat(connection.body()).endsWith(": the server shuts down\n\n");
            client.closed().get(60, TimeUnit.SECONDS);
            over.toCompletableFuture().get(60, TimeUnit.SECONDS);
        } finally {
            release.countDown();
        }
    }
}
