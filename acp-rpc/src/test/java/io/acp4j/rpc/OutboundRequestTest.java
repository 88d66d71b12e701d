package io.acp4j.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.testing.RawPeer;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.RawJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every request to the peer ends, once, and leaves nothing behind: with only one allowed at a time the next one can begin. */
@Execution(ExecutionMode.CONCURRENT)
class OutboundRequestTest extends OutboundFixture {

    @Test
    void resultReachesTheWaitingCaller() throws Exception {
        CompletableFuture<Note> caller =
                CompletableFuture.supplyAsync(() -> connection.request(Note.ASK, Note.of("s", 3)));

        JsonNode request = peer.nextJson();
        assertThat(request)
                .isEqualTo(
                        RawPeer.json("{'jsonrpc':'2.0','id':1,'method':'_ask','params':{'sessionId':'s','number':3}}"));
        peer.send(Note.result(1, 4));
        assertThat(caller.get(60, TimeUnit.SECONDS)).isEqualTo(Note.of(4));
        assertNothingIsLeft();
    }

    @Test
    void errorReachesTheCallerWithCodeMessageAndData() throws Exception {
        CompletableFuture<Note> answer = connection.requestAsync(Note.ASK, Note.of(1));
        peer.send("{'jsonrpc':'2.0','id':1,'error':{'code':-32002,'message':'gone','data':'a bare string'}}");

        AcpErrorException error = failure(AcpErrorException.class, answer);
        assertThat(error.code().value()).isEqualTo(-32002);
        assertThat(error.error().message()).isEqualTo("gone");
        assertThat(error.error().data()).isEqualTo(RawJson.parse("\"a bare string\""));
        peer.next();
        assertNothingIsLeft();
    }

    @Test
    void waitingCallerIsToldOfTheTimeoutAndThePeerToCancel() throws Exception {
        RequestTimeoutException error = catchThrowableOfType(
                RequestTimeoutException.class, () -> connection.request(Note.ASK, Note.of(1), SHORT));

        assertThat(error.timeout()).isEqualTo(SHORT);
        assertThat(error).hasMessageContaining("_ask").hasMessageContaining("50 ms");
        peer.next();
        assertCancelled(1);
        peer.send(Note.result(1, 9));
        assertNothingIsLeft();
    }

    @Test
    void futureIsToldOfTheTimeoutAndThePeerToCancel() throws Exception {
        CompletableFuture<Note> answer = connection.requestAsync(Note.ASK, Note.of(1), SHORT);

        assertThat(failure(RequestTimeoutException.class, answer).timeout()).isEqualTo(SHORT);
        peer.next();
        assertCancelled(1);
        peer.send(Note.result(1, 9));
        assertNothingIsLeft();
    }

    @Test
    void methodHasATimeoutOfItsOwn() throws Exception {
        assertThatThrownBy(() -> connection.request(Note.NEST, Note.of(1))).isInstanceOf(RequestTimeoutException.class);
        peer.next();
        assertCancelled(1);
        assertNothingIsLeft();
    }

