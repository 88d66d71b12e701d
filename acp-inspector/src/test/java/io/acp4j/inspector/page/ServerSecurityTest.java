package io.acp4j.inspector.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.acp4j.inspector.log.FrameLog;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the server says to whom. Requests are written by hand: clients would not send some of them. */
class ServerSecurityTest {

    private FrameLog log;
    private PageServer server;

    @BeforeEach
    void start() throws IOException {
        log = FrameLog.create();
        server = PageServer.start(
                0,
                new StateBoard(),
                source -> log,
                (name, arguments) -> CompletableFuture.completedFuture(JsonNodeFactory.instance.objectNode()),
                path -> path.equals("frame/1")
                        ? new Downloads.Download("f.json", "application/octet-stream", new byte[] {'{', '}'})
                        : null,
                new NoUploads());
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
        log.close();
    }

    private String get(String path, String... headers) throws IOException {
        try (Socket socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), server.port())) {
            socket.setSoTimeout(60_000);
            StringBuilder request = new StringBuilder("GET " + path + " HTTP/1.1\r\nConnection: close\r\n");
            for (String header : headers) {
                request.append(header).append("\r\n");
            }
            socket.getOutputStream().write(request.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            StringBuilder head = new StringBuilder();
            // A WebSocket stays open, so this reads no further than the head.
            int c = 0;
            while (c >= 0 && head.indexOf("\r\n\r\n") < 0) {
                c = in.read();
                head.append((char) c);
            }
            return head.toString();
        }
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

    private String upgrade(String... headers) throws IOException {
        String[] all = new String[headers.length + 4];
        System.arraycopy(headers, 0, all, 0, headers.length);
        all[headers.length] = "Upgrade: websocket";
        all[headers.length + 1] = "Connection: Upgrade";
        all[headers.length + 2] = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
        all[headers.length + 3] = "Sec-WebSocket-Version: 13";
        return get("/ws", all);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/index.html", "/app.js", "/lib/lit-html/lit-html.js", "/frame/1", "/ws", "/none"})
    void nothingIsGivenWithoutTheToken(String path) throws IOException {
        assertThat(get(path, host())).startsWith("HTTP/1.1 403");
        assertThat(get(path, host(), "Cookie: " + server.gate().cookieName() + "=wrong"))
                .startsWith("HTTP/1.1 403");
        assertThat(get(path + "?token=wrong", host())).startsWith("HTTP/1.1 403");
    }

    @ParameterizedTest
    @CsvSource({
        "/,200", "/app.js,200", "/lib/lit-html/lit-html.js,200", "/lib/lit-html/directives/repeat.js,200",
        "/frame/1,200", "/none,404", "/../pom.xml,404", "/lib/lit-html/../lit-element/index.js,404",
        "/lib/commons-io/x.js,404", "/io/acp4j/inspector/Inspector.class,404"
    })
    void withTheCookieOnlyTheFilesOfThePageAreGiven(String path, String status) throws IOException {
        assertThat(get(path, host(), cookie())).startsWith("HTTP/1.1 " + status);
    }

    @Test
    void theAddressWithTheTokenSetsACookieThatScriptsCannotRead() throws IOException {
        String head = get("/?token=" + server.gate().token(), host());

        assertThat(head).startsWith("HTTP/1.1 303").contains("location: /\r\n");
        assertThat(head).contains("HttpOnly; SameSite=Strict");
        assertThat(server.address().getQuery())
                .isEqualTo("token=" + server.gate().token());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"example.com", "example.com:PORT", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.example.com:PORT"})
    void otherNamesOfTheHostAreRefused(String name) throws IOException {
        String named = name.replace("PORT", Integer.toString(server.port()));
        assertThat(get("/", "Host: " + named, cookie())).startsWith("HTTP/1.1 403");
    }

    @Test
    void aMissingOrRepeatedHostIsRefused() throws IOException {
        assertThat(get("/", cookie())).startsWith("HTTP/1.1 403");
        assertThat(get("/", host(), host(), cookie())).startsWith("HTTP/1.1 403");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "http://example.com", "http://localhost:1", "https://127.0.0.1:PORT"})
    void pagesOfAnotherOriginAreRefused(String origin) throws IOException {
        String named = "Origin: " + origin.replace("PORT", Integer.toString(server.port()));
        assertThat(get("/frame/1", host(), cookie(), named)).startsWith("HTTP/1.1 403");
        assertThat(upgrade(host(), cookie(), named)).startsWith("HTTP/1.1 403");
    }

    @Test
    void aRequestThatAnotherSiteMadeIsRefusedThoughTheBrowserSendsItsCookie() throws IOException {
        assertThat(get("/frame/1", host(), cookie(), "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"))
                .startsWith("HTTP/1.1 403");
    }

    @Test
    void theWebSocketNeedsTokenAndOrigin() throws IOException {
        assertThat(upgrade(host(), cookie())).startsWith("HTTP/1.1 403");
        assertThat(upgrade(host(), origin())).startsWith("HTTP/1.1 403");
        assertThat(upgrade(host(), origin(), cookie())).startsWith("HTTP/1.1 101");
    }

    @Test
    void everyResponseForbidsScriptsFromElsewhereAndInline() throws IOException {
        for (String head : new String[] {get("/", host(), cookie()), get("/", host()), get("/x", host(), cookie())}) {
            assertThat(head.toLowerCase(java.util.Locale.ROOT))
                    .contains("default-src 'none'; script-src 'self';")
                    .contains("frame-ancestors 'none'")
                    .contains("x-content-type-options: nosniff")
                    .contains("referrer-policy: no-referrer")
                    .contains("cache-control: no-store")
                    .doesNotContain("unsafe-inline")
                    .doesNotContain("access-control-allow-origin");
        }
    }

    @Test
    void librariesAreGivenWithImportsThatBrowsersUnderstand() {
        byte[] file = server.libraries().find("lib/lit-element/lit-element.js");

        assertThat(new String(file, StandardCharsets.UTF_8))
                .contains("from\"/lib/lit__reactive-element/reactive-element.js\"")
                .doesNotContain("from\"lit-html\"");
    }
}
