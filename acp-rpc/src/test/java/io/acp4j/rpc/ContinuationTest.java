package io.acp4j.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.session.CloseSessionRequest;
import io.acp4j.schema.session.CloseSessionResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ContinuationTest {

    private static final RawJson SESSION = RawJson.parse("{\"sessionId\":\"s\"}");
    private static final CloseSessionRequest REQUEST = CloseSessionRequest.of(new SessionId("s"));
    private static final NotificationMethod<RawJson> NOTE = NotificationMethod.extension("_note", RawJson.CODEC);

    @Test
    void whatContinuesOnAFutureMayWaitForLaterMessagesOfTheSession() throws Exception {
        CountDownLatch arrived = new CountDownLatch(3);
        CountDownLatch second = new CountDownLatch(1);
        AtomicInteger notes = new AtomicInteger();
        Handlers agent = Handlers.builder()
                .onRequest(Methods.SESSION_CLOSE, (params, context) -> {
                    context.connection().notify(NOTE, SESSION);
                    context.afterResponse(() -> context.connection().notify(NOTE, SESSION));
                    return CloseSessionResponse.EMPTY;
                })
                .build();
        Handlers client = Handlers.builder()
                .onNotification(NOTE, (params, connection) -> {
                    if (notes.incrementAndGet() == 1) {
                        // Keeps the session busy, so that the answer has to wait its turn.
                        assertThat(arrived.await(60, TimeUnit.SECONDS)).isTrue();
                    } else {
                        second.countDown();
                    }
                })
                .build();
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        ConnectionOptions options = ConnectionOptions.builder()
                .listener((direction, buffer, offset, length) -> {
                    if (direction == WireListener.Direction.INBOUND) {
                        arrived.countDown();
                    }
                })
                .build();
        try (Connection server = agent.connect(pair.agent());
                Connection connection = client.connect(pair.client(), options)) {
            CompletableFuture<Boolean> continued =
                    connection.requestAsync(Methods.SESSION_CLOSE, REQUEST).thenApply(answer -> await(second));

            assertThat(continued.get(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
