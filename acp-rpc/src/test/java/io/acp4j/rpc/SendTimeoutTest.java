package io.acp4j.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.testing.RawPeer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

/** A peer that is alive and reads nothing holds a caller for no longer than the time-out of the call. */
@Execution(ExecutionMode.CONCURRENT)
class SendTimeoutTest {

    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Duration LONG = Duration.ofDays(1);

    private final RawPeer peer = new RawPeer();
    private final Handlers.Builder handlers = Note.answering();

    /** A way to call the peer. */
    private interface Call {
        void on(Connection connection);
    }

    static final List<Arguments> CALLS = List.of(
            row("timeoutOfTheCall", LONG, LONG, c -> c.request(Note.ASK, Note.of("s", 1), SHORT)),
            row("timeoutOfTheMethod", SHORT, LONG, c -> c.request(Note.ASK, Note.of("s", 1))),
            row("requestWithoutTimeout", LONG, SHORT, c -> c.request(Note.ASK, Note.of("s", 1), Duration.ZERO)),
            row("methodWithoutTimeout", Duration.ZERO, SHORT, c -> c.request(Note.ASK, Note.of("s", 1))),
            row("asyncTimeoutOfTheCall", LONG, LONG, c -> c.requestAsync(Note.ASK, Note.of("s", 1), SHORT)),
            row("asyncTimeoutOfTheMethod", SHORT, LONG, c -> c.requestAsync(Note.ASK, Note.of("s", 1))),
            row("asyncWithoutTimeout", LONG, SHORT, c -> c.requestAsync(Note.ASK, Note.of("s", 1), Duration.ZERO)),
            row("notification", LONG, SHORT, c -> c.notify(Note.TELL, Note.of("s", 1))));

    private static Arguments row(String name, Duration ofMethod, Duration ofSending, Call call) {
        return argumentSet(
                name,
                ConnectionOptions.builder()
                        .maxOutboundRequests(1)
                        .requestTimeout(ofMethod)
                        .sendTimeout(ofSending)
                        .build(),
                call);
    }

    @AfterEach
    void endPeer() {
        peer.resumeReading();
    }

    @ParameterizedTest
    @FieldSource("CALLS")
    void callEndsThoughThePeerDoesNotRead(ConnectionOptions options, Call call) throws Exception {
        try (Connection connection = handlers.build().connect(peer.transport(), options)) {
            peer.stopReading(0);
            assertUnsent(() -> call.on(connection));
            assertNothingIsLeft(connection);
        }
    }

    @ParameterizedTest
    @FieldSource("CALLS")
    void callOfAHandlerEndsThoughThePeerDoesNotRead(ConnectionOptions options, Call call) throws Exception {
        CompletableFuture<Void> outcome = new CompletableFuture<>();
        CompletableFuture<Connection> calling = new CompletableFuture<>();
        handlers.onNotification(Note.TELL, (note, from) -> {
            try {
                assertUnsent(() -> call.on(calling.join()));
                outcome.complete(null);
            } catch (Throwable e) {
                outcome.completeExceptionally(e);
            }
        });
        try (Connection connection = handlers.build().connect(peer.transport(), options)) {
            calling.complete(connection);
            peer.stopReading(0);
            peer.send(Note.tell("s", 1));
            outcome.get(60, TimeUnit.SECONDS);
            assertNothingIsLeft(connection);
        }
    }

    private static void assertUnsent(Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        RequestTimeoutException.class,
                        e -> assertThat(e.timeout()).isEqualTo(SHORT))
                .hasMessageContaining("could not be sent within 50 ms")
                .hasMessageContaining("the peer does not read");
    }

    /** With one request allowed at a time the next begins, and the peer hears of nothing else, no cancellation either. */
    private void assertNothingIsLeft(Connection connection) throws Exception {
        peer.resumeReading();
        CompletableFuture<Note> next =
                CompletableFuture.supplyAsync(() -> connection.request(Note.ASK, Note.of(2), Duration.ofSeconds(60)));
        JsonNode request = peer.nextJson();
        assertThat(request.path("method").asText()).isEqualTo("_ask");
        assertThat(request.at("/params/number").asInt()).isEqualTo(2);
        peer.send(Note.result(request.path("id").asLong(), 3));
        assertThat(next.get(60, TimeUnit.SECONDS)).isEqualTo(Note.of(3));
        assertThat(peer.poll()).isNull();
    }
}
