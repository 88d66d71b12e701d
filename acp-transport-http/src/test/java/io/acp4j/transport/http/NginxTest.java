package io.acp4j.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.acp4j.agent.AcpAgent;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.transport.ws.WsLimits;
import io.acp4j.transport.ws.WsTransport;
import io.acp4j.transport.ws.testing.Certificates;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The guide's configuration of nginx, between real clients and a real server. */
@Tag("full")
class NginxTest {

    /** More requests than nginx takes on one socket unless it is told otherwise. */
    private static final int MANY = 1_100;

    private static final int MIB = 1024 * 1024;
    private static final int LARGE = 5 * MIB;

    /** The guide's time-outs and the signs of life of the defaults, both shorter: 4 s in place of 75 s, 0.1 s in place of 15 s. */
    private static final Map<String, String> SHORT = Map.of(
            "proxy_read_timeout 75s", "proxy_read_timeout 4s", "proxy_send_timeout 75s", "proxy_send_timeout 4s");

    private static final Duration SIGN_OF_LIFE = Duration.ofMillis(100);
    private static final Duration IDLE = Duration.ofSeconds(5);

    @TempDir
    private Path directory;

    @BeforeAll
    static void isThere() {
        assumeTrue(Nginx.program().isPresent(), "there is no nginx on the PATH");
    }

    static Stream<Arguments> waysAndVersions() {
        return Stream.of("https", "wss")
                .flatMap(scheme -> Stream.of(ProtocolVersion.V1, ProtocolVersion.V2)
                        .map(version -> Arguments.of(scheme, version)));
    }

    private static AcpAgent agent() {
        return AcpAgent.builder()
                .info("an-agent", "1")
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .onPrompt(turn -> {
                    switch (turn.text()) {
                        case "large" -> turn.say("x".repeat(LARGE));
                        case "ask" -> {
                            var call = turn.toolCall(ToolCall.builder(new ToolCallId("call"), "a call")
                                    .kind(ToolKind.OTHER)
                                    .build());
                            var decision = turn.requestPermission(call, PermissionOption.allowOnce("yes", "Yes"));
                            call.complete("done");
                            turn.say(decision == null ? "undecided" : "decided");
                        }
                        default -> turn.say("heard " + turn.text().length());
                    }
                })
                .build();
    }

    private static HttpServer serve(Duration signOfLife) {
        return HttpServer.builder(agent()::serve)
                .limits(HttpLimits.builder()
                        .keepAlive(signOfLife, Duration.ofMinutes(1))
                        .build())
                .webSocket(server -> server.threads(1)
                        .limits(WsLimits.builder()
                                .keepAlive(signOfLife, Duration.ofMinutes(1))
                                .build()))
                .start();
    }

    private static Transport connect(URI uri, Certificates trusted) {
        return uri.getScheme().equals("wss")
                ? WsTransport.builder(uri)
                        .tls(Certificates.context(trusted, null))
                        .limits(WsLimits.builder()
                                .keepAlive(Duration.ZERO, Duration.ofMinutes(1))
                                .build())
                        .connect()
                : HttpTransport.builder(uri)
                        .tls(Certificates.context(trusted, null))
                        .connect();
    }

    private static AcpClient client(
            URI uri, Certificates trusted, ProtocolVersion version, BlockingQueue<String> said) {
        return AcpClient.builder(connect(uri, trusted))
                .protocolVersions(version)
                .onUpdate((session, update) -> {
                    if (update instanceof AgentMessageChunk chunk) {
                        said.add(chunk.text());
                    }
                })
                .onPermission((request, context) -> RequestPermissionResponse.selected(
                        request.options().get(0).optionId()))
                .connect();
    }

