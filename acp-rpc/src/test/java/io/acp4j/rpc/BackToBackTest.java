package io.acp4j.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.InMemoryTransport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Two engines against each other, under load. */
@ExtendWith(Quiet.class)
class BackToBackTest {

    private static final int THREADS = 16;

    private final ExecutorService callers = Executors.newCachedThreadPool();
    private final Set<Thread> handlerThreads = ConcurrentHashMap.newKeySet();
    private final List<Connection> connections = new ArrayList<>();
    private final InMemoryTransport.Pair pair = InMemoryTransport.pair(64 * 1024, Duration.ofSeconds(2));

    @AfterEach
    void nothingIsLeft() throws InterruptedException {
        connections.forEach(Connection::close);
        for (Connection connection : connections) {
            connection.awaitClosed();
        }
        callers.shutdown();
        assertThat(callers.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        await().atMost(Duration.ofSeconds(60))
                .until(() -> handlerThreads.stream().noneMatch(Thread::isAlive));
    }

    private Connection connect(InMemoryTransport end, Handlers.Builder handlers) {
        return connect(end, handlers, ConnectionOptions.defaults());
    }

    private Connection connect(InMemoryTransport end, Handlers.Builder handlers, ConnectionOptions options) {
        Connection connection = handlers.build().connect(end, options);
        connections.add(connection);
        return connection;
    }

    private void noteThread() {
        handlerThreads.add(Thread.currentThread());
    }

    private List<Future<Integer>> onThreads(int count, Connection connection, Work work) {
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            tasks.add(() -> work.run(connection, number));
        }
        return tasks.stream().map(callers::submit).toList();
    }

    private interface Work {
        int run(Connection connection, int number) throws Exception;
    }

    private static int sum(List<Future<Integer>> futures) throws Exception {
        int sum = 0;
        for (Future<Integer> future : futures) {
            sum += future.get(60, TimeUnit.SECONDS);
        }
        return sum;
    }

    @Test
    void floodsOfRequestsBothWaysAreAllAnsweredWithTheirOwnResult() throws Exception {
        Handlers.Builder handlers = Handlers.builder().onRequest(Note.ASK, (note, context) -> {
            noteThread();
            return note;
        });
        ConnectionOptions options = ConnectionOptions.builder()
                .maxOutboundRequests(64)
                .maxQueuedInboundBytes(64 * 1024)
                .build();
        Work work = (connection, number) -> {
            int right = 0;
            List<CompletableFuture<Note>> answers = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                Note note = Note.of("s" + number % 4, number * 1000 + i);
                if (i % 2 == 0) {
                    right += connection.request(Note.ASK, note).equals(note) ? 1 : 0;
                } else {
                    answers.add(connection.requestAsync(Note.ASK, note));
                }
            }
            int next = number * 1000 + 1;
            for (CompletableFuture<Note> answer : answers) {
                right += answer.get(60, TimeUnit.SECONDS).number() == next ? 1 : 0;
                next += 2;
            }
            return right;
        };
        List<Future<Integer>> forth = onThreads(THREADS, connect(pair.client(), handlers, options), work);
        List<Future<Integer>> back = onThreads(THREADS, connect(pair.agent(), handlers, options), work);

