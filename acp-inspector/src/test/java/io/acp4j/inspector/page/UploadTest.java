package io.acp4j.inspector.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.acp4j.inspector.log.FrameLog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are sent to the server, as pages send them and as nobody should. Requests are written by hand. */
class UploadTest {

    private static final int MAX_BYTES = 100_000;

    private record Taken(Path file, String name, String content) {}

    private final List<Taken> taken = Collections.synchronizedList(new ArrayList<>());
    private FrameLog log;
    private PageServer server;

    private final Uploads uploads = new Uploads() {
        @Override
        public long maxBytes() {
            return MAX_BYTES;
        }

        @Override
        public String take(Path file, String name) throws IOException {
            String content = Files.readString(file);
            taken.add(new Taken(file, name, content));
            if (content.equals("bad")) {
                throw new PageException(name + " has a line 1 that is no JSON object");
            }
            if (content.equals("broken")) {
                throw new IllegalStateException("broken");
            }
            return "r" + taken.size();
        }
    };

    @BeforeEach
    void start() throws IOException {
        log = FrameLog.create();
        server = PageServer.start(
                0,
                new StateBoard(),
                source -> log,
                (name, arguments) -> CompletableFuture.completedFuture(JsonNodeFactory.instance.objectNode()),
                path -> null,
                uploads);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
        log.close();
    }

