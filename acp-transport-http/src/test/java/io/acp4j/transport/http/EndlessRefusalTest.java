package io.acp4j.transport.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers that refuse a connection with a response that has no end: its head is recognised for what it is. */
class EndlessRefusalTest {

    /** Longer than a test waits: what ends by this time-out has not been recognised. */
    private static final Duration NEVER = Duration.ofMinutes(10);

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
                readHead(server.getInputStream());
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

    private static void readHead(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the client has closed the connection after: " + head);
            }
            head.append((char) next);
        }
    }
}
