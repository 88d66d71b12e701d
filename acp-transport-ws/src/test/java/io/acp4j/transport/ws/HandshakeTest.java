package io.acp4j.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.transport.RecordingListener;
import io.acp4j.transport.ws.internal.netty.ConnectionCounts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class HandshakeTest {

    private static String answer(UnaryOperator<WsServerBuilder> settings, String request) throws IOException {
        try (Pair pair = new Pair(settings);
                RawSocket raw = RawSocket.connect(pair.server.port())) {
            return raw.ask(request);
        }
    }

    private static String answer(String request) throws IOException {
        return answer(UnaryOperator.identity(), request);
    }

    private static String get(String target, String lines) {
        return "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n" + lines + "\r\n";
    }

    @Test
    void upgradeCarriesAnIdentifierOfTheConnection() throws IOException {
        assertThat(answer(RawSocket.upgrade("")))
                .startsWith("HTTP/1.1 101 ")
                .containsIgnoringCase("sec-websocket-accept: " + RawSocket.ACCEPT)
                .containsPattern("Acp-Connection-Id: [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\r\n");
    }

    @Test
    void webPageOfAForeignOriginIsRefused() throws IOException {
        assertThat(answer(RawSocket.upgrade("Origin: https://evil.example\r\n")))
                .startsWith("HTTP/1.1 403 ");
        assertThat(answer(RawSocket.upgrade("Origin: null\r\n"))).startsWith("HTTP/1.1 403 ");
        assertThat(answer(RawSocket.upgrade("Origin: http://localhost:3000\r\n")))
                .startsWith("HTTP/1.1 403 ");
    }

    @Test
    void webPageOfAnAllowedOriginIsLetIn() throws IOException {
        assertThat(answer(
                        server -> server.allowedOrigins("https://Editor.example"),
                        RawSocket.upgrade("Origin: https://editor.example\r\n")))
                .startsWith("HTTP/1.1 101 ");
    }

    @Test
    void nameOfSomebodyElseIsRefused() throws IOException {
        String request = RawSocket.upgrade("");
        assertThat(answer(request.replace("Host: localhost", "Host: rebound.example:80")))
                .startsWith("HTTP/1.1 403 ");
        assertThat(answer(request.replace("Host: localhost", "Host: [::1]:80"))).startsWith("HTTP/1.1 101 ");
        assertThat(answer(request.replace("Host: localhost", "Host: 127.0.0.1:80")))
                .startsWith("HTTP/1.1 101 ");
        assertThat(answer(
                        server -> server.allowedHosts("agents.example"),
                        request.replace("Host: localhost", "Host: Agents.example:80")))
                .startsWith("HTTP/1.1 101 ");
    }

    @Test
    void serverOnAnotherAddressAnswersForItsHostsOnly() throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getByName("0.0.0.0"), 0);
        String request = RawSocket.upgrade("").replace("Host: localhost", "Host: agents.example");
        assertThat(answer(server -> server.address(any), request)).startsWith("HTTP/1.1 101 ");
        assertThat(answer(server -> server.address(any).allowedHosts("agents.example"), request))
                .startsWith("HTTP/1.1 101 ");
        assertThat(answer(server -> server.address(any).allowedHosts("other.example"), request))
                .startsWith("HTTP/1.1 403 ");
    }

    @Test
    void requestWithoutExactlyOneHostIsRefused() throws IOException {
        assertThat(answer(RawSocket.upgrade("").replace("Host: localhost\r\n", "")))
                .startsWith("HTTP/1.1 400 ");
        assertThat(answer(RawSocket.upgrade("Host: localhost\r\n"))).startsWith("HTTP/1.1 400 ");
    }

    @Test
    void whatIsNoRequestForAWebSocketIsAnswered() throws IOException {
        assertThat(answer(get("/health", ""))).startsWith("HTTP/1.1 200 ");
        assertThat(answer(get("/other", ""))).startsWith("HTTP/1.1 404 ");
        assertThat(answer(get("/acp", ""))).startsWith("HTTP/1.1 426 ").containsIgnoringCase("upgrade: websocket");
        assertThat(answer("POST /acp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}"))
                .startsWith("HTTP/1.1 405 ")
                .containsIgnoringCase("allow: GET");
        assertThat(answer(RawSocket.upgrade("").replace("Version: 13", "Version: 7")))
                .startsWith("HTTP/1.1 426 ")
                .containsIgnoringCase("sec-websocket-version: 13");
        assertThat(answer(RawSocket.upgrade("").replace("Sec-WebSocket-Key: " + RawSocket.KEY + "\r\n", "")))
                .startsWith("HTTP/1.1 400 ");
        assertThat(answer("hello\r\n\r\n")).startsWith("HTTP/1.1 400 ");
    }

    @Test
    void pathsCanBeChosen() throws IOException {
        UnaryOperator<WsServerBuilder> paths =
                server -> server.path("/agents/one").healthPath(null);
        assertThat(answer(paths, RawSocket.upgrade("").replace("/acp", "/agents/one?x=y")))
                .startsWith("HTTP/1.1 101 ");
        assertThat(answer(paths, get("/health", ""))).startsWith("HTTP/1.1 404 ");
    }

    @Test
    void tooLongARequestIsRefused() throws IOException {
        String header = "X-Long: " + "x".repeat(20_000) + "\r\n";
        assertThat(answer(RawSocket.upgrade(header))).startsWith("HTTP/1.1 431 ");
        assertThat(answer(get("/" + "x".repeat(10_000), ""))).startsWith("HTTP/1.1 414 ");
    }

    @Test
    void clientWithoutAValidTokenIsRefused() throws IOException {
        UnaryOperator<WsServerBuilder> tokens =
                server -> server.authenticator(WsAuthenticator.bearerTokens("first", "second"));
        assertThat(answer(tokens, RawSocket.upgrade("")))
                .startsWith("HTTP/1.1 401 ")
                .containsIgnoringCase("www-authenticate: Bearer");
        assertThat(answer(tokens, RawSocket.upgrade("Authorization: Bearer firs\r\n")))
                .startsWith("HTTP/1.1 401 ");
        assertThat(answer(tokens, RawSocket.upgrade("Authorization: Basic second\r\n")))
                .startsWith("HTTP/1.1 401 ");
        assertThat(answer(tokens, RawSocket.upgrade("").replace("/acp", "/acp?access_token=first")))
                .startsWith("HTTP/1.1 401 ");
        assertThat(answer(tokens, RawSocket.upgrade("Authorization: bearer second\r\n")))
                .startsWith("HTTP/1.1 101 ");
    }

    @Test
    void authenticatorThatFailsLetsNobodyIn() throws IOException {
        assertThat(answer(
                        server -> server.authenticator(handshake -> {
                            throw new IOException("expected by the test");
                        }),
                        RawSocket.upgrade("")))
                .startsWith("HTTP/1.1 500 ");
    }

    @Test
    void subprotocolIsAgreedOn() throws IOException {
        assertThat(answer(RawSocket.upgrade("Sec-WebSocket-Protocol: acp.v1, other\r\n")))
                .containsIgnoringCase("sec-websocket-protocol: acp.v1\r\n");
        assertThat(answer(
                        server -> server.subprotocols("other"),
                        RawSocket.upgrade("Sec-WebSocket-Protocol: acp.v1, other\r\n")))
                .containsIgnoringCase("sec-websocket-protocol: other\r\n");
    }

    @Test
    void silentClientIsDisconnected() throws IOException {
        try (Pair pair = new Pair(server -> server.handshakeTimeout(Duration.ofMillis(200)));
                RawSocket raw = RawSocket.connect(pair.server.port())) {
            raw.write((byte) 'G');
            assertThat(raw.readEnd()).isTrue();
        }
    }

    @Test
    void oneConnectionTooManyIsRefusedUntilAnotherOneEnds() throws Exception {
        try (Pair pair = new Pair(server -> server.maxConnections(2));
                RawSocket first = RawSocket.open(pair.server);
                RawSocket second = RawSocket.open(pair.server)) {
            try (RawSocket third = RawSocket.connect(pair.server.port())) {
                assertThat(third.ask(RawSocket.upgrade("")))
                        .startsWith("HTTP/1.1 503 ")
                        .containsIgnoringCase("retry-after: ");
            }
            pair.accepted().start(new RecordingListener());
            pair.accepted().start(new RecordingListener());
            second.close();
            await().atMost(Duration.ofSeconds(60))
                    .ignoreException(AssertionError.class)
                    .until(() -> {
                        RawSocket.open(pair.server).close();
                        return true;
                    });
            first.frame(0x88);
            assertThat(first.readClose()).isEqualTo(1005);
        }
    }

    @Test
    void connectionThatNobodyServesIsClosed() throws Exception {
        try (Pair pair = new Pair(server -> server.handshakeTimeout(Duration.ofSeconds(6)));
                RawSocket raw = RawSocket.open(pair.server)) {
            assertThat(raw.readClose()).isEqualTo(1011);
        }
        WsServer failing = WsServer.builder(transport -> {
                    throw new IllegalStateException("expected by the test");
                })
                .start();
        try (failing;
                RawSocket raw = RawSocket.open(failing)) {
            assertThat(raw.readClose()).isEqualTo(1011);
        }
    }

    @Test
    void connectionsAreCountedByAddress() throws IOException {
        ConnectionCounts counts = new ConnectionCounts(100, 2);
        InetAddress remote = InetAddress.getByName("192.0.2.1");
        InetAddress other = InetAddress.getByName("192.0.2.2");
        assertThat(counts.enter(remote)).isTrue();
        assertThat(counts.enter(remote)).isTrue();
        assertThat(counts.refusal(remote)).isNull();
        assertThat(counts.enter(remote)).isTrue();
        assertThat(counts.refusal(remote))
                .isNotNull()
                .satisfies(refusal -> assertThat(refusal.status().code()).isEqualTo(429));
        assertThat(counts.enter(other)).isTrue();
        assertThat(counts.refusal(other)).isNull();
        for (int i = 0; i < 3; i++) {
            counts.leave(remote);
        }
        assertThat(counts.refusal(remote)).isNull();
        assertThat(counts.all()).isEqualTo(1);
    }

    @Test
    void clientTellsWithWhatStatusItWasDeclined() {
        try (Pair pair = new Pair(server -> server.authenticator(handshake -> null))) {
            assertThatThrownBy(() -> Pair.client(pair.server.uri()).connect())
                    .isInstanceOfSatisfying(WsConnectException.class, e -> {
                        assertThat(e.status()).hasValue(401);
                        assertThat(e).hasMessageContaining("localhost");
                    });
        }
    }

    @Test
    void optionsOutOfRangeAreRefused() {
        WsServerBuilder builder = WsServer.builder(transport -> {});
        assertThatThrownBy(() -> builder.path("acp")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.maxConnections(0)).hasMessageContaining("maxConnections 0");
        assertThatThrownBy(() -> builder.handshakeTimeout(Duration.ZERO)).hasMessageContaining("handshakeTimeout");
        assertThatThrownBy(() -> WsTransport.connect("http://localhost/acp")).hasMessageContaining("http");
        assertThatThrownBy(() -> WsTransport.connect("ws://user:pass@localhost/acp"))
                .hasMessageNotContaining("pass");
        assertThatThrownBy(() -> WsLimits.builder().maxFrameBytes(1).build()).hasMessageContaining("maxFrameBytes 1");
        assertThatThrownBy(() -> WsAuthenticator.bearerTokens()).isInstanceOf(IllegalArgumentException.class);
    }
}