    @Test
    void methodsThatWaitForAModelOrAPersonHaveNoTimeout() {
        ConnectionOptions options = ConnectionOptions.defaults();
        assertThat(List.of(
                        "session/prompt",
                        "session/load",
                        "session/resume",
                        "session/request_permission",
                        "elicitation/create",
                        "fs/read_text_file",
                        "fs/write_text_file",
                        "terminal/create",
                        "terminal/wait_for_exit",
                        "mcp/message",
                        "authenticate",
                        "auth/login"))
                .allSatisfy(method -> assertThat(options.timeoutOf(method)).isZero());
        assertThat(options.timeoutOf("session/new")).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void endlessAndOverlongTimeoutsAreAllowedAndNegativeOnesRefusedBeforeAnythingIsSent() throws Exception {
        for (Duration timeout : List.of(Duration.ZERO, Duration.ofSeconds(Long.MAX_VALUE), Duration.ofDays(100_000))) {
            CompletableFuture<Note> waiting =
                    CompletableFuture.supplyAsync(() -> connection.request(Note.ASK, Note.of(1), timeout));
            peer.send(Note.result(idOf(peer.next()), 2));
            assertThat(waiting.get(60, TimeUnit.SECONDS)).isEqualTo(Note.of(2));
            CompletableFuture<Note> async = connection.requestAsync(Note.ASK, Note.of(1), timeout);
            peer.send(Note.result(idOf(peer.next()), 3));
            assertThat(async.get(60, TimeUnit.SECONDS)).isEqualTo(Note.of(3));
        }
        assertThatThrownBy(() -> connection.request(Note.ASK, Note.of(1), Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> connection.requestAsync(Note.ASK, Note.of(1), Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ConnectionOptions.builder()
                        .requestTimeout("x", Duration.ofMillis(-1))
                        .build())
                .isInstanceOf(IllegalArgumentException.class);
        assertNothingIsLeft();
    }

    static List<Arguments> endings() {
        List<Arguments> rows = new ArrayList<>();
        ending(rows, "cancel", future -> future.cancel(true));
        ending(rows, "completeExceptionally", future -> future.completeExceptionally(new IllegalStateException()));
        ending(rows, "complete", future -> future.complete(Note.of(0)));
        ending(rows, "orTimeout", future -> future.orTimeout(10, TimeUnit.MILLISECONDS));
        ending(rows, "completeOnTimeout", future -> future.completeOnTimeout(Note.of(0), 10, TimeUnit.MILLISECONDS));
        return rows;
    }

    private static void ending(List<Arguments> rows, String name, Consumer<CompletableFuture<Note>> ending) {
        rows.add(argumentSet(name, ending));
    }

    @ParameterizedTest
    @MethodSource("endings")
    void callerWhoEndsTheFutureCancelsTheRequest(Consumer<CompletableFuture<Note>> ending) throws Exception {
        CompletableFuture<Note> answer = connection.requestAsync(Note.ASK, Note.of(1));
        peer.next();

        ending.accept(answer);

        assertCancelled(1);
        peer.send(Note.result(1, 9));
        assertNothingIsLeft();
    }

    @Test
    void cancelledFutureIsCancelled() {
        CompletableFuture<Note> answer = connection.requestAsync(Note.ASK, Note.of(1));
        answer.cancel(false);
        assertThat(answer).isCancelled();
        assertThatThrownBy(answer::join).isInstanceOf(CancellationException.class);
    }

    @Test
    void futureThatHasEndedCancelsNothing() throws Exception {
        CompletableFuture<Note> answer = connection.requestAsync(Note.ASK, Note.of(1));
        peer.next();
        peer.send(Note.result(1, 9));
        assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo(Note.of(9));

        assertThat(answer.cancel(true)).isFalse();

        assertNothingIsLeft();
    }

    @Test
    void interruptEndsTheWaitAndThePeerIsToldToCancel() throws Exception {
        AtomicReference<@Nullable Throwable> outcome = new AtomicReference<>();
        Thread caller = new Thread(() -> {
            try {
                connection.request(Note.ASK, Note.of(1));
            } catch (RequestCancelledException e) {
                outcome.set(Thread.currentThread().isInterrupted() ? e : new AssertionError("flag lost"));
            }
        });
        caller.start();
        peer.next();
        caller.interrupt();
        caller.join(60_000);

        assertThat(outcome.get()).isInstanceOf(RequestCancelledException.class);
        assertCancelled(1);
        assertNothingIsLeft();
    }

    @Test
    void callerOfAFullTableWaitsForAPlace() throws Exception {
        CompletableFuture<Note> first = connection.requestAsync(Note.ASK, Note.of(1));
        peer.next();
        CompletableFuture<Note> second = CompletableFuture.supplyAsync(() -> connection.request(Note.PING, Note.of(2)));
        assertThatThrownBy(() -> second.get(100, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        assertThat(peer.poll()).isNull();

        peer.send(Note.result(1, 1));

        assertThat(first.get(60, TimeUnit.SECONDS)).isEqualTo(Note.of(1));
        assertThat(peer.nextJson().path("method").asText()).isEqualTo("_ping");
        peer.send(Note.result(2, 2));
        assertThat(second.get(60, TimeUnit.SECONDS)).isEqualTo(Note.of(2));
    }

    @Test
    void timeoutCoversTheWaitForAPlace() throws Exception {
        CompletableFuture<Note> first = connection.requestAsync(Note.ASK, Note.of(1), Duration.ZERO);
        peer.next();

        assertThatThrownBy(() -> connection.request(Note.PING, Note.of(2), SHORT))
                .isInstanceOf(RequestTimeoutException.class);
        assertThatThrownBy(() -> connection.requestAsync(Note.PING, Note.of(2), SHORT))
                .isInstanceOf(RequestTimeoutException.class);
        assertThat(peer.poll()).isNull();
        peer.send(Note.result(1, 1));
        assertThat(first.get(60, TimeUnit.SECONDS)).isEqualTo(Note.of(1));
        assertNothingIsLeft();
    }

    @Test
    void interruptEndsTheWaitForAPlace() throws Exception {
        CompletableFuture<Note> first = connection.requestAsync(Note.ASK, Note.of(1));
        peer.next();
        AtomicReference<@Nullable Throwable> outcome = new AtomicReference<>();
        Thread caller = new Thread(() -> {
            try {
                connection.request(Note.PING, Note.of(1));
            } catch (AcpException e) {
                outcome.set(e);
            }
        });
        caller.start();
        await().atMost(LIMIT).until(() -> caller.getState() == Thread.State.TIMED_WAITING);
        caller.interrupt();
        caller.join(60_000);

        assertThat(outcome.get()).isInstanceOf(RequestCancelledException.class);
        peer.send(Note.result(1, 1));
        assertThat(first.get(60, TimeUnit.SECONDS)).isEqualTo(Note.of(1));
        assertNothingIsLeft();
    }

    @Test
    void parametersThatCannotBeWrittenFailTheCallOnly() throws Exception {
        RequestMethod<Double, Note> method = RequestMethod.extension("_number", Codecs.DOUBLE, Note.CODEC);
        RequestMethod<Note, Note> overflowing =
                RequestMethod.extension("_overflow", new Faulty(new StackOverflowError()), Note.CODEC);
        assertThatThrownBy(() -> connection.request(method, Double.NaN)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> connection.requestAsync(overflowing, Note.of(1)))
                .isInstanceOf(StackOverflowError.class);
        assertNothingIsLeft();
    }

    @Test
    void closeFailsWhatIsPendingAndWhatComesLater() throws Exception {
        CompletableFuture<Note> pending = connection.requestAsync(Note.ASK, Note.of(1), Duration.ZERO);
        CompletableFuture<Note> waiting =
                CompletableFuture.supplyAsync(() -> connection.request(Note.PING, Note.of(2), Duration.ZERO));
        connection.close();
        connection.close();

        assertThat(failure(ConnectionClosedException.class, pending).reason().kind())
                .isEqualTo(CloseReason.Kind.LOCAL);
        assertThat(failure(ConnectionClosedException.class, waiting).reason().kind())
                .isEqualTo(CloseReason.Kind.LOCAL);
        assertThatThrownBy(() -> connection.request(Note.ASK, Note.of(1)))
                .isInstanceOf(ConnectionClosedException.class);
        assertThatThrownBy(() -> connection.notify(Note.TELL, Note.of(1)))
                .isInstanceOf(ConnectionClosedException.class);
        assertThat(connection.awaitClosed().kind()).isEqualTo(CloseReason.Kind.LOCAL);
        assertThat(connection.closed().toCompletableFuture()).isCompleted();
    }

    @Test
    void endOfThePeerFailsWhatIsPendingWithTheTransportsOwnReason() throws Exception {
        record Exit(int code) implements CloseReason {
            @Override
            public Kind kind() {
                return Kind.PEER;
            }

            @Override
            public String description() {
                return "the agent exited with code " + code;
            }

            @Override
            public @Nullable Throwable cause() {
                return null;
            }
        }
        CompletableFuture<Note> pending = connection.requestAsync(Note.ASK, Note.of("s", 1), Duration.ZERO);
        CompletableFuture<Note> waiting =
                CompletableFuture.supplyAsync(() -> connection.request(Note.PING, Note.of(2), Duration.ZERO));
        peer.die(new Exit(137));

        assertThat(failure(ConnectionClosedException.class, pending).reason()).isEqualTo(new Exit(137));
        assertThat(failure(ConnectionClosedException.class, waiting))
                .hasMessageContaining("137")
                .satisfies(e -> assertThat(e.reason()).isEqualTo(new Exit(137)));
        assertThatThrownBy(() -> connection.notify(Note.TELL, Note.of(1)))
                .isInstanceOfSatisfying(
                        ConnectionClosedException.class,
                        e -> assertThat(e.reason()).isEqualTo(new Exit(137)));
        assertThat(connection.awaitClosed()).isEqualTo(new Exit(137));
        connection.close();
        assertThatThrownBy(() -> connection.request(Note.ASK, Note.of(1)))
                .isInstanceOfSatisfying(
                        ConnectionClosedException.class,
                        e -> assertThat(e.reason()).isEqualTo(new Exit(137)));
    }

    private void assertCancelled(long id) throws InterruptedException {
        assertThat(peer.nextJson())
                .isEqualTo(RawPeer.json(
                        "{'jsonrpc':'2.0','method':'$/cancel_request','params':{'requestId':" + id + "}}"));
    }
}
