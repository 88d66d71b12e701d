package io.acp4j.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.Handlers;
import io.acp4j.rpc.MessageTooLargeException;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.json.Codecs;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** An oversize message ends its own request on both sides of a connection, while a request of another session continues. */
class OversizeRequestsTest {

    private static final int LIMIT = 100_000;
    private static final RequestMethod<String, String> ASK =
            RequestMethod.extension("_ask", Codecs.STRING, Codecs.STRING);
    private static final RequestMethod<String, String> WAIT =
            RequestMethod.extension("_wait", Codecs.STRING, Codecs.STRING);

    private final CompletableFuture<String> waited = new CompletableFuture<>();
    private final BlockingQueue<Connection> served = new LinkedBlockingQueue<>();
    private final Handlers agent = Handlers.builder()
            .onRequest(ASK, (text, context) -> text.length() < 10 ? "x".repeat(Integer.parseInt(text)) : "read")
            .onRequestAsync(WAIT, (text, context) -> waited)
            .build();

    private WsServer serve(WsLimits limits) {
        return WsServer.builder(transport -> served.add(agent.connect(transport)))
                .anyFirstMessage()
                .limits(limits)
                .start();
    }

    private static Connection connect(WsServer server, WsLimits limits) {
        return Handlers.builder()
                .build()
                .connect(Pair.client(server.uri()).limits(limits).connect());
    }

    private void assertOthersGoOn(Connection connection, CompletableFuture<String> waiting) throws Exception {
        assertThat(waiting).isNotDone();
        waited.complete("done");
        assertThat(waiting.get(60, TimeUnit.SECONDS)).isEqualTo("done");
        assertThat(connection.request(ASK, "3")).isEqualTo("xxx");
    }

    @Test
    void requestAboveTheLimitOfTheServerFailsAlone() throws Exception {
        try (WsServer server = serve(WsLimits.builder().maxMessageBytes(LIMIT).build());
                Connection connection = connect(server, WsLimits.defaults())) {
            CompletableFuture<String> waiting = connection.requestAsync(WAIT, "");
            assertThatThrownBy(() -> connection.request(ASK, "y".repeat(LIMIT)))
                    .isInstanceOf(AcpErrorException.class)
                    .hasMessageContaining("limit of " + LIMIT + " bytes");
            assertOthersGoOn(connection, waiting);
        }
    }

    @Test
    void responseAboveTheLimitOfTheClientFailsItsRequestAlone() throws Exception {
        try (WsServer server = serve(WsLimits.defaults());
                Connection connection = connect(
                        server, WsLimits.builder().maxMessageBytes(LIMIT).build())) {
            CompletableFuture<String> waiting = connection.requestAsync(WAIT, "");
            assertThatThrownBy(() -> connection.request(ASK, String.valueOf(LIMIT)))
                    .hasMessageContaining("limit of " + LIMIT + " bytes");
            assertOthersGoOn(connection, waiting);
        }
    }

    @Test
    void requestAboveTheLimitOfTheClientIsNotSent() throws Exception {
        try (WsServer server = serve(WsLimits.defaults());
                Connection connection = connect(
                        server, WsLimits.builder().maxMessageBytes(LIMIT).build())) {
            CompletableFuture<String> waiting = connection.requestAsync(WAIT, "");
            assertThatThrownBy(() -> connection.request(ASK, "y".repeat(LIMIT)))
                    .isInstanceOf(MessageTooLargeException.class)
                    .hasMessageContaining("limit of " + LIMIT + " bytes");
            assertOthersGoOn(connection, waiting);
        }
    }

    @Test
    void responseAboveTheLimitOfTheServerBecomesAnError() throws Exception {
        try (WsServer server = serve(WsLimits.builder().maxMessageBytes(LIMIT).build());
                Connection connection = connect(server, WsLimits.defaults())) {
            CompletableFuture<String> waiting = connection.requestAsync(WAIT, "");
            assertThatThrownBy(() -> connection.request(ASK, String.valueOf(LIMIT)))
                    .isInstanceOf(AcpErrorException.class)
                    .hasMessageContaining("limit of " + LIMIT + " bytes");
            assertOthersGoOn(connection, waiting);
        }
    }
}
