package io.acp4j.transport.ws.jakarta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.transport.RecordingListener;
import io.acp4j.rpc.transport.TextFrame;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.ws.FaultProxy;
import io.acp4j.transport.ws.WsCloseReason;
import io.acp4j.transport.ws.WsConnectException;
import io.acp4j.transport.ws.WsLimits;
import io.acp4j.transport.ws.WsTransport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an endpoint in Tyrus demands of its clients. */
class JakartaRulesTest {

    private static final Duration SHORT = Duration.ofMillis(300);

    private final Tyrus.Accepted accepted = new Tyrus.Accepted();
    private final List<AutoCloseable> opened = new ArrayList<>();

    private Tyrus serve(UnaryOperator<JakartaEndpointBuilder> settings) throws Exception {
        Tyrus server = Tyrus.serving(accepted, settings);
        opened.add(server);
        return server;
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable one : opened) {
            one.close();
        }
    }

    private static WsCloseReason end(Transport transport) throws Exception {
        return (WsCloseReason) transport.closed().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private static WebSocket connect(URI uri) {
        return HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(uri, new Closing())
                .join();
    }

    private static String statusFor(String origin, int port) throws IOException {
        try (Socket socket = new Socket("localhost", port)) {
            String request = "GET /acp HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                    + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" + origin
                    + "\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            InputStreamReader in = new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII);
            return new BufferedReader(in).readLine();
        }
    }

    /** Keeps the code with which the server closes. */
    private static final class Closing implements WebSocket.Listener {
        final CompletableFuture<Integer> code = new CompletableFuture<>();

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
            code.complete(status);
            return CompletableFuture.completedFuture(null);
        }
    }

    @Test
    void eachConnectionHasItsOwnIdAtBothEnds() throws Exception {
        Tyrus server = serve(builder -> builder);
        List<CompletableFuture<JakartaTransport>> connecting = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            JakartaTransportBuilder client = server.client(server.uri());
            connecting.add(CompletableFuture.supplyAsync(client::connect));
        }
        List<String> near = new ArrayList<>();
        List<String> far = new ArrayList<>();
        for (CompletableFuture<JakartaTransport> one : connecting) {
            near.add(one.get(60, TimeUnit.SECONDS).connectionId().orElseThrow());
            far.add(accepted.next().connectionId().orElseThrow());
        }
        assertThat(near).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(far);
    }

    @Test
    void pagesOfForeignOriginsAreRefused() throws Exception {
        int port = serve(builder -> builder.allowedOrigins("https://editor.example.com"))
                .port();
        assertThat(statusFor("", port)).contains(" 101 ");
        assertThat(statusFor("Origin: https://Editor.example.com\r\n", port)).contains(" 101 ");
        assertThat(statusFor("Origin: https://elsewhere.example.com\r\n", port)).contains(" 403 ");
    }

    @Test
    void anyOtherFirstMessageThanInitializeClosesTheConnection() throws Exception {
        Tyrus server = serve(builder -> builder);
        WsTransport client = WsTransport.connect(server.uri().toString());
        client.start(new RecordingListener());
        RecordingListener heard = new RecordingListener();
        JakartaTransport transport = accepted.next();
        transport.start(heard);
        client.send(new TextFrame("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session/new\"}"));
        assertThat(end(client).code()).isEqualTo(1002);
        assertThat(end(transport).description()).contains("initialize");
        assertThat(heard.frames()).isEmpty();
    }

    @Test
    void longMessagesAreSkippedUpToABound() throws Exception {
        Tyrus server = serve(builder ->
                builder.limits(WsLimits.builder().maxMessageBytes(1000).build()).anyFirstMessage());
        WsTransport client = WsTransport.connect(server.uri().toString());
        client.start(new RecordingListener());
        RecordingListener heard = new RecordingListener();
        JakartaTransport transport = accepted.next();
        transport.start(heard);
        client.send(new TextFrame("x".repeat(1000)));
        client.send(new TextFrame("é".repeat(501)));
        client.send(new TextFrame("{}"));
        await().atMost(Duration.ofMinutes(1)).until(() -> heard.frameCount() == 2);
        assertThat(heard.faults()).hasSize(1);
        client.send(new TextFrame("x".repeat(16_001)));
        assertThat(end(client).code()).isEqualTo(1009);
        assertThat(end(client).description()).contains("1000 bytes");
        assertThat(end(transport).code()).isEqualTo(1009);
        assertThat(heard.frames()).containsExactly("x".repeat(1000), "{}");
    }

    @Test
    void partsOfAMessageArePutTogether() throws Exception {
        Tyrus server = serve(JakartaEndpointBuilder::anyFirstMessage);
        RecordingListener heard = new RecordingListener();
        WebSocket client = connect(server.uri());
        JakartaTransport transport = accepted.next();
        transport.start(heard);
        client.sendText("[\"a😀", false).join();
        client.sendText("", false).join();
        client.sendText("é\"]", true).join();
        client.sendBinary(ByteBuffer.wrap("[\"é".getBytes(StandardCharsets.UTF_8)), false)
                .join();
        client.sendBinary(ByteBuffer.wrap("\"]".getBytes(StandardCharsets.UTF_8)), true)
                .join();
        client.sendText("2", true).join();
        client.sendClose(1000, "done").join();
        assertThat(end(transport).code()).isEqualTo(1000);
        assertThat(heard.frames()).containsExactly("[\"a😀é\"]", "[\"é\"]", "2");
    }

    @Test
    void binaryMessagesAreRefusedWhereThatIsWanted() throws Exception {
        Tyrus server = serve(builder -> builder.refuseBinary().anyFirstMessage());
        Closing closing = new Closing();
        WebSocket client = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(server.uri(), closing)
                .join();
        accepted.next().start(new RecordingListener());
        client.sendBinary(ByteBuffer.allocate(10), true).join();
        assertThat(closing.code.get(60, TimeUnit.SECONDS)).isEqualTo(1003);
    }

    @Test
    void connectionWithoutMessagesIsClosed() throws Exception {
        Tyrus server = serve(
                builder -> builder.limits(WsLimits.builder().idleTimeout(SHORT).build()));
        WsTransport client = WsTransport.connect(server.uri().toString());
        client.start(new RecordingListener());
        accepted.next().start(new RecordingListener());
        assertThat(end(client).code()).isEqualTo(1008);
    }

    @Test
    void silentPeerIsNoticed() throws Exception {
        Tyrus server = serve(builder -> builder.limits(
                WsLimits.builder().keepAlive(SHORT, Duration.ofSeconds(2)).build()));
        FaultProxy proxy = FaultProxy.to(server.port());
        opened.add(proxy);
        WsTransport client = WsTransport.connect(Tyrus.uri(proxy.port()).toString());
        client.start(new RecordingListener());
        JakartaTransport transport = accepted.next();
        transport.start(new RecordingListener());
        proxy.stall();
        assertThat(end(transport).description()).contains("did not respond to a ping");
    }

    @Test
    void peerThatDoesNotReadIsGivenUp() throws Exception {
        Tyrus server = serve(builder -> builder.anyFirstMessage()
                .limits(WsLimits.builder()
                        .keepAlive(Duration.ZERO, Duration.ZERO)
                        .slowReaderTimeout(Duration.ofSeconds(1))
                        .build()));
        FaultProxy proxy = FaultProxy.to(server.port());
        opened.add(proxy);
        WsTransport client = WsTransport.connect(Tyrus.uri(proxy.port()).toString());
        client.start(new RecordingListener());
        JakartaTransport transport = accepted.next();
        transport.start(new RecordingListener());
        proxy.stall();
        String text = "x".repeat(100_000);
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 1000; i++) {
                        transport.send(new TextFrame(text));
                    }
                })
                .hasMessageContaining("has read nothing for 1 s");
        assertThat(end(transport).code()).isEqualTo(1013);
    }

    @Test
    void nobodyToConnectToIsTold() throws Exception {
        Tyrus server = serve(builder -> builder);
        URI elsewhere = server.uri().resolve("/elsewhere");
        assertThatThrownBy(() -> server.client(elsewhere).connect())
                .isInstanceOf(WsConnectException.class)
                .hasMessageContaining("could not connect to ws://localhost:")
                .hasMessageContaining("404");
    }
}
