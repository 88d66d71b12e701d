package io.acp4j.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests that two programs could read in two ways, or that ask for what no client asks for. */
class SmugglingTest {

    private static final String HOST = "Host: localhost\r\n";

    private static Arguments refused(String name, int status, String request) {
        return Arguments.of(name, status, request);
    }

    /** A good request with something in place of its host. */
    private static String host(String line) {
        return RawSocket.upgrade("").replace(HOST, line);
    }

    private static Arguments twice(String line) {
        return refused("two of " + line, 400, RawSocket.upgrade(line + "\r\n" + line + "\r\n"));
    }

    static Stream<Arguments> requests() {
        String good = RawSocket.upgrade("");
        return Stream.of(
                refused("port that is none", 400, host("Host: localhost:evil\r\n")),
                refused("port above the last", 400, host("Host: localhost:65536\r\n")),
                refused("port of six digits", 400, host("Host: localhost:000080\r\n")),
                refused("negative port", 400, host("Host: localhost:-1\r\n")),
                refused("two ports", 400, host("Host: localhost:80:80\r\n")),
                refused("user in the host", 400, host("Host: localhost@evil.example\r\n")),
                refused("path in the host", 400, host("Host: localhost/evil\r\n")),
                refused("two hosts in one", 400, host("Host: localhost, evil.example\r\n")),
                refused("blank in the host", 400, host("Host: localhost evil\r\n")),
                refused("bracket without an end", 400, host("Host: [::1\r\n")),
                refused("bracket with a name", 400, host("Host: [localhost]\r\n")),
                refused("empty host", 400, host("Host: \r\n")),
                refused("no host", 400, host("")),
                refused("another host", 403, host("Host: evil.example\r\n")),
                refused("name that begins like a good one", 403, host("Host: localhost.evil.example\r\n")),
                twice("Host: localhost"),
                twice("Origin: https://editor.example"),
                twice("Upgrade: websocket"),
                twice("Sec-WebSocket-Key: " + RawSocket.KEY),
                twice("Sec-WebSocket-Version: 13"),
                twice("Authorization: Bearer one"),
                twice("Content-Length: 0"),
                refused("second key", 400, RawSocket.upgrade("Sec-WebSocket-Key: " + RawSocket.KEY + "\r\n")),
                refused("second version", 400, RawSocket.upgrade("Sec-WebSocket-Version: 8\r\n")),
                refused("second upgrade", 400, RawSocket.upgrade("Upgrade: h2c\r\n")),
                refused("folded header", 400, RawSocket.upgrade("X-Long: one\r\n two\r\n")),
                refused("header folded with a tab", 400, RawSocket.upgrade("X-Long: one\r\n\ttwo\r\n")),
                refused("folded host", 400, host("Host:\r\n localhost\r\n")),
                refused("folded line after the request line", 400, good.replace("\r\nHost", "\r\n X: y\r\nHost")),
                refused("folded header of a health check", 400, "GET /health HTTP/1.1\r\nHost: a\r\n b\r\n\r\n"),
                refused("blank before the colon", 400, RawSocket.upgrade("X-Name : value\r\n")),
                refused("line without a colon", 400, RawSocket.upgrade("nonsense\r\n")),
                refused("bare line feeds", 400, good.replace("\r\n", "\n")),
                refused("bare carriage return", 400, RawSocket.upgrade("X: a\rHost: evil.example\r\n")),
                refused("NUL in a header", 400, RawSocket.upgrade("X: a\0b\r\n")),
                refused("content", 400, RawSocket.upgrade("Content-Length: 2\r\n") + "{}"),
                refused("negative content", 400, RawSocket.upgrade("Content-Length: -1\r\n")),
                refused("two lengths", 400, RawSocket.upgrade("Content-Length: 0\r\nContent-Length: 5\r\n")),
                refused("two lengths in one", 400, RawSocket.upgrade("Content-Length: 0, 5\r\n")),
                refused("chunks", 400, RawSocket.upgrade("Transfer-Encoding: chunked\r\n") + "0\r\n\r\n"),
                refused(
                        "length and chunks",
                        400,
                        RawSocket.upgrade("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n") + "0\r\n\r\n"),
                refused("HTTP/1.0", 505, good.replace("HTTP/1.1", "HTTP/1.0")),
                refused("HTTP/2.0", 505, good.replace("HTTP/1.1", "HTTP/2.0")),
                refused("no version", 400, good.replace(" HTTP/1.1", "")),
                refused("whole address", 404, good.replace("/acp", "http://evil.example/acp")),
                refused("no connection header", 400, good.replace("Connection: Upgrade\r\n", "")),
                refused(
                        "connection that does not upgrade",
                        400,
                        good.replace("Connection: Upgrade", "Connection: close")),
                refused("short key", 400, good.replace(RawSocket.KEY, "c2hvcnQ=")),
                refused("long key", 400, good.replace(RawSocket.KEY, RawSocket.KEY.substring(0, 22) + "AAAA" + "==")),
                refused("key that is no Base64", 400, good.replace(RawSocket.KEY, "?".repeat(24))));
    }

    private static String status(String request) throws IOException {
        try (Pair pair = new Pair(server -> server.allowedOrigins("https://editor.example"));
                RawSocket raw = RawSocket.connect(pair.server.port())) {
            return raw.ask(request);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("requests")
    void requestIsRefused(String name, int status, String request) throws IOException {
        assertThat(status(request)).as(name).startsWith("HTTP/1.1 " + status + " ");
    }

    static Stream<String> goodRequests() {
        return Stream.of(
                RawSocket.upgrade(""),
                "\r\n" + RawSocket.upgrade(""),
                host("Host: localhost:80\r\n"),
                host("Host: localhost:\r\n"),
                host("Host: LOCALHOST:65535\r\n"),
                host("Host: [::1]:443\r\n"),
                RawSocket.upgrade("").replace("Connection: Upgrade", "Connection: keep-alive, upgrade"),
                RawSocket.upgrade("Connection: keep-alive\r\n"),
                RawSocket.upgrade("Content-Length: 0\r\n"),
                RawSocket.upgrade("Origin: https://editor.example\r\n"),
                RawSocket.upgrade("X-Empty:\r\nX-Two: a\r\nX-Two: b\r\n"),
                RawSocket.upgrade("Sec-WebSocket-Protocol: a\r\nSec-WebSocket-Protocol: b\r\n"));
    }

    @ParameterizedTest
    @MethodSource("goodRequests")
    void requestOfADecentClientIsTaken(String request) throws IOException {
        assertThat(status(request)).startsWith("HTTP/1.1 101 ");
    }
}
