package io.acp4j.transport.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.AcpAgent;
import io.acp4j.client.AcpClient;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.transport.ws.WsAuthenticator;
import io.acp4j.transport.ws.WsConnectException;
import io.acp4j.transport.ws.WsTransport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a servlet does that the container takes part in; the rest is in {@link ServerTest}. */
class ServletTest {

    private static final String ID = ServerTest.ID;

    private final BlockingQueue<Puppet> agents = new LinkedBlockingQueue<>();

    private static RawClient client(Served server, String... headers) {
        return new RawClient(
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(), server.uri(), headers);
    }

    private static AcpAgent asking() {
        return AcpAgent.builder()
                .info("asking-agent", "1")
                .onPrompt(turn -> {
                    var call = turn.toolCall(ToolCall.builder(new ToolCallId("c"), "a call")
                            .kind(ToolKind.OTHER)
                            .build());
                    var decision = turn.requestPermission(call, PermissionOption.allowOnce("yes", "Yes"));
                    call.complete("done");
                    turn.say("heard: " + turn.text() + (decision == null ? "" : ", decided"));
                })
                .build();
    }

    private static List<String> converse(Transport transport) {
        List<String> said = new CopyOnWriteArrayList<>();
        var builder = AcpClient.builder(transport)
                .onUpdate((session, update) -> said.add(
                        update instanceof AgentMessageChunk chunk
                                ? chunk.text()
                                : update.getClass().getSimpleName()))
                .onPermission((request, context) -> RequestPermissionResponse.selected(
                        request.options().get(0).optionId()));
        try (AcpClient client = builder.connect()) {
            assertThat(client.newSession(Path.of("/")).prompt("Hello").stopReason())
                    .isEqualTo(StopReason.END_TURN);
        }
        return said;
    }

    @ParameterizedTest
    @EnumSource(Served.Host.class)
    void agentSaysTheSameOverHttpAndOverAWebSocketOnOnePath(Served.Host host) throws Exception {
        try (Served server = host.serve(asking()::serve, Served.Setup.DEFAULT)) {
            List<String> overHttp = converse(AcpEndpoint.connect(server.uri()));
            assertThat(overHttp).contains("heard: Hello, decided");
            assertThat(converse(AcpEndpoint.connect(server.webSocketUri()))).isEqualTo(overHttp);
            await().atMost(Duration.ofMinutes(1)).until(() -> server.connections() == 0);
        }
    }

    @ParameterizedTest
    @EnumSource(Served.Host.class)
    void everyRequestAndWebSocketNeedsTheTokenAndAConnectionIsItsOwners(Served.Host host) throws Exception {
        try (Served server = host.serve(
                Puppet.agents(agents),
                Served.Setup.DEFAULT.with(
                        WsAuthenticator.bearerTokens(Map.of("a-token", "alice", "b-token", "bob"))))) {
            RawClient alice = client(server, "Authorization", "Bearer a-token");
            RawClient bob = client(server, "Authorization", "Bearer b-token");
            RawClient nobody = client(server);
            HttpResponse<String> refused = nobody.post(RawClient.INITIALIZE);
            assertThat(refused.statusCode()).isEqualTo(401);
            assertThat(refused.headers().firstValue("www-authenticate"))
                    .hasValueSatisfying(value -> assertThat(value).startsWith("Bearer"));
            String id = alice.initialize();
            assertThat(Puppet.take(agents).transport.principal()).isEqualTo("alice");
            HttpResponse<String> foreign = bob.post(ServerTest.NEW_SESSION, ID, id);
            HttpResponse<String> unknown = bob.post(ServerTest.NEW_SESSION, ID, "unknown");
            assertThat(foreign.statusCode()).isEqualTo(404).isEqualTo(unknown.statusCode());
            assertThat(foreign.body()).isEqualTo(unknown.body());
            assertThat(bob.open(id, null).status).isEqualTo(404);
            assertThat(bob.delete(ID, id).statusCode()).isEqualTo(404);
            assertThat(nobody.open(id, null).status).isEqualTo(401);
            assertThat(nobody.delete(ID, id).statusCode()).isEqualTo(401);
            assertThat(alice.delete(ID, id).statusCode()).isEqualTo(202);
            assertThatThrownBy(() -> WsTransport.builder(server.webSocketUri()).connect())
                    .isInstanceOf(WsConnectException.class)
                    .hasMessageContaining("401");
            WsTransport socket = WsTransport.builder(server.webSocketUri())
                    .header("Authorization", "Bearer b-token")
                    .connect();
            Puppet puppet = new Puppet(socket);
            socket.start(puppet);
            puppet.send(RawClient.INITIALIZE);
            assertThat(Puppet.take(agents).transport.principal()).isEqualTo("bob");
            socket.close();
        }
    }

