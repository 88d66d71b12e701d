package io.acp4j.transport.ws;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.rpc.transport.RecordingListener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.SocketException;
import java.net.URI;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers and proxies that decline, in every way in which HTTP can end a response, or does not. */
class RefusalTest {

    private static final Duration GENEROUS = Duration.ofSeconds(60);

    /** Longer than a test waits: what ends by this time-out has not been recognised. */
    private static final Duration NEVER = Duration.ofMinutes(10);

    private static Arguments refusal(String name, int status, String message, String response) {
        return Arguments.of(name, status, message, response);
    }

    static Stream<Arguments> refusals() {
        String body = "x".repeat(100_000);
        return Stream.of(
                refusal("no length", 403, "declined with 403 Forbidden", "HTTP/1.1 403 No\r\n\r\n"),
                refusal("no length, a body", 500, "declined with 500", "HTTP/1.1 500 No\r\n\r\nsorry"),
                refusal("length", 401, "declined with 401 Unauth", "HTTP/1.1 401 No\r\nContent-Length: 2\r\n\r\nno"),
                refusal("body cut off", 503, "declined with 503", "HTTP/1.1 503 No\r\nContent-Length: 9\r\n\r\nx"),
                refusal(
                        "length of many gigabytes",
                        400,
                        "declined with 400",
                        "HTTP/1.1 400 No\r\nContent-Length: 99999999999\r\n\r\n" + body),
                refusal(
                        "chunked",
                        429,
                        "declined with 429 Too Many Requests",
                        "HTTP/1.1 429 No\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\n\r\n"),
                refusal(
                        "chunked without an end",
                        404,
                        "declined with 404 Not Found",
                        "HTTP/1.1 404 No\r\nTransfer-Encoding: chunked\r\n\r\nffffff\r\n" + body),
                refusal("HTTP/1.0", 403, "declined with 403", "HTTP/1.0 403 No\r\n\r\nno"),
                refusal(
                        "1xx before it",
                        403,
                        "403",
                        "HTTP/1.1 100 Go\r\n\r\nHTTP/1.1 103 H\r\nA: b\r\n\r\nHTTP/1.1 403 N\r\n\r\n"),
                refusal("no content", 204, "declined with 204", "HTTP/1.1 204 No\r\n\r\n"),
                refusal("a page", 200, "declined with 200 OK", "HTTP/1.1 200 OK\r\n\r\n<html>" + body),
                refusal(
                        "redirect",
                        302,
                        "declined with 302 Found to https://other.example:8443/acp; redirects are not followed",
                        "HTTP/1.1 302 No\r\nLocation: https://me:secret@other.example:8443/acp?token=secret#a\r\n\r\n"),
                refusal("redirect to a path", 307, "to /new;", "HTTP/1.1 307 No\r\nLocation: /new\r\n\r\n"),
                refusal(
                        "redirect to nowhere",
                        301,
                        "Permanently; redirects",
                        "HTTP/1.1 301 No\r\nLocation: \\\\\r\n\r\n"),
                refusal("status without a name", 799, "declined with 799", "HTTP/1.1 799\r\n\r\n"),
                refusal(
                        "upgrade with HTTP/1.0",
                        101,
                        "a WebSocket needs HTTP/1.1",
                        "HTTP/1.0 101 Yes\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"),
                refusal(
                        "upgrade for another key",
                        101,
                        "opens no WebSocket",
                        "HTTP/1.1 101 Yes\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                + "Sec-WebSocket-Accept: wrong\r\n\r\n"),
                refusal("upgrade to nothing", 101, "opens no WebSocket", "HTTP/1.1 101 Yes\r\n\r\n"),
                refusal("another protocol", 0, "no HTTP", "SSH-2.0-OpenSSH_9.2\r\n\r\n"),
                refusal("a head too long", 0, "no HTTP", "HTTP/1.1 403 No\r\nLong: " + body));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    void refusalIsRecognisedThoughTheConnectionStaysOpen(String name, int status, String message, String response)
            throws Exception {
        try (FakeServer fake = new FakeServer()) {
            CompletableFuture<WsTransport> connecting =
                    Pair.client(fake.uri()).handshakeTimeout(NEVER).connectAsync();
            try (RawSocket server = fake.answer(response)) {
                assertThat(connecting)
                        .as(name)
                        .failsWithin(GENEROUS)
                        .withThrowableThat()
                        .havingCause()
                        .isInstanceOfSatisfying(WsConnectException.class, e -> {
                            assertThat(e.status())
                                    .isEqualTo(status == 0 ? OptionalInt.empty() : OptionalInt.of(status));
                            assertThat(e).hasMessageContaining(message).hasMessageNotContaining("secret");
                        });
                assertClosed(server);
            }
        }
    }

    /** The client has closed its end; what it had not read makes that a reset. */
    private static void assertClosed(RawSocket server) throws IOException {
        try {
            assertThat(server.readEnd()).isTrue();
        } catch (SocketException e) {
            assertThat(e).hasMessageContaining("reset");
        }
    }

    @Test
    void bodyWithoutAnEndIsNotRead() throws Exception {
        try (FakeServer fake = new FakeServer()) {
            CompletableFuture<WsTransport> connecting =
                    Pair.client(fake.uri()).handshakeTimeout(NEVER).connectAsync();
            byte[] body = "x".repeat(64 * 1024).getBytes(ISO_8859_1);
            int written = 0;
            try (RawSocket server = fake.answer("HTTP/1.1 403 No\r\n\r\n")) {
                while (written < 100_000) {
                    server.write(body);
                    written++;
                }
            } catch (IOException e) {
                assertThat(connecting).failsWithin(GENEROUS);
            }
            assertThat(written).isLessThan(100_000);
        }
    }

    @Test
    void responsesBeforeTheOneThatCountsArePassedOver() throws Exception {
        try (FakeServer fake = new FakeServer()) {
            CompletableFuture<WsTransport> connecting =
                    Pair.client(fake.uri()).handshakeTimeout(NEVER).connectAsync();
            try (RawSocket server = fake.acceptAfter("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")) {
                WsTransport client = connecting.get();
                client.start(new RecordingListener());
                server.frame(0x88);
                assertThat(client.closed().toCompletableFuture()).succeedsWithin(GENEROUS);
            }
        }
    }

    static Stream<Arguments> refusalsOfProxies() {
        return Stream.of(
                Arguments.of("407", "HTTP/1.1 407 No\r\n\r\n"),
                Arguments.of("502", "HTTP/1.1 502 No\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n"),
                Arguments.of("403", "HTTP/1.1 403 No\r\nContent-Length: 99999999\r\n\r\nx"),
                Arguments.of("404", "HTTP/1.1 100 Go\r\n\r\nHTTP/1.0 404 No\r\n\r\n"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusalsOfProxies")
    void refusalOfAProxyIsRecognisedThoughTheConnectionStaysOpen(String status, String response) throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 4, InetAddress.getLoopbackAddress())) {
            listening.setSoTimeout(60_000);
            CompletableFuture<WsTransport> connecting = Pair.client(URI.create("ws://agents.example:4711/acp"))
                    .proxies(ProxySelector.of(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), listening.getLocalPort())))
                    .connectTimeout(NEVER)
                    .connectAsync();
            try (RawSocket proxy = new RawSocket(listening.accept(), false)) {
                proxy.readHead();
                proxy.write(response.getBytes(ISO_8859_1));
                assertThat(connecting)
                        .failsWithin(GENEROUS)
                        .withThrowableThat()
                        .havingCause()
                        .isInstanceOf(WsConnectException.class)
                        .withMessageContaining(status);
            }
        }
    }
}