    private Socket socket() throws IOException {
        Socket socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), server.port());
        socket.setSoTimeout(60_000);
        return socket;
    }

    private String host() {
        return "Host: 127.0.0.1:" + server.port();
    }

    private String cookie() {
        return "Cookie: " + server.gate().cookieName() + "=" + server.gate().token();
    }

    private String origin() {
        return "Origin: http://127.0.0.1:" + server.port();
    }

    private String[] allowed(String... more) {
        String[] all = new String[more.length + 3];
        System.arraycopy(more, 0, all, 3, more.length);
        all[0] = host();
        all[1] = cookie();
        all[2] = origin();
        return all;
    }

    private static void head(Socket socket, String line, String... headers) throws IOException {
        String head = line + " HTTP/1.1\r\n" + String.join("\r\n", headers) + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(UTF_8));
    }

    /** Sends a file, and returns all that comes until the connection is closed. */
    private String post(String path, String content, String... headers) throws IOException {
        try (Socket socket = socket()) {
            String[] all = new String[headers.length + 2];
            System.arraycopy(headers, 0, all, 0, headers.length);
            all[headers.length] = "Content-Length: " + content.getBytes(UTF_8).length;
            all[headers.length + 1] = "Content-Type: application/octet-stream";
            head(socket, "POST " + path, all);
            socket.getOutputStream().write(content.getBytes(UTF_8));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    /** Nothing of it is left: no file, and another one may come. */
    private void isForgotten() {
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(
                        () -> assertThat(server.uploading().availablePermits()).isEqualTo(PageServer.MAX_UPLOADING));
        assertThat(taken).allSatisfy(each -> assertThat(each.file()).doesNotExist());
    }

    @Test
    void aFileIsTakenAsItIsAndDeletedAfterwards() throws IOException {
        String content = "é".repeat(MAX_BYTES / 2);

        String response = post("/upload?name=monday.jsonl", content, allowed());

        assertThat(response).startsWith("HTTP/1.1 200").endsWith("{\"source\":\"r1\"}");
        assertThat(taken).hasSize(1);
        assertThat(taken.get(0).name()).isEqualTo("monday.jsonl");
        assertThat(taken.get(0).content()).isEqualTo(content);
        isForgotten();
    }

    @Test
    void clientThatWaitsToBeToldToContinueIsTold() throws IOException {
        try (Socket socket = socket()) {
            head(socket, "POST /upload?name=a", allowed("Content-Length: 2", "Expect: 100-continue"));
            byte[] told = socket.getInputStream().readNBytes("HTTP/1.1 100 Continue\r\n\r\n".length());
            assertThat(new String(told, UTF_8)).startsWith("HTTP/1.1 100");
            socket.getOutputStream().write("{}".getBytes(UTF_8));
            assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
                    .startsWith("HTTP/1.1 200");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "a.jsonl,a.jsonl",
        "..%2F..%2Fetc%2Fpasswd,passwd",
        "C%3A%5Cx%5Cy.jsonl,y.jsonl",
        "%20%20,a recording",
        "x%2F,a recording",
        "%E2%80%AEevil,\u202eevil",
        "a%0Ab,'a\nb'"
    })
    void namesArePathsOfNobody(String given, String name) throws IOException {
        assertThat(post("/upload?name=" + given, "{}", allowed())).startsWith("HTTP/1.1 200");
        assertThat(taken.get(0).name()).isEqualTo(name);
        assertThat(post("/upload?name=" + "x".repeat(3_000), "{}", allowed())).startsWith("HTTP/1.1 200");
        assertThat(taken.get(1).name()).hasSizeLessThan(300);
        assertThat(post("/upload", "{}", allowed())).startsWith("HTTP/1.1 200");
        assertThat(taken.get(2).name()).isEqualTo("a recording");
    }

    @Test
    void whoMayNotIsRefusedWithoutAnythingBeingKept() throws IOException {
        String other = "Origin: http://example.com";
        String wrong = "Cookie: " + server.gate().cookieName() + "=wrong";
        for (String[] headers : new String[][] {
            {host(), origin()},
            {host(), origin(), wrong},
            {host(), cookie()},
            {host(), cookie(), other},
            {host(), cookie(), "Origin: null"},
            {host(), cookie(), origin(), other},
            {cookie(), origin()},
            {"Host: example.com", cookie(), "Origin: http://example.com"},
            {host(), cookie(), origin(), "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"}
        }) {
            assertThat(post("/upload?name=a&token=" + server.gate().token(), "{}", headers))
                    .startsWith("HTTP/1.1 403");
        }
        assertThat(taken).isEmpty();
        isForgotten();
    }

    @Test
    void everyResponseHasTheHeadersOfTheOthers() throws IOException {
        for (String response : List.of(
                post("/upload?name=a", "{}", allowed()),
                post("/upload?name=a", "bad", allowed()),
                post("/upload?name=a", "{}", host()),
                post("/upload?name=a", "x".repeat(MAX_BYTES + 1), allowed()))) {
            assertThat(response.toLowerCase(Locale.ROOT))
                    .contains("default-src 'none'; script-src 'self';")
                    .contains("x-content-type-options: nosniff")
                    .contains("cache-control: no-store")
                    .doesNotContain("access-control-allow");
        }
    }

    @Test
    void aFileThatIsTooLongIsRefusedByItsHead() throws IOException {
        try (Socket socket = socket()) {
            head(socket, "POST /upload?name=a", allowed("Content-Length: " + (1L << 40)));
            byte[] told = socket.getInputStream().readNBytes("HTTP/1.1 413".length());
            assertThat(new String(told, UTF_8)).isEqualTo("HTTP/1.1 413");
        }
        assertThat(post("/upload?name=a", "x".repeat(MAX_BYTES + 1), allowed()))
                .startsWith("HTTP/1.1 413")
                .contains("longer than 100000 bytes");
        assertThat(taken).isEmpty();
        isForgotten();
    }

    @Test
    void aFileThatDoesNotSayHowLongItIsIsRefusedWhereItIsTooLong() throws IOException {
        try (Socket socket = socket()) {
            head(socket, "POST /upload?name=a", allowed("Transfer-Encoding: chunked"));
            ByteArrayOutputStream chunks = new ByteArrayOutputStream();
            for (int i = 0; i < 11; i++) {
                chunks.writeBytes(("2710\r\n" + "x".repeat(10_000) + "\r\n").getBytes(UTF_8));
            }
            socket.getOutputStream().write(chunks.toByteArray());
            byte[] told = socket.getInputStream().readNBytes("HTTP/1.1 413".length());
            assertThat(new String(told, UTF_8)).isEqualTo("HTTP/1.1 413");
        }
        assertThat(taken).isEmpty();
        isForgotten();
    }

    @Test
    void theReasonWhyItCannotBeShownIsTold() throws IOException {
        assertThat(post("/upload?name=a.txt", "bad", allowed()))
                .startsWith("HTTP/1.1 200")
                .endsWith("{\"problem\":\"a.txt has a line 1 that is no JSON object\"}");
        isForgotten();
    }

    @Test
    void aFailureOfOursIsToldWithoutItsText() throws IOException {
        assertThat(post("/upload?name=a.txt", "broken", allowed()))
                .startsWith("HTTP/1.1 500")
                .doesNotContain("broken");
        isForgotten();
    }

    @Test
    void filesOfPagesThatHaveGoneAreForgotten() throws IOException {
        for (int i = 0; i < 3 * PageServer.MAX_UPLOADING; i++) {
            try (Socket socket = socket()) {
                head(socket, "POST /upload?name=a", allowed("Content-Length: 1000", "Expect: 100-continue"));
                // Told to continue, it is being taken; or others are still being forgotten.
                assertThat(socket.getInputStream().read()).isEqualTo('H');
                socket.getOutputStream().write('{');
            }
        }
        isForgotten();
        assertThat(post("/upload?name=a", "{}", allowed())).startsWith("HTTP/1.1 200");
        assertThat(taken).hasSize(1);
    }

    @Test
    void onlySoManyAreUnderWayAtOnce() throws IOException {
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < PageServer.MAX_UPLOADING; i++) {
                Socket socket = socket();
                sockets.add(socket);
                head(socket, "POST /upload?name=" + i, allowed("Content-Length: 2", "Expect: 100-continue"));
                assertThat(socket.getInputStream().readNBytes("HTTP/1.1 100 Continue\r\n\r\n".length()))
                        .isNotEmpty();
            }
            assertThat(post("/upload?name=one-more", "{}", allowed()))
                    .startsWith("HTTP/1.1 503")
                    .contains("too many files are being opened at once");
            for (Socket socket : sockets) {
                socket.getOutputStream().write("{}".getBytes(UTF_8));
                assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
                        .startsWith("HTTP/1.1 200");
            }
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
        isForgotten();
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST /", "POST /uploads", "PUT /upload", "POST /frame/1"})
    void nothingElseIsTaken(String line) throws IOException {
        try (Socket socket = socket()) {
            head(socket, line, allowed("Content-Length: 2"));
            socket.getOutputStream().write("{}".getBytes(UTF_8));
            byte[] told = socket.getInputStream().readNBytes("HTTP/1.1 405".length());
            assertThat(new String(told, UTF_8)).isEqualTo("HTTP/1.1 405");
        }
        assertThat(taken).isEmpty();
    }
}
