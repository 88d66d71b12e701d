package io.acp4j.transport.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.transport.ws.WsAuthenticator;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server refuses, whoever asks; some of it is asked on raw sockets. */
class ServerSecurityTest {

    private static final String ID = "Acp-Connection-Id";

    private final BlockingQueue<Puppet> agents = new LinkedBlockingQueue<>();
    private @Nullable HttpServer running;

    private void start(UnaryOperator<HttpServerBuilder> settings) {
        running = settings.apply(HttpServer.builder(Puppet.agents(agents))).start();
    }

    private HttpServer server() {
        return Objects.requireNonNull(running);
    }

    private RawClient client(String... headers) {
        return new RawClient(
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(), server().uri(), headers);
    }

    /** Sends bytes as they are; returns all that comes back, until the server closes. */
    private String raw(String request) throws IOException {
        try (Socket socket = open()) {
            socket.getOutputStream().write(request.getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        }
    }

    private Socket open() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server().port());
        socket.setSoTimeout(60_000);
        return socket;
    }

    private static String head(String method, String... lines) {
        return method + " /acp HTTP/1.1\r\n" + (lines.length == 0 ? "" : String.join("\r\n", lines) + "\r\n") + "\r\n";
    }

    @AfterEach
    void close() throws Exception {
        server().shutdown(Duration.ZERO).toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST", "DELETE", "OPTIONS"})
    void webPagesOfOtherOriginsAndOtherHostsAreRefusedWhateverTheyAskFor(String method) throws Exception {
        start(builder -> builder.allowedOrigins("https://editor.example.com"));
        String end = "Connection: close\r\nContent-Length: 0";
        String host = "Host: localhost:" + server().port();
        assertThat(raw(head(method, host, "Origin: https://evil.example.com", end)))
                .startsWith("HTTP/1.1 403");
        assertThat(raw(head(method, host, "Origin: null", end))).startsWith("HTTP/1.1 403");
        assertThat(raw(head(method, "Host: evil.example.com", end))).startsWith("HTTP/1.1 403");
        assertThat(raw(head(method, end))).startsWith("HTTP/1.1 400");
        assertThat(raw(head(method, host, "Origin: https://editor.example.com", end)))
                .doesNotStartWith("HTTP/1.1 403");
        assertThat(raw(head(
                        "GET",
                        host,
                        "Origin: https://evil.example.com",
                        "Upgrade: websocket",
                        "Connection: Upgrade",
                        "Sec-WebSocket-Version: 13",
                        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==")))
                .startsWith("HTTP/1.1 403");
    }

    @Test
    void webPagesOfListedOriginsMayReadWhatTheyNeed() throws Exception {
        start(builder -> builder.allowedOrigins("https://editor.example.com"));
        String host = "Host: localhost:" + server().port();
        String origin = "Origin: https://editor.example.com";
        String preflight =
                raw(head("OPTIONS", host, origin, "Access-Control-Request-Method: POST", "Connection: close"));
        assertThat(preflight)
                .startsWith("HTTP/1.1 204")
                .containsIgnoringCase("access-control-allow-origin: https://editor.example.com")
                .containsIgnoringCase("access-control-allow-methods: GET, POST, DELETE")
                .containsIgnoringCase("acp-connection-id, acp-session-id");
        String response = raw(head(
                        "POST",
                        host,
                        origin,
                        "Content-Type: application/json",
                        "Connection: close",
                        "Content-Length: " + RawClient.INITIALIZE.length())
                + RawClient.INITIALIZE);
        assertThat(response)
                .startsWith("HTTP/1.1 200")
                .containsIgnoringCase("access-control-allow-origin: https://editor.example.com")
                .containsIgnoringCase("access-control-expose-headers: acp-connection-id");
    }

    @Test
    void everyRequestNeedsTheTokenAndTheConnectionIsItsOwners() throws Exception {
        start(builder ->
                builder.authenticator(WsAuthenticator.bearerTokens(Map.of("a-token", "alice", "b-token", "bob"))));
        RawClient alice = client("Authorization", "Bearer a-token");
        RawClient bob = client("Authorization", "Bearer b-token");
        RawClient nobody = client();
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
        assertThat(nobody.post(ServerTest.NEW_SESSION, ID, id).statusCode()).isEqualTo(401);
        assertThat(nobody.open(id, null).status).isEqualTo(401);
        assertThat(nobody.delete(ID, id).statusCode()).isEqualTo(401);
        assertThat(alice.post(ServerTest.NEW_SESSION, ID, id).statusCode()).isEqualTo(202);
    }

    @Test
    void refusalsNeverRepeatWhatWasSent() throws Exception {
        start(builder -> builder);
        RawClient client = client();
        String id = client.initialize();
        for (HttpResponse<String> each : List.of(
                client.post("{\"secret-word\"", ID, id),
                client.post("{}", ID, "secret-word"),
                client.post(ServerTest.request(1, "session/prompt", "secret-word"), ID, id),
                client.send(client.request("Content-Type", "secret-word/x")
                        .POST(HttpRequest.BodyPublishers.ofString("{}"))))) {
            assertThat(each.statusCode()).isBetween(400, 499);
            assertThat(each.body()).isNotBlank().doesNotContain("secret-word");
        }
    }

    @Test
    void connectionsAreCountedInAllAndForEachPrincipal() throws Exception {
        start(builder -> builder.maxConnections(3, 2)
                .authenticator(WsAuthenticator.bearerTokens(Map.of("a-token", "alice", "b-token", "bob"))));
        RawClient alice = client("Authorization", "Bearer a-token");
        RawClient bob = client("Authorization", "Bearer b-token");
        String first = alice.initialize();
        alice.initialize();
        assertThat(alice.post(RawClient.INITIALIZE).statusCode()).isEqualTo(429);
        bob.initialize();
        assertThat(bob.post(RawClient.INITIALIZE).statusCode()).isEqualTo(503);
        alice.delete(ID, first);
        alice.initialize();
    }

    @Test
    void sessionStreamsAreCounted() throws Exception {
        start(builder -> builder.limits(HttpLimits.builder().maxStreams(2).build()));
        RawClient client = client();
        String id = client.initialize();
        assertThat(client.open(id, "one").status).isEqualTo(200);
        assertThat(client.open(id, "two").status).isEqualTo(200);
        assertThat(client.open(id, "three").status).isEqualTo(429);
        assertThat(client.post(ServerTest.request(1, "session/prompt", "three"), ID, id, "Acp-Session-Id", "three")
                        .statusCode())
                .isEqualTo(429);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 2\r\nContent-Length: 3",
                "Content-Length: 2\r\nTransfer-Encoding: chunked",
                "X: a\r\n b",
                "Content-Length: -1",
                "Acp-Session-Id: a\r\nAcp-Session-Id: b\r\nContent-Length: 2",
                "Authorization: a\r\nAuthorization: b\r\nContent-Length: 2"
            })
    void requestsThatCouldBeReadInTwoWaysAreRefused(String lines) throws Exception {
        start(builder -> builder);
        String host = "Host: localhost:" + server().port();
        assertThat(raw(head("POST", host, "Content-Type: application/json", "Connection: close", lines) + "{}"))
                .startsWith("HTTP/1.1 400");
    }

    @Test
    void requestThatDoesNotWaitForTheResponseBeforeIsNotServed() throws Exception {
        start(builder -> builder);
        String host = "Host: localhost:" + server().port();
        String post =
                head("POST", host, "Content-Type: application/json", "Content-Length: " + RawClient.INITIALIZE.length())
                        + RawClient.INITIALIZE;
        String responses = raw(post + post);
        assertThat(responses).startsWith("HTTP/1.1 200").containsIgnoringCase("connection: close");
        assertThat(responses.split("HTTP/1.1", -1)).hasSize(2);
    }

    @Test
    void bodyIsAskedForWhenTheRequestMayBeSent() throws Exception {
        start(builder -> builder);
        try (Socket socket = open()) {
            socket.getOutputStream()
                    .write(head(
                                    "POST",
                                    "Host: localhost",
                                    "Content-Type: application/json",
                                    "Connection: close",
                                    "Expect: 100-continue",
                                    "Content-Length: " + RawClient.INITIALIZE.length())
                            .getBytes(US_ASCII));
            InputStream in = socket.getInputStream();
            assertThat(new String(in.readNBytes("HTTP/1.1 100".length()), US_ASCII))
                    .isEqualTo("HTTP/1.1 100");
            socket.getOutputStream().write(RawClient.INITIALIZE.getBytes(US_ASCII));
            assertThat(new String(in.readAllBytes(), US_ASCII)).contains("HTTP/1.1 200");
        }
    }

    @Test
    void clientMayBeginWithHttp2WithoutTls() throws Exception {
        start(builder -> builder);
        try (Socket socket = open()) {
            byte[] emptySettings = {0, 0, 0, 4, 0, 0, 0, 0, 0};
            // In two pieces, as the network may cut them.
            socket.getOutputStream().write("PRI * HTTP/2".getBytes(US_ASCII));
            socket.getOutputStream().write(".0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII));
            socket.getOutputStream().write(emptySettings);
            byte[] frame = socket.getInputStream().readNBytes(9);
            assertThat(frame[3]).as("the type of the first frame, SETTINGS").isEqualTo((byte) 4);
        }
    }

    @Test
    void webSocketIsOpenedOnThePathAndPortOfHttp() throws Exception {
        start(builder -> builder);
        try (Socket socket = open()) {
            socket.getOutputStream()
                    .write(head(
                                    "GET",
                                    "Host: localhost",
                                    "Upgrade: websocket",
                                    "Connection: Upgrade",
                                    "Sec-WebSocket-Version: 13",
                                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==")
                            .getBytes(US_ASCII));
            byte[] response = socket.getInputStream().readNBytes("HTTP/1.1 101".length());
            assertThat(new String(response, US_ASCII)).isEqualTo("HTTP/1.1 101");
        }
    }

    @Test
    void healthIsToldToEverybodyOfThisHost() throws Exception {
        start(builder -> builder.authenticator(WsAuthenticator.bearerTokens("a-token")));
        assertThat(raw("GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200")
                .contains("ok");
        assertThat(raw("GET /elsewhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 404");
    }

    @Test
    void bodyOfTheRequestForAStreamIsNotKeptWhileTheStreamIsOpen() throws Exception {
        start(builder -> builder);
        String id = client().initialize();
        byte[] body =
                new byte[15 * 1024 * 1024]; // all of them are more than the bodies of all requests together may be
        List<Socket> streams = new ArrayList<>();
        try {
            for (int i = 0; i < 18; i++) {
                Socket stream = open();
                streams.add(stream);
                stream.getOutputStream()
                        .write(head(
                                        "GET",
                                        "Host: localhost:" + server().port(),
                                        "Accept: text/event-stream",
                                        ID + ": " + id,
                                        "Acp-Session-Id: session-" + i,
                                        "Content-Length: " + body.length)
                                .getBytes(US_ASCII));
                stream.getOutputStream().write(body);
                assertThat(new String(stream.getInputStream().readNBytes(12), US_ASCII))
                        .isEqualTo("HTTP/1.1 200");
            }
        } finally {
            for (Socket stream : streams) {
                stream.close();
            }
        }
    }
}
