package io.acp4j.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.AcpAgent;
import io.acp4j.client.AcpClient;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.transport.ws.WsAuthenticator;
import io.acp4j.transport.ws.WsServer;
import io.acp4j.transport.ws.WsTls;
import io.acp4j.transport.ws.testing.Certificates;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** An agent and clients of it over real sockets. */
class AgentOverHttpTest {

    private static AcpAgent echo() {
        return AcpAgent.builder()
                .info("echo-agent", "1.0.0")
                .onPrompt(turn -> turn.say("You said: " + turn.text()))
                .build();
    }

    private static HttpServer serve(AcpAgent agent, WsTls tls, String token) {
        // snippet:server
        HttpServer server = HttpServer.builder(agent::serve)
                .tls(tls)
                .authenticator(WsAuthenticator.bearerTokens(token))
                .start();
        // end
        return server;
    }

    private static String ask(URI address, String token) {
        // snippet:client
        Transport transport = AcpEndpoint.connect(address, token);
        try (AcpClient client = AcpClient.builder(transport).connect()) {
            return client.newSession(Path.of("/"))
                    .prompt("Hello, agent!")
                    .stopReason()
                    .value();
        }
        // end
    }

    private static void converse(Transport transport, List<String> said) {
        var builder = AcpClient.builder(transport).onUpdate((session, update) -> {
            if (update instanceof AgentMessageChunk chunk) {
                said.add(chunk.text());
            }
        });
        try (AcpClient client = builder.connect()) {
            assertThat(client.newSession(Path.of("/")).prompt("Hello, agent!").stopReason())
                    .isEqualTo(StopReason.END_TURN);
        }
    }

    @Test
    void sameAgentSaysTheSameOverHttpAndOverAWebSocketOnOnePort() {
        List<String> overHttp = new CopyOnWriteArrayList<>();
        List<String> overWebSocket = new CopyOnWriteArrayList<>();
        try (HttpServer server = HttpServer.builder(echo()::serve).start()) {
            converse(AcpEndpoint.connect(server.uri()), overHttp);
            converse(AcpEndpoint.connect(server.webSocketUri()), overWebSocket);
        }
        assertThat(overHttp).containsExactly("You said: Hello, agent!").isEqualTo(overWebSocket);
    }

    @Test
    void agentIsReachedWithTlsAndHttp2AndAToken() throws Exception {
        Certificates certificates = Certificates.localhost();
        List<String> said = new CopyOnWriteArrayList<>();
        WsTls tls = WsTls.pem(certificates.certificate(), certificates.key());
        try (HttpServer server = serve(echo(), tls, "a-token-for-the-test")) {
            HttpTransportBuilder client =
                    HttpTransport.builder(server.uri()).tls(Certificates.context(certificates, null));
            converse(client.bearerToken("a-token-for-the-test").connect(), said);
            Transport guessing = client.bearerToken("a-guess").connect();
            assertThatThrownBy(() -> converse(guessing, said)).isInstanceOf(AcpException.class);
            assertThat(guessing.closed().toCompletableFuture().get(60, TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(
                            HttpCloseReason.class,
                            reason -> assertThat(reason.status()).isEqualTo(401));
        }
        assertThat(said).containsExactly("You said: Hello, agent!");
    }

    @Test
    void oneAgentServesManyClientsAndSessions() {
        try (HttpServer server = HttpServer.builder(echo()::serve).start()) {
            List<AcpClient> clients = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                clients.add(AcpClient.builder(AcpEndpoint.connect(server.uri())).connect());
            }
            assertThat(server.connections()).isEqualTo(10);
            for (AcpClient client : clients) {
                for (int i = 0; i < 3; i++) {
                    assertThat(client.newSession(Path.of("/")).prompt("Hello").stopReason())
                            .isEqualTo(StopReason.END_TURN);
                }
            }
            clients.forEach(AcpClient::close);
        }
    }

    @Test
    void clientThatGoesEndsTheTurnThatRuns() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CompletableFuture<Boolean> cancelled = new CompletableFuture<>();
        AcpAgent agent = AcpAgent.builder()
                .info("patient-agent", "1.0.0")
                .onPrompt(turn -> {
                    running.countDown();
                    turn.cancellation().onCancel(() -> cancelled.complete(true));
                    assertThat(cancelled.get(60, TimeUnit.SECONDS)).isTrue();
                })
                .build();
        try (HttpServer server = HttpServer.builder(agent::serve).start()) {
            AcpClient client =
                    AcpClient.builder(AcpEndpoint.connect(server.uri())).connect();
            var session = client.newSession(Path.of("/"));
            var turn = CompletableFuture.runAsync(() -> session.prompt("Wait"));
            assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();
            client.close();
            assertThat(cancelled.get(60, TimeUnit.SECONDS)).isTrue();
            assertThat(turn).failsWithin(Duration.ofMinutes(1));
        }
    }

    @Test
    void cancelledTurnEndsAsCancelled() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        AcpAgent agent = AcpAgent.builder()
                .info("patient-agent", "1.0.0")
                .onPrompt(turn -> {
                    CountDownLatch cancelled = new CountDownLatch(1);
                    turn.cancellation().onCancel(cancelled::countDown);
                    running.countDown();
                    cancelled.await();
                })
                .build();
        try (HttpServer server = HttpServer.builder(agent::serve).start();
                AcpClient client =
                        AcpClient.builder(AcpEndpoint.connect(server.uri())).connect()) {
            var session = client.newSession(Path.of("/"));
            var turn = CompletableFuture.supplyAsync(() -> session.prompt("Wait"));
            assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();
            session.cancel();
            assertThat(turn.get(60, TimeUnit.SECONDS).stopReason()).isEqualTo(StopReason.CANCELLED);
        }
    }

    @Test
    void oneAddressIsEnoughToConnect() {
        try (HttpServer server = HttpServer.builder(echo()::serve)
                .authenticator(WsAuthenticator.bearerTokens("a-token-for-the-test"))
                .start()) {
            assertThat(ask(server.uri(), "a-token-for-the-test")).isEqualTo("end_turn");
            assertThat(ask(server.webSocketUri(), "a-token-for-the-test")).isEqualTo("end_turn");
            assertThatThrownBy(() -> ask(server.uri(), "a-guess")).isInstanceOf(AcpException.class);
        }
    }

    @Test
    void addressesOfOtherKindsAreRefused() {
        assertThatThrownBy(() -> AcpEndpoint.connect(URI.create("ftp://localhost/")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ws, wss, http or https");
    }

    @Test
    void serverThatSpeaksWebSocketsOnlyIsExplained() throws Exception {
        try (var server = WsServer.builder(echo()::serve).start()) {
            URI uri = URI.create("http://localhost:" + server.port() + "/acp");
            Transport transport = AcpEndpoint.connect(uri);
            assertThatThrownBy(() -> AcpClient.builder(transport).connect()).isInstanceOf(AcpException.class);
            assertThat(transport
                            .closed()
                            .toCompletableFuture()
                            .get(60, TimeUnit.SECONDS)
                            .description())
                    .contains("405", "WebSockets only", "ws://localhost:" + server.port() + "/acp");
        }
    }
}
