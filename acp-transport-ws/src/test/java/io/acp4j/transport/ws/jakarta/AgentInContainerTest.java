package io.acp4j.transport.ws.jakarta;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.client.AcpClient;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.transport.ws.WsServer;
import io.acp4j.transport.ws.WsTransport;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.server.ServerContainer;
import jakarta.websocket.server.ServerEndpointConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.glassfish.tyrus.spi.ServerContainerFactory;
import org.junit.jupiter.api.Test;

/** An agent in Tyrus, and clients that are built on Tyrus and on Netty; the README shows a part of it. */
class AgentInContainerTest {

    private static AcpAgent agent() {
        return AcpAgent.builder()
                .info("echo-agent", "1.0.0")
                .onPrompt(turn -> turn.say("You said: " + turn.text()))
                .build();
    }

    private static List<String> ask(Transport transport) {
        List<String> said = new CopyOnWriteArrayList<>();
        var builder = AcpClient.builder(transport).onUpdate((session, update) -> {
            if (update instanceof AgentMessageChunk chunk) {
                said.add(chunk.text());
            }
        });
        try (AcpClient client = builder.connect()) {
            client.newSession(Path.of("/")).prompt("Hello, agent!");
        }
        return said;
    }

    private static void addTo(ServerContainer container, AcpAgent agent) throws DeploymentException {
        // snippet:endpoint
        ServerEndpointConfig endpoint = JakartaEndpoint.builder(agent::serve)
                .allowedOrigins("https://editor.example.com")
                .build();
        container.addEndpoint(endpoint);
        // end
    }

    @Test
    void agentInAContainerAnswersClientsOfBothKinds() throws Exception {
        try (Tyrus server = Tyrus.serving(agent()::serve, builder -> builder)) {
            assertThat(ask(server.client(server.uri()).connect())).containsExactly("You said: Hello, agent!");
            assertThat(ask(WsTransport.connect(server.uri().toString()))).containsExactly("You said: Hello, agent!");
        }
    }

    @Test
    void clientInAContainerTalksToTheNettyServer() {
        try (WsServer server = WsServer.builder(agent()::serve).start()) {
            assertThat(ask(JakartaTransport.connect(server.uri().toString())))
                    .containsExactly("You said: Hello, agent!");
        }
    }

    @Test
    void endpointIsAddedToAnyContainer() throws Exception {
        var container = ServerContainerFactory.createServerContainer();
        addTo(container, agent());
        container.start("/", 0);
        container.stop();
    }
}
