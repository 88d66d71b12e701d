package io.acp4j.transport.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers that refuse a connection, or a message, with a response that has no end: its head is recognised for what it is. */
@Tag("full")
class EndlessRefusalTest {

    /** Longer than a test waits: what ends by this time-out has not been recognised. */
    private static final Duration NEVER = Duration.ofMinutes(10);

    private static final String REQUEST = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session/new\",\"params\":{}}";
    private static final String NOTIFICATION = "{\"jsonrpc\":\"2.0\",\"method\":\"_n\",\"params\":{}}";

    @ParameterizedTest
    @CsvSource({
        "403, ''",
        "401, 'Content-Length: 9;'",
        "503, 'Content-Length: 99999999999;'",
        "404, 'Transfer-Encoding: chunked;'",
        "302, 'Location: http://localhost:1/elsewhere;'",
    })
    void refusalIsRecognisedThoughTheConnectionStaysOpen(int status, String headers) throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 4, InetAddress.getLoopbackAddress())) {
            listening.setSoTimeout(60_000);
            Puppet client = new Puppet(HttpTransport.builder(URI.create("http://localhost:" + listening.getLocalPort()))
                    .openTimeout(NEVER)
                    .postTimeout(NEVER)
                    .connect());
            client.transport.start(client);
            client.send(RawClient.INITIALIZE);
            try (Socket server = listening.accept()) {
                server.setSoTimeout(60_000);
                RudeServer.head(server.getInputStream());
                server.getOutputStream()
                        .write(("HTTP/1.1 " + status + " No\r\n" + headers.replace(";", "\r\n") + "\r\n")
                                .getBytes(ISO_8859_1));
                HttpCloseReason reason = (HttpCloseReason) client.end.get(60, TimeUnit.SECONDS);
                assertThat(reason.status()).isEqualTo(status);
                assertThat(reason.description()).contains("status " + status);
                assertThat(client.transport.closed().toCompletableFuture()).succeedsWithin(Duration.ofSeconds(60));
            }
        }
    }

    /** Responds to later messages with bytes that need not be a whole response. */
    private static final class OpenThenRude extends RudeServer {

        private final String rude;
        private final boolean closes;
        private volatile boolean polite;

        OpenThenRude(String rude, boolean closes) throws IOException {
            this.rude = rude;
            this.closes = closes;
            start();
        }

        @Override
        void respond(Socket socket) throws IOException {
            boolean accepts = polite;
            send(socket, accepts ? ACCEPTED : rude);
            if (!accepts && closes) {
                socket.close();
            }
        }

        Puppet client() throws Exception {
            Puppet client = new Puppet(HttpTransport.builder(uri())
                    .openTimeout(NEVER)
                    .postTimeout(NEVER)
                    .connect());
            client.transport.start(client);
            client.send(RawClient.INITIALIZE);
            client.next();
            return client;
        }
    }

    /** Statuses that end the connection, by any message, and those that end it by a message to which nobody waits for a response. */
    @ParameterizedTest
    @CsvSource({
        "request, 401, ''",
        "request, 404, 'Transfer-Encoding: chunked;'",
        "request, 410, 'Content-Length: 9;'",
        "notification, 403, ''",
        "notification, 500, 'Transfer-Encoding: chunked;'",
        "notification, 503, 'Content-Length: 99999999999;'",
    })
    void laterMessageWhoseRefusalHasNoEndEndsTheConnection(String kind, int status, String headers) throws Exception {
        String rude = "HTTP/1.1 " + status + " No\r\n" + headers.replace(";", "\r\n") + "\r\n";
        try (OpenThenRude server = new OpenThenRude(rude, false)) {
            Puppet client = server.client();
            client.send(kind.equals("request") ? REQUEST : NOTIFICATION);
            HttpCloseReason reason = (HttpCloseReason) client.end.get(60, TimeUnit.SECONDS);
            assertThat(reason.status()).isEqualTo(status);
            assertThat(reason.description()).contains("status " + status);
        }
    }

    /** What the server says of a refusal is told; but for that it is waited some seconds only, and what comes after that is not missed. */
    @ParameterizedTest
    @CsvSource({
        "400, '', false, ''",
        "413, 'Content-Length: 9;', false, so lo",
        "429, 'Transfer-Encoding: chunked;', false, '2;so;'",
        "500, 'Content-Length: 9;', true, so lo",
        "503, 'Transfer-Encoding: chunked;', true, '2;so;'",
    })
    void laterRequestWhoseRefusalHasNoEndFailsAlone(int status, String headers, boolean closes, String body)
            throws Exception {
        String rude = "HTTP/1.1 " + status + " No\r\n" + (headers + ";" + body).replace(";", "\r\n");
        try (OpenThenRude server = new OpenThenRude(rude, closes)) {
            Puppet client = server.client();
            client.send(REQUEST);
            JsonNode error = client.next();
            assertThat(error.at("/error/data/status").asInt()).isEqualTo(status);
            assertThat(error.at("/error/data/body").asText())
                    .isEqualTo(body.isEmpty() ? "" : body.startsWith("2") ? "so" : body);
            server.polite = true;
            assertThat(Puppet.take(server.taken)).contains("session/new");
            client.send(NOTIFICATION);
            assertThat(Puppet.take(server.taken)).contains("_n");
            assertThat(client.end).isNotDone();
            client.transport.close();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'Transfer-Encoding: chunked;', false",
        "'Content-Length: 9;', false",
        "'Content-Length: 9;', true",
    })
    void messageThatIsTakenWithAResponseThatHasNoEndIsTaken(String headers, boolean closes) throws Exception {
        String rude = "HTTP/1.1 202 Accepted\r\n" + headers.replace(";", "\r\n") + "\r\n";
        try (OpenThenRude server = new OpenThenRude(rude, closes)) {
            Puppet client = server.client();
            client.send(NOTIFICATION.replace("_n", "_first"));
            assertThat(Puppet.take(server.taken)).contains("_first");
            server.polite = true;
            client.send(NOTIFICATION.replace("_n", "_second"));
            assertThat(Puppet.take(server.taken)).contains("_second");
            assertThat(client.end).isNotDone();
            client.transport.close();
        }
    }
}
