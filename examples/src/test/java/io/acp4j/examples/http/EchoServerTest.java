package io.acp4j.examples.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.AcpClient;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.transport.http.AcpEndpoint;
import io.acp4j.transport.http.HttpServer;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EchoServerTest {

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theAgentServesClientsOverHttpAndOverWebSockets(boolean webSocket) {
        StringBuilder said = new StringBuilder();
        try (HttpServer server = EchoServer.start(0);
                AcpClient client = AcpClient.builder(
                                AcpEndpoint.connect(webSocket ? server.webSocketUri() : server.uri()))
                        .onUpdate((session, update) -> {
                            if (update instanceof AgentMessageChunk chunk) said.append(chunk.text());
                        })
                        .connect()) {
            client.newSession(Path.of(".").toAbsolutePath()).prompt("hello");
        }
        assertThat(said).hasToString("You said: hello");
    }
}
