package io.acp4j.transport.ws;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProxyTest {

    private static final URI BEHIND = URI.create("ws://agents.example:4711/acp");

    private static WsTransportBuilder by(ServerSocket proxy) {
        return Pair.client(BEHIND)
                .proxies(ProxySelector.of(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), proxy.getLocalPort())));
    }

    @Test
    void connectionGoesByWayOfAnHttpProxyThatResolvesTheName() throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 4, InetAddress.getLoopbackAddress())) {
            listening.setSoTimeout(60_000);
            var connecting = by(listening).proxyLogin("user", "password").connectAsync();
            try (RawSocket proxy = new RawSocket(listening.accept(), false)) {
                assertThat(proxy.readHead())
                        .startsWith("CONNECT agents.example:4711 ")
                        .containsIgnoringCase("proxy-authorization: Basic dXNlcjpwYXNzd29yZA==");
                proxy.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(ISO_8859_1));
                assertThat(proxy.readHead()).startsWith("GET /acp ").containsIgnoringCase("host: agents.example:4711");
                proxy.write("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".getBytes(ISO_8859_1));
            }
            assertThat(connecting)
                    .failsWithin(Duration.ofSeconds(60))
                    .withThrowableThat()
                    .withCauseInstanceOf(WsConnectException.class)
                    .withMessageContaining("404");
        }
    }

    @Test
    void proxyThatDeclinesIsATypedError() throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 4, InetAddress.getLoopbackAddress())) {
            listening.setSoTimeout(60_000);
            var connecting = by(listening).connectAsync();
            try (RawSocket proxy = new RawSocket(listening.accept(), false)) {
                proxy.readHead();
                proxy.write(
                        "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n".getBytes(ISO_8859_1));
            }
            assertThat(connecting)
                    .failsWithin(Duration.ofSeconds(60))
                    .withThrowableThat()
                    .withCauseInstanceOf(WsConnectException.class);
        }
    }

    @Test
    void silentProxyIsGivenUp() throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 4, InetAddress.getLoopbackAddress())) {
            assertThat(catchThrowableOfType(
                            WsConnectException.class,
                            () -> by(listening)
                                    .connectTimeout(Duration.ofMillis(300))
                                    .connect()))
                    .isNotNull();
        }
    }
}