        assertThat(sum(forth)).isEqualTo(THREADS * 500);
        assertThat(sum(back)).isEqualTo(THREADS * 500);
    }

    @Test
    void handlersMayCallEachOtherFiftyDeepInManySessionsAtOnce() throws Exception {
        Handlers.Builder handlers = Handlers.builder().onRequest(Note.NEST, (note, context) -> {
            noteThread();
            if (note.number() == 0) {
                return note;
            }
            Note inner = new Note(note.sessionId(), note.number() - 1, note.text());
            return context.connection().request(Note.NEST, inner);
        });
        Connection first = connect(pair.client(), handlers);
        connect(pair.agent(), handlers);
        assertThat(sum(onThreads(
                        8,
                        first,
                        (connection, number) -> connection
                                .request(Note.NEST, Note.of("s" + number, 50))
                                .number())))
                .isZero();
    }

    @Test
    void notificationHandlersMayCallEachOtherFiftyDeep() throws Exception {
        CompletableFuture<Integer> reached = new CompletableFuture<>();
        Handlers.Builder handlers = Handlers.builder()
                .onNotification(Note.TELL, (note, from) -> {
                    noteThread();
                    reached.complete(from.request(Note.NEST, note).number());
                })
                .onRequestAsync(
                        Note.NEST,
                        (note, context) -> note.number() == 0
                                ? CompletableFuture.completedFuture(note)
                                : context.connection()
                                        .requestAsync(Note.NEST, new Note(note.sessionId(), note.number() - 1, "")));
        Connection first = connect(pair.client(), handlers);
        connect(pair.agent(), handlers);
        first.notify(Note.TELL, Note.of("s", 50));

        assertThat(reached.get(60, TimeUnit.SECONDS)).isZero();
    }

    @Test
    void twoHundredThousandNotificationsAreHandledInOrderBeforeTheAnswerAndFewAtATime() throws Exception {
        int count = 200_000;
        int queue = 64 * 1024;
        AtomicInteger sent = new AtomicInteger();
        AtomicInteger handled = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicReference<@Nullable String> disorder = new AtomicReference<>();
        connect(pair.client(), Handlers.builder().onRequest(Note.ASK, (note, context) -> {
            for (int i = 1; i <= count; i++) {
                context.connection().notify(Note.TELL, Note.of("s", i));
                sent.set(i);
            }
            return note;
        }));
        Connection client = connect(
                pair.agent(),
                Handlers.builder().onNotification(Note.TELL, (note, from) -> {
                    int number = handled.incrementAndGet();
                    if (note.number() != number) {
                        disorder.compareAndSet(null, note.number() + " instead of " + number);
                    }
                    most.accumulateAndGet(sent.get() - number, Math::max);
                }),
                ConnectionOptions.builder().maxQueuedInboundBytes(queue).build());
        client.request(Note.ASK, Note.of("s", 0), Duration.ofMinutes(5));

        assertThat(handled).hasValue(count);
        assertThat(disorder).hasValue(null);
        // In the pipe: what is queued and what is being read. In the engine: four times the limit at most.
        int bytes = 70;
        assertThat(most).hasValueLessThan(2 * (64 * 1024 / bytes + 1) + 4 * queue / (bytes + 256) + 10);
    }

    @Test
    void cancellationsThatRaceWithAnswersEndEveryRequestOnce() throws Exception {
        Handlers.Builder handlers = Handlers.builder().onRequestAsync(Note.ASK, (note, context) -> {
            CompletableFuture<Note> result = new CompletableFuture<>();
            context.cancellation()
                    .onCancel(() -> result.completeExceptionally(new RequestCancelledException("cancelled", null)));
            if (note.number() % 3 == 0) {
                context.executor().execute(() -> result.complete(note));
            } else if (note.number() % 3 == 1) {
                result.complete(note);
            }
            return result;
        });
        ConnectionOptions options =
                ConnectionOptions.builder().maxOutboundRequests(100).build();
        Connection first = connect(pair.client(), handlers, options);
        connect(pair.agent(), handlers, options);
        Random random = new Random(1);
        List<CompletableFuture<Note>> answers = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            CompletableFuture<Note> answer = first.requestAsync(Note.ASK, Note.of("s" + i % 5, i));
            if (i % 3 == 2 || random.nextBoolean()) {
                callers.execute(() -> answer.cancel(true));
            }
            answers.add(answer);
        }
        for (CompletableFuture<Note> answer : answers) {
            answer.exceptionally(cancelled -> Note.of(0)).get(60, TimeUnit.SECONDS);
        }
        // All places are free again, on both sides.
        List<CompletableFuture<Note>> more = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            more.add(first.requestAsync(Note.ASK, Note.of("s", 1)));
        }
        for (CompletableFuture<Note> answer : more) {
            assertThat(answer.get(60, TimeUnit.SECONDS).number()).isEqualTo(1);
        }
    }

    @Test
    void closeInTheMiddleOfAFloodEndsEveryCall() throws Exception {
        Handlers.Builder handlers = Handlers.builder()
                .onNotification(Note.TELL, (note, from) -> {
                    noteThread();
                    from.request(Note.PING, note);
                })
                .onRequest(Note.PING, (note, context) -> {
                    noteThread();
                    return note;
                });
        Connection first = connect(pair.client(), handlers);
        Connection second = connect(pair.agent(), handlers);
        CompletableFuture<Void> warm = new CompletableFuture<>();
        Work work = (connection, number) -> {
            for (int i = 0; ; i++) {
                try {
                    if (number % 2 == 0) {
                        connection.request(Note.PING, Note.of("s" + number, i), Duration.ZERO);
                    } else {
                        connection.notify(Note.TELL, Note.of("s" + number, i));
                    }
                } catch (ConnectionClosedException e) {
                    return 1;
                }
                if (i == 50) {
                    warm.complete(null);
                }
            }
        };
        List<Future<Integer>> forth = onThreads(THREADS, first, work);
        List<Future<Integer>> back = onThreads(THREADS, second, work);
        warm.get(60, TimeUnit.SECONDS);
        first.close();

        assertThat(sum(forth)).isEqualTo(THREADS);
        assertThat(sum(back)).isEqualTo(THREADS);
        assertThat(first.awaitClosed().kind()).isEqualTo(CloseReason.Kind.LOCAL);
        assertThat(second.awaitClosed().kind()).isEqualTo(CloseReason.Kind.PEER);
    }

    @Test
    void lossOfTheConnectionInTheMiddleOfAFloodEndsEveryCallWithItsCause() throws Exception {
        Handlers.Builder handlers = Note.answering();
        Connection first = connect(pair.client(), handlers);
        Connection second = connect(pair.agent(), handlers);
        CompletableFuture<Void> warm = new CompletableFuture<>();
        IllegalStateException cause = new IllegalStateException("the network is down");
        Work work = (connection, number) -> {
            for (int i = 0; ; i++) {
                try {
                    connection.request(Note.PING, Note.of("s" + number, i), Duration.ZERO);
                } catch (ConnectionClosedException e) {
                    return e.reason().cause() == cause ? 1 : 0;
                }
                if (i == 50) {
                    warm.complete(null);
                }
            }
        };
        List<Future<Integer>> forth = onThreads(4, first, work);
        List<Future<Integer>> back = onThreads(4, second, work);
        warm.get(60, TimeUnit.SECONDS);
        pair.client().fail(cause);

        assertThat(sum(forth)).isEqualTo(4);
        assertThat(sum(back)).isEqualTo(4);
    }

    @Test
    void floodsOfRequestsThatNobodyServesBothWaysDoNotLockUp() throws Exception {
        Connection first = connect(pair.client(), Handlers.builder());
        Connection second = connect(pair.agent(), Handlers.builder());
        Work work = (connection, number) -> {
            int refused = 0;
            List<CompletableFuture<Note>> answers = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                answers.add(connection.requestAsync(Note.ASK, Note.of("s", i)));
            }
            for (CompletableFuture<Note> answer : answers) {
                try {
                    answer.get(60, TimeUnit.SECONDS);
                } catch (ExecutionException e) {
                    refused += e.getCause() instanceof AcpErrorException ? 1 : 0;
                }
            }
            return refused;
        };
        List<Future<Integer>> forth = onThreads(4, first, work);
        List<Future<Integer>> back = onThreads(4, second, work);

        assertThat(sum(forth)).isEqualTo(2000);
        assertThat(sum(back)).isEqualTo(2000);
    }
}
