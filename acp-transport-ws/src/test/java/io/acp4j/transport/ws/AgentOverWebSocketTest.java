package io.acp4j.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.AcpAgent;
import io.acp4j.client.AcpClient;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.AgentMessageChunk;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** An agent and clients of it over real sockets; the README shows parts of it. */
class AgentOverWebSocketTest {

    private static AcpAgent agent() {
        return AcpAgent.builder()
                .info("echo-agent", "1.0.0")
                .onPrompt(turn -> turn.say("You said: " + turn.text()))
                .build();
    }

    private static WsServer serve(AcpAgent agent, String token) {
        // snippet:server
        WsServer server = WsServer.builder(agent::serve)
                .authenticator(WsAuthenticator.bearerTokens(token))
                .start();
        // end
        return server;
    }

    private static void ask(URI address, String token, List<String> said) {
        // snippet:client
        WsTransport transport = WsTransport.builder(address).bearerToken(token).connect();
        var builder = AcpClient.builder(transport).onUpdate((session, update) -> {
            if (update instanceof AgentMessageChunk chunk) said.add(chunk.text());
        });
        try (AcpClient client = builder.connect()) {
            client.newSession(Path.of("/")).prompt("Hello, agent!");
        }
        // end
    }

    @Test
    void clientTalksToAnAgentThatDemandsAToken() {
        List<String> said = new CopyOnWriteArrayList<>();
        try (WsServer server = serve(agent(), "a-token-for-the-test")) {
            ask(server.uri(), "a-token-for-the-test", said);
            assertThatThrownBy(() -> ask(server.uri(), "a-guess", said))
                    .isInstanceOfSatisfying(
                            WsConnectException.class,
                            e -> assertThat(e.status()).hasValue(401));
        }
        assertThat(said).containsExactly("You said: Hello, agent!");
    }

    @Test
    void oneAgentServesManyClients() {
        try (WsServer server = WsServer.builder(agent()::serve).start()) {
            List<AcpClient> clients = new ArrayList<>();
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                WsTransport transport = WsTransport.builder(server.uri()).connect();
                ids.add(transport.connectionId().orElseThrow());
                clients.add(AcpClient.builder(transport).connect());
            }
            assertThat(ids).doesNotHaveDuplicates();
            assertThat(server.connections()).isEqualTo(20);
            for (AcpClient client : clients) {
                assertThat(client.newSession(Path.of(".").toAbsolutePath())
                                .prompt("Hello")
                                .stopReason())
                        .isEqualTo(StopReason.END_TURN);
            }
            clients.forEach(AcpClient::close);
        }
    }
}