    @ParameterizedTest
    @EnumSource(Served.Host.class)
    void webPagesOfOtherOriginsAndOtherHostsAreRefused(Served.Host host) throws Exception {
        try (Served server =
                host.serve(Puppet.agents(agents), Served.Setup.DEFAULT.withOrigins("https://editor.example.com"))) {
            String local = "Host: localhost:" + server.port();
            String end = "Connection: close\r\nContent-Length: 0";
            for (String method : List.of("GET", "POST", "DELETE", "OPTIONS")) {
                assertThat(raw(server, method, local, "Origin: https://evil.example.com", end))
                        .startsWith("HTTP/1.1 403");
                assertThat(raw(server, method, local, "Origin: null", end)).startsWith("HTTP/1.1 403");
                assertThat(raw(server, method, "Host: evil.example.com", end)).startsWith("HTTP/1.1 403");
                assertThat(raw(server, method, local, "Origin: https://editor.example.com", end))
                        .doesNotStartWith("HTTP/1.1 403")
                        .containsIgnoringCase("access-control-allow-origin: https://editor.example.com");
            }
            assertThat(raw(
                            server,
                            "OPTIONS",
                            local,
                            "Origin: https://editor.example.com",
                            "Access-Control-Request-Method: POST",
                            end))
                    .startsWith("HTTP/1.1 204")
                    .containsIgnoringCase("access-control-allow-methods: GET, POST, DELETE");
            assertThatThrownBy(() -> WsTransport.builder(server.webSocketUri())
                            .header("Origin", "https://evil.example.com")
                            .connect())
                    .hasMessageContaining("403");
        }
    }