    @ParameterizedTest
    @MethodSource("waysAndVersions")
    void conversationWithRequestsOfTheAgentAndMegabytesBothWaysPasses(String scheme, ProtocolVersion version)
            throws Exception {
        Certificates tls = Certificates.localhost();
        BlockingQueue<String> said = new LinkedBlockingQueue<>();
        try (HttpServer server = serve(HttpLimits.defaults().keepAliveInterval());
                Nginx nginx = Nginx.start(directory, server.port(), tls, Map.of())) {
            try (AcpClient client = client(nginx.uri(scheme), tls, version, said)) {
                List<ClientSession> sessions =
                        List.of(client.newSession(Path.of("/")), client.newSession(Path.of("/")));
                for (ClientSession session : sessions) {
                    session.prompt("ask");
                    assertThat(Puppet.take(said)).isEqualTo("decided");
                    session.prompt("large");
                    assertThat(Puppet.take(said)).hasSize(LARGE);
                    session.prompt("y".repeat(LARGE));
                    assertThat(Puppet.take(said)).isEqualTo("heard " + LARGE);
                }
            }
            await().atMost(Duration.ofMinutes(1)).until(() -> server.connections() == 0);
            String expected = scheme.equals("wss") ? "HTTP/1.1 GET 101" : "HTTP/2.0 POST 202";
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(nginx.requests()).contains(expected));
        }
    }

    /** Returns how nginx listens, with HTTP/2 and without. */
    static Stream<Arguments> socketsAndVersions() {
        return Stream.of("ssl http2;", "ssl;")
                .flatMap(socket -> Stream.of(ProtocolVersion.V1, ProtocolVersion.V2)
                        .map(version -> Arguments.of(socket, version)));
    }

    @ParameterizedTest
    @MethodSource("socketsAndVersions")
    void promptThatIsTooLongForTheProxyFailsAloneWithItsStatus(String socket, ProtocolVersion version)
            throws Exception {
        Certificates tls = Certificates.localhost();
        BlockingQueue<String> said = new LinkedBlockingQueue<>();
        Map<String, String> changes =
                Map.of("client_max_body_size 64m", "client_max_body_size 1m", "ssl http2;", socket);
        try (HttpServer server = serve(HttpLimits.defaults().keepAliveInterval());
                Nginx nginx = Nginx.start(directory, server.port(), tls, changes);
                AcpClient client = client(nginx.uri("https"), tls, version, said)) {
            ClientSession session = client.newSession(Path.of("/"));
            // The message is longer than its text.
            for (int length : new int[] {MIB, LARGE, LARGE}) {
                CompletableFuture<PromptResponse> refused = session.promptAsync("y".repeat(length));
                assertThat(refused)
                        .failsWithin(Duration.ofMinutes(1))
                        .withThrowableOfType(ExecutionException.class)
                        .havingCause()
                        .isInstanceOfSatisfying(
                                AcpErrorException.class,
                                error -> assertThat(error.error()
                                                .data()
                                                .toTree()
                                                .get("status")
                                                .asInt())
                                        .isEqualTo(413));
                session.prompt("hello");
                assertThat(Puppet.take(said)).isEqualTo("heard 5");
                session.prompt("y".repeat(MIB / 2));
                assertThat(Puppet.take(said)).isEqualTo("heard " + MIB / 2);
            }
        }
    }

    @Test
    void moreRequestsThanNginxTakesByDefaultPassOnOneSocket() throws Exception {
        Certificates tls = Certificates.localhost();
        BlockingQueue<String> said = new LinkedBlockingQueue<>();
        try (HttpServer server = serve(HttpLimits.defaults().keepAliveInterval());
                Nginx nginx = Nginx.start(directory, server.port(), tls, Map.of());
                AcpClient client = client(nginx.uri("https"), tls, ProtocolVersion.V1, said)) {
            ClientSession session = client.newSession(Path.of("/"));
            for (int i = 0; i < MANY; i++) {
                session.prompt("hello");
            }
            assertThat(said).hasSize(MANY);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"https", "wss"})
    void idleConnectionLivesOnSignsOfLifeThatAreShorterThanTheProxysTimeOuts(String scheme) throws Exception {
        Certificates tls = Certificates.localhost();
        BlockingQueue<String> said = new LinkedBlockingQueue<>();
        try (HttpServer server = serve(SIGN_OF_LIFE);
                Nginx nginx = Nginx.start(directory, server.port(), tls, SHORT);
                AcpClient client = client(nginx.uri(scheme), tls, ProtocolVersion.V1, said)) {
            ClientSession session = client.newSession(Path.of("/"));
            await().during(IDLE)
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> !client.closed().toCompletableFuture().isDone());
            session.prompt("hello");
            assertThat(Puppet.take(said)).isEqualTo("heard 5");
            assertThat(nginx.requests()).noneMatch(request -> request.contains(" GET "));
        }
    }

    /** Returns a client of a proxy for which a busy machine may be too slow to connect. */
    private static AcpClient connected(URI uri, Certificates trusted) {
        return await().atMost(Duration.ofMinutes(2))
                .ignoreExceptionsInstanceOf(AcpException.class)
                .until(() -> client(uri, trusted, ProtocolVersion.V1, new LinkedBlockingQueue<>()), client -> true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https", "wss"})
    void idleConnectionWithoutSignsOfLifeIsCutByTheProxy(String scheme) throws Exception {
        Certificates tls = Certificates.localhost();
        try (HttpServer server = serve(Duration.ZERO);
                Nginx nginx = Nginx.start(
                        directory, server.port(), tls, Map.of("proxy_read_timeout 75s", "proxy_read_timeout 1s"));
                AcpClient client = connected(nginx.uri(scheme), tls)) {
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> client.closed().toCompletableFuture().isDone());
        }
    }
}
