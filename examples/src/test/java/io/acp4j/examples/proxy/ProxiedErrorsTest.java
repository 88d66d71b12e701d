package io.acp4j.examples.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.client.AcpClient;
import io.acp4j.proxy.AcpProxy;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportClosedException;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import io.acp4j.transport.http.HttpServer;
import io.acp4j.transport.http.HttpTransport;
import io.acp4j.transport.ws.WsServer;
import io.acp4j.transport.ws.WsTransport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An error of a proxy for a damaged response reaches the client through a server in front of the proxy. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProxiedErrorsTest {

    /** Exceeds every wait of the tests, so that only an idle server stops in time. */
    private static final Duration LONG_GRACE = Duration.ofMinutes(10);

    private static final String INITIALIZED = "\"result\":{\"protocolVersion\":1}}";
    private static final String DAMAGED = "\"result\":{\"protocolVersion\":1},}";

    /** An agent that responds to each request with fixed text after the ID. */
    private record ScriptedAgent(Transport transport, String initialized, String other) implements TransportListener {

        @Override
        public @Nullable Envelope onFrame(byte[] buffer, int offset, int length) {
            String frame = new String(buffer, offset, length, UTF_8);
            if (frame.contains("\"id\":")) {
                String id = frame.replaceFirst("(?s).*?\"id\":(\\d+).*", "$1");
                String rest = frame.contains("\"initialize\"") ? initialized : other;
                try {
                    transport.send(new TextResponse("{\"jsonrpc\":\"2.0\",\"id\":" + id + "," + rest));
                } catch (TransportClosedException | InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            return null;
        }

        @Override
        public void onFault(FrameError fault) {
            throw new AssertionError(fault.problem());
        }

        @Override
        public void onEnd(CloseReason reason, boolean canSend) {
            transport.close();
        }
    }

    private record TextResponse(String text) implements OutboundFrame {

        @Override
        public Envelope envelope() {
            return new Envelope(Envelope.Kind.RESPONSE, null, null, null);
        }

        @Override
        public void writeTo(FrameBuffer buffer) {
            byte[] bytes = text.getBytes(UTF_8);
            buffer.append(bytes, 0, bytes.length);
        }
    }

    private static void proxy(Transport client, String initialized, String other) {
        InMemoryTransport.Pair pair = InMemoryTransport.pair(client.principal());
        pair.agent().start(new ScriptedAgent(pair.agent(), initialized, other));
        AcpProxy.builder().build().connect(client, pair.client());
    }

    private static Throwable failure(CompletableFuture<?> future) throws Exception {
        try {
            throw new AssertionError("succeeded: " + future.get(60, TimeUnit.SECONDS));
        } catch (ExecutionException e) {
            return e.getCause();
        }
    }

    @Test
    void anHttpClientReceivesTheErrorForADamagedInitializeResponse() throws Exception {
        try (HttpServer server =
                HttpServer.builder(client -> proxy(client, DAMAGED, DAMAGED)).start()) {
            CompletableFuture<AcpClient> connecting = CompletableFuture.supplyAsync(
                    () -> AcpClient.builder(HttpTransport.builder(server.uri()).connect())
                            .connect());

            assertThat(failure(connecting)).isInstanceOf(AcpException.class).hasMessageContaining("cannot be read");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "ws"})
    void aServerIsIdleAfterTheErrorForADamagedResponse(String over) throws Exception {
        if (over.equals("http")) {
            try (HttpServer server = HttpServer.builder(client -> proxy(client, INITIALIZED, DAMAGED))
                    .start()) {
                failOneRequest(HttpTransport.builder(server.uri()).connect());
                server.shutdown(LONG_GRACE).toCompletableFuture().get(60, TimeUnit.SECONDS);
            }
        } else {
            try (WsServer server = WsServer.builder(client -> proxy(client, INITIALIZED, DAMAGED))
                    .start()) {
                failOneRequest(WsTransport.builder(server.uri()).connect());
                server.shutdown(LONG_GRACE).toCompletableFuture().get(60, TimeUnit.SECONDS);
            }
        }
    }

    private static void failOneRequest(Transport transport) {
        AcpClient client = AcpClient.builder(transport).connect();
        assertThatThrownBy(() -> client.newSession(Path.of("").toAbsolutePath()))
                .isInstanceOf(AcpErrorException.class)
                .hasMessageContaining("cannot be read");
    }
}
