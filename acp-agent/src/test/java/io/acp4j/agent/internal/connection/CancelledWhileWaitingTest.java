package io.acp4j.agent.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.rpc.CancellationToken;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.internal.handler.CancellationSource;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of requests about one session, when many of them are cancelled while they wait. */
class CancelledWhileWaitingTest {

    private static final SessionId SESSION = new SessionId("s");

    private final Openings openings = new Openings();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CompletableFuture<Integer> opened = new CompletableFuture<>();

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private final class Request implements RequestContext {
        private final CancellationSource source = new CancellationSource(Runnable::run);

        @Override
        public RequestId id() {
            return RequestId.of(1);
        }

        @Override
        public String method() {
            return "m";
        }

        @Override
        public CancellationToken cancellation() {
            return source;
        }

        @Override
        public Connection connection() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Executor executor() {
            return threads;
        }

        @Override
        public void afterResponse(Runnable action) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void keepOpenUntil(CompletionStage<?> end) {
            throw new UnsupportedOperationException();
        }
    }

    private static <T> T get(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private CompletionStage<Integer> open() throws Exception {
        return openings.ending(SESSION, new Request(), () -> opened);
    }

    @Test
    void whatWaitsBehindAnyNumberOfCancelledRequestsIsServed() throws Exception {
        CompletionStage<Integer> opening = open();
        for (int i = 0; i < 50_000; i++) {
            Request cancelled = new Request();
            CompletionStage<Integer> waiting = openings.next(SESSION, cancelled, () -> 2);
            cancelled.source.cancel();
            assertThat(waiting.toCompletableFuture()).isCompletedExceptionally();
        }
        CompletionStage<Integer> last = openings.next(SESSION, new Request(), () -> 3);
        opened.complete(1);
        assertThat(get(opening)).isEqualTo(1);
        assertThat(get(last)).isEqualTo(3);
    }

    @Test
    void cancellationsThatAreLeftWithNothingBetweenThemAreOne() throws Exception {
        CompletionStage<Integer> opening = open();
        AtomicInteger cancellations = new AtomicInteger();
        int rounds = 1_000;
        for (int i = 0; i < rounds; i++) {
            Request cancelled = new Request();
            var unused = openings.next(SESSION, cancelled, () -> 2);
            openings.cancel(SESSION, threads, cancellations::incrementAndGet);
            cancelled.source.cancel();
        }
        CompletionStage<Integer> last = openings.next(SESSION, new Request(), () -> 3);
        opened.complete(1);
        get(opening);
        get(last);
        assertThat(cancellations).hasValue(rounds + 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whatIsNotCancelledIsServedInItsOrder(long seed) throws Exception {
        Random random = new Random(seed);
        List<Integer> served = new ArrayList<>();
        List<Integer> expected = new ArrayList<>();
        List<Request> waiting = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        CompletionStage<Integer> opening = open();
        for (int step = 0; step < 300; step++) {
            if (waiting.isEmpty() || random.nextInt(3) > 0) {
                int number = step;
                Request request = new Request();
                var unused = openings.next(SESSION, request, () -> served.add(number));
                waiting.add(request);
                numbers.add(number);
            } else {
                int one = random.nextInt(waiting.size());
                waiting.remove(one).source.cancel();
                numbers.remove(one);
            }
        }
        expected.addAll(numbers);
        CompletionStage<Boolean> last = openings.next(SESSION, new Request(), () -> true);
        opened.complete(1);
        get(opening);
        get(last);
        assertThat(served).isEqualTo(expected);
    }
}
