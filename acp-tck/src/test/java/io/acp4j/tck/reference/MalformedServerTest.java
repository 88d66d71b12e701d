package io.acp4j.tck.reference;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.Settings;
import io.acp4j.tck.Subject;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Verdict;
import io.acp4j.tck.internal.wire.Connectors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a run against a server that violates HTTP or WebSocket produces a report, not a failure of the kit. */
class MalformedServerTest {

    private static final Settings SETTINGS = InProcess.settings(Duration.ofSeconds(60)).toBuilder()
            .jobs(4)
            .selection(Set.of("INIT", "HTTP-001", "HTTP-020", "WS-001"), Set.of())
            .build();

    private static final String EVENTS = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
            + "Acp-Connection-Id: one\r\nTransfer-Encoding: chunked\r\n\r\n";

    private static final String JSON =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n" + "Acp-Connection-Id: one\r\n";

    @ParameterizedTest
    @ValueSource(
            strings = {
                EVENTS + "-5\r\nhello",
                EVENTS + "zz\r\nhello",
                JSON + "Transfer-Encoding: chunked\r\n\r\n-8\r\n{\"a\": 1}\r\n0\r\n\r\n",
                JSON + "Transfer-Encoding: chunked\r\n\r\nno size\r\n",
                JSON + "Content-Length: -8\r\n\r\n{\"a\": 1}",
                JSON + "Content-Length: 8\r\n\r\nnot json",
                "\r\n\r\n",
                "HTTP/1.1 x y\r\n\r\n",
                ""
            })
    void aServerThatBreaksHttpGetsAReport(String response) throws Exception {
        try (RawServer server = new RawServer(response)) {
            Subject subject = Subject.http(URI.create("http://127.0.0.1:" + server.port() + "/acp"));

            Report report =
                    InProcess.certify(InProcess.SUITE, Connectors.to(subject, SETTINGS.startupTimeout()), SETTINGS);

            assertThat(report.verdict()).isNotEqualTo(Verdict.PASS);
            assertThat(report.results()).noneMatch(result -> result.observed().contains("the kit failed"));
        }
    }

    @Test
    void aServerThatBreaksTheHandshakeOfWebSocketGetsAReport() throws Exception {
        try (RawServer server = new RawServer("HTTP/1.1 101 \r\nUpgrade\r\n\r\n\u0081\u00ff")) {
            Subject subject = Subject.webSocket(URI.create("ws://127.0.0.1:" + server.port() + "/acp"));

            Report report =
                    InProcess.certify(InProcess.SUITE, Connectors.to(subject, SETTINGS.startupTimeout()), SETTINGS);

            assertThat(report.verdict()).isNotEqualTo(Verdict.PASS);
            assertThat(report.results()).noneMatch(result -> result.observed().contains("the kit failed"));
        }
    }

    /** A server that responds to every request with the same bytes and closes the connection. */
    private static final class RawServer implements AutoCloseable {

        private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final byte[] response;

        RawServer(String response) throws IOException {
            this.response = response.getBytes(ISO_8859_1);
            Thread thread = new Thread(this::serve, "malformed-server");
            thread.setDaemon(true);
            thread.start();
        }

        int port() {
            return server.getLocalPort();
        }

        private void serve() {
            byte[] request = new byte[64 * 1024];
            while (!server.isClosed()) {
                try (Socket socket = server.accept()) {
                    int unused = socket.getInputStream().read(request);
                    socket.getOutputStream().write(response);
                } catch (IOException e) {
                    // The kit has left, or the test is over.
                }
            }
        }

        @Override
        public void close() {
            try {
                server.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