    private static String raw(Served server, String method, String... lines) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream()
                    .write((method + " " + server.uri().getPath() + " HTTP/1.1\r\n" + String.join("\r\n", lines)
                                    + "\r\n\r\n")
                            .getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        }
    }

    @ParameterizedTest
    @EnumSource(Served.Host.class)
    void connectionsAreCountedInAllAndForEachPrincipal(Served.Host host) throws Exception {
        try (Served server = host.serve(
                Puppet.agents(agents),
                Served.Setup.DEFAULT
                        .withMaxConnections(3, 2)
                        .with(WsAuthenticator.bearerTokens(Map.of("a-token", "alice", "b-token", "bob"))))) {
            RawClient alice = client(server, "Authorization", "Bearer a-token");
            RawClient bob = client(server, "Authorization", "Bearer b-token");
            String first = alice.initialize();
            alice.initialize();
            assertThat(alice.post(RawClient.INITIALIZE).statusCode()).isEqualTo(429);
            bob.initialize();
            assertThat(bob.post(RawClient.INITIALIZE).statusCode()).isEqualTo(503);
            alice.delete(ID, first);
            alice.initialize();
        }
    }

    private Served lacking(Served.Host host, Containers.Lack lack) throws Exception {
        return host == Served.Host.TOMCAT
                ? Containers.tomcat(Puppet.agents(agents), Served.Setup.DEFAULT, lack)
                : Containers.jetty(Puppet.agents(agents), Served.Setup.DEFAULT, lack);
    }

    @ParameterizedTest
    @EnumSource(names = {"TOMCAT", "JETTY"})
    void containerWithoutWebSocketsRefusesThemAndSpeaksHttp(Served.Host host) throws Exception {
        try (Served server = lacking(host, Containers.Lack.WEBSOCKETS)) {
            assertThat(raw(server, "GET", upgrade(server)))
                    .startsWith("HTTP/1.1 501")
                    .contains("use Streamable HTTP");
            RawClient client = client(server);
            assertThat(client.delete(ID, client.initialize()).statusCode()).isEqualTo(202);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"TOMCAT", "JETTY"})
    void servletWithoutAsynchronousRequestsSaysSoAndRefusesTheRestAsUsual(Served.Host host) throws Exception {
        try (Served server = lacking(host, Containers.Lack.ASYNCHRONOUS_REQUESTS)) {
            RawClient client = client(server);
            HttpResponse<String> posted = client.post(RawClient.INITIALIZE);
            assertThat(posted.statusCode()).isEqualTo(500);
            assertThat(posted.body()).contains("not set up for asynchronous requests");
            assertThat(client.open("unknown", null).status).isEqualTo(500);
            assertThat(client.delete(ID, "unknown").statusCode()).isEqualTo(404);
            assertThat(agents).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Served.Host.class)
    void failingAuthenticatorRefusesEveryRequestWithoutSayingWhy(Served.Host host) throws Exception {
        WsAuthenticator failing = handshake -> {
            throw new IllegalStateException("the directory is down");
        };
        try (Served server = host.serve(Puppet.agents(agents), Served.Setup.DEFAULT.with(failing))) {
            RawClient client = client(server);
            HttpResponse<String> posted = client.post(RawClient.INITIALIZE);
            assertThat(posted.statusCode()).isEqualTo(500);
            assertThat(posted.body()).doesNotContain("directory");
            assertThat(client.open("unknown", null).status).isEqualTo(500);
            assertThat(raw(server, "GET", upgrade(server))).startsWith("HTTP/1.1 500");
            assertThat(agents).isEmpty();
        }
    }

    private static String[] upgrade(Served server, String... more) {
        return Stream.concat(
                        Stream.of(
                                "Host: localhost:" + server.port(),
                                "Connection: Upgrade, close",
                                "Upgrade: websocket",
                                "Sec-WebSocket-Version: 13",
                                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    private static WsTransport socket(Served server, String token) {
        WsTransport socket = WsTransport.builder(server.webSocketUri())
                .header("Authorization", "Bearer " + token)
                .connect();
        socket.start(new Puppet(socket));
        return socket;
    }

    private static void assertRefused(Served server, String token, int status) {
        assertThatThrownBy(() -> socket(server, token))
                .isInstanceOf(WsConnectException.class)
                .hasMessageContaining(String.valueOf(status));
    }

    @ParameterizedTest
    @EnumSource(names = {"TOMCAT", "JETTY"})
    void webSocketsAreCountedInAllAndForEachPrincipal(Served.Host host) throws Exception {
        try (Served server = host.serve(
                Puppet.agents(agents),
                Served.Setup.DEFAULT
                        .withMaxConnections(3, 2)
                        .with(WsAuthenticator.bearerTokens(Map.of("a-token", "alice", "b-token", "bob"))))) {
            WsTransport first = socket(server, "a-token");
            WsTransport second = socket(server, "a-token");
            assertRefused(server, "a-token", 429);
            WsTransport third = socket(server, "b-token");
            assertRefused(server, "b-token", 503);
            assertThat(server.connections()).isEqualTo(3);
            first.close();
            await().atMost(Duration.ofMinutes(1)).until(() -> server.connections() == 2);
            socket(server, "a-token").close();
            second.close();
            third.close();
            await().atMost(Duration.ofMinutes(1)).until(() -> server.connections() == 0);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"TOMCAT", "JETTY"})
    void webSocketThatTheContainerRefusesCountsForNobody(Served.Host host) throws Exception {
        try (Served server = host.serve(
                Puppet.agents(agents),
                Served.Setup.DEFAULT
                        .withMaxConnections(1, 1)
                        .with(WsAuthenticator.bearerTokens(Map.of("a-token", "alice"))))) {
            for (int i = 0; i < 3; i++) {
                assertThat(raw(
                                server,
                                "GET",
                                "Host: localhost:" + server.port(),
                                "Authorization: Bearer a-token",
                                "Connection: Upgrade, close",
                                "Upgrade: websocket",
                                "Sec-WebSocket-Version: 7",
                                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="))
                        .matches("(?s)HTTP/1.1 4(00|26).*");
            }
            assertThat(server.connections()).isZero();
            socket(server, "a-token").close();
        }
    }
}
