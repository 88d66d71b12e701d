package io.acp4j.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.testing.RawPeer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** In which order messages are handled, what an answer waits for, and what waits for nobody. */
@Execution(ExecutionMode.CONCURRENT)
class OrderTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final int MANY = 2000;

    private final RawPeer peer = new RawPeer();
    private final List<Connection> connections = new ArrayList<>();
    private final Map<String, Gate> gates = new ConcurrentHashMap<>();
    private final List<Note> handled = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void close() {
        gates.values().forEach(Gate::open);
        connections.forEach(Connection::close);
    }

    private Gate gate(String name) {
        return gates.computeIfAbsent(name, any -> new Gate());
    }

    /** Connects; a notification numbered 0 stops at the gate named as its session. */
    private Connection connect(Handlers.Builder handlers) {
        Connection connection = handlers.onNotification(Note.TELL, (note, from) -> {
                    if (note.number() == 0) {
                        gate(String.valueOf(note.sessionId())).pass();
                    }
                    handled.add(note);
                })
                .build()
                .connect(peer.transport());
        connections.add(connection);
        return connection;
    }

    private static List<Integer> numbers(List<Note> notes, String session) {
        synchronized (notes) {
            return notes.stream()
                    .filter(note -> String.valueOf(note.sessionId()).equals(session))
                    .map(Note::number)
                    .toList();
        }
    }

    private static List<Integer> upTo(int last) {
        return IntStream.rangeClosed(1, last).boxed().toList();
    }

    @Test
    void notificationsOfEachSessionAreHandledInWireOrder() {
        connect(Note.answering());
        for (int i = 1; i <= MANY; i++) {
            peer.send(Note.tell("a", i));
            peer.send(Note.tell("b", i));
            peer.send("{'jsonrpc':'2.0','method':'_tell','params':{'number':" + i + "}}");
        }

        await().atMost(PATIENCE).until(() -> handled.size() == 3 * MANY);
        for (String session : List.of("a", "b", "null")) {
            assertThat(numbers(handled, session)).isEqualTo(upTo(MANY));
        }
    }

    @Test
    void notificationsWithoutAHandlerKeepTheOrderOfTheirSessionToo() {
        List<String> seen = new CopyOnWriteArrayList<>();
        connect(Note.answering().onOtherNotification((method, params, from) -> seen.add(method)));
        peer.send(Note.tell("a", 0));
        gate("a").awaitReached();
        peer.send("{'jsonrpc':'2.0','method':'_x/a','params':{'sessionId':'a'}}");
        peer.send("{'jsonrpc':'2.0','method':'_x/b','params':{'deep':{'sessionId':'a'},'sessionId':'b'}}");
        peer.send("{'jsonrpc':'2.0','method':'_x/none'}");
        peer.send("{'jsonrpc':'2.0','params':{'sessionId':['a']},'method':'_x/array'}");

        await().atMost(PATIENCE).until(() -> seen.size() == 3);
        assertThat(seen).containsExactlyInAnyOrder("_x/b", "_x/none", "_x/array");
        gate("a").open();
        await().atMost(PATIENCE).until(() -> seen.contains("_x/a"));
    }

    @Test
    void requestBeginsAfterTheNotificationsBeforeIt() throws Exception {
        List<Integer> begun = new CopyOnWriteArrayList<>();
        connect(Note.answering().onRequest(Note.ASK, (note, context) -> {
            begun.add(handled.size());
            return note;
        }));
        peer.send(Note.tell("a", 0));
        for (int i = 1; i <= 100; i++) {
            peer.send(Note.tell("a", i));
        }
        peer.send(Note.call("_ask", 1, "a", 7));
        gate("a").awaitReached();
        assertThat(begun).isEmpty();
        gate("a").open();

        assertThat(peer.nextJson().path("id").asInt()).isEqualTo(1);
        assertThat(begun).containsExactly(101);
    }

    @Test
    void requestThatRunsDelaysNeitherLaterNotificationsNorLaterRequests() throws Exception {
        connect(Note.answering().onRequest(Note.ASK, (note, context) -> {
            gate("ask").pass();
            return note;
        }));
        // Once with an idle session, once with a busy one.
        peer.send(Note.call("_ask", 1, "a", 1));
        gate("ask").awaitReached();
        peer.send(Note.tell("a", 0));
        peer.send(Note.call("_ask", 2, "a", 2));
        peer.send(Note.tell("a", 5));
        peer.send(Note.call("_ping", 3, "a", 3));
        gate("a").open();

        assertThat(peer.nextJson().path("id").asInt()).isEqualTo(3);
        assertThat(numbers(handled, "a")).containsExactly(0, 5);
        gate("ask").open();
        assertThat(List.of(
                        peer.nextJson().path("id").asInt(),
                        peer.nextJson().path("id").asInt()))
                .containsExactlyInAnyOrder(1, 2);
    }

    @Test
    void sessionWhoseHandlerBlocksDelaysNoOtherSession() throws Exception {
        connect(Note.answering());
        peer.send(Note.tell("a", 0));
        gate("a").awaitReached();
        for (int i = 1; i <= 200; i++) {
            peer.send(Note.tell("b" + i, i));
            peer.send(Note.call("_ping", i, "b" + i, i));
        }
        for (int i = 1; i <= 200; i++) {
            peer.next();
        }
        assertThat(handled).hasSize(200);
        assertThat(numbers(handled, "a")).isEmpty();
    }

    @Test
    void answerIsSeenAfterTheNotificationsBeforeItAboutItsSession() throws Exception {
        Connection connection = connect(Note.answering());
        CompletableFuture<List<Integer>> seen = CompletableFuture.supplyAsync(() -> {
            connection.request(Note.ASK, Note.of("a", 1));
            return numbers(handled, "a");
        });
        CompletableFuture<List<Integer>> seenAsync = new CompletableFuture<>();
        peer.next();
        connection
                .requestAsync(Note.ASK, Note.of("a", 1))
                .thenAccept(answer -> seenAsync.complete(numbers(handled, "a")));
        peer.next();
        peer.send(Note.tell("a", 0));
        for (int i = 1; i <= MANY; i++) {
            peer.send(Note.tell("a", i));
        }
        peer.send(Note.result(1, 1));
        peer.send(Note.result(2, 1));
        gate("a").awaitReached();
        assertThatThrownBy(() -> seen.get(50, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        assertThat(seenAsync).isNotDone();
        gate("a").open();

        assertThat(seen.get(60, TimeUnit.SECONDS)).hasSize(MANY + 1);
        assertThat(seenAsync.get(60, TimeUnit.SECONDS)).hasSize(MANY + 1);
    }

    @Test
    void errorWaitsForItsTurnAsAResultDoes() throws Exception {
        Connection connection = connect(Note.answering());
        CompletableFuture<Note> answer = connection.requestAsync(Note.ASK, Note.of("a", 1));
        peer.send(Note.tell("a", 0));
        peer.send("{'jsonrpc':'2.0','id':1,'error':{'code':1,'message':'m'}}");
        gate("a").awaitReached();
        assertThatThrownBy(() -> answer.get(50, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        gate("a").open();
        assertThatThrownBy(() -> answer.get(60, TimeUnit.SECONDS)).hasCauseInstanceOf(AcpErrorException.class);
    }

    @Test
    void answerThatNamesItsSessionWaitsForWhatWasSaidAboutThatSession() throws Exception {
        Connection connection = connect(Note.answering());
        CompletableFuture<List<Integer>> seen =
                connection.requestAsync(Note.ASK, Note.of(1)).thenApply(answer -> numbers(handled, "new"));
        peer.send(Note.tell("new", 0));
        peer.send(Note.tell("new", 1));
        peer.send("{'jsonrpc':'2.0','result':{'number':1,'sessionId':'new'},'id':1}");
        gate("new").awaitReached();
        assertThat(seen).isNotDone();
        gate("new").open();

        assertThat(seen.get(60, TimeUnit.SECONDS)).containsExactly(0, 1);
    }

    @Test
    void answerDoesNotWaitForOtherSessions() throws Exception {
        Connection connection = connect(Note.answering());
        peer.send(Note.tell("a", 0));
        peer.send("{'jsonrpc':'2.0','method':'_tell','params':{'number':0}}");
        gate("a").awaitReached();
        gate("null").awaitReached();
        CompletableFuture<Note> answer = connection.requestAsync(Note.ASK, Note.of("b", 1));
        peer.send(Note.result(1, 3));

        assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo(Note.of(3));
        CompletableFuture<Note> ofNone = connection.requestAsync(Note.ASK, Note.of(1), Duration.ZERO);
        peer.send(Note.result(2, 4));
        assertThatThrownBy(() -> ofNone.get(50, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        gate("null").open();
        assertThat(ofNone.get(60, TimeUnit.SECONDS)).isEqualTo(Note.of(4));
    }

    @Test
    void answerWaitsForTheWholeQueueThoughItsRequestWasMadeDuringALongHandler() {
        Connection connection = Note.answering()
                .onNotification(Note.TELL, (note, from) -> {
                    gate(String.valueOf(note.number())).pass();
                    handled.add(note);
                })
                .build()
                .connect(peer.transport());
        connections.add(connection);
        peer.send(Note.tell("a", 1));
        gate("1").awaitReached();
        CompletableFuture<Integer> seen =
                connection.requestAsync(Note.ASK, Note.of("a", 1)).thenApply(answer -> handled.size());
        peer.send(Note.tell("a", 2));
        peer.send(Note.result(1, 1));
        gate("1").open();
        gate("2").awaitReached();
        // Longer than an answer waits for a handler that might be waiting for it.
        await().atMost(PATIENCE).during(Duration.ofMillis(1300)).until(() -> !seen.isDone());
        gate("2").open();

        assertThat(seen).succeedsWithin(Duration.ofSeconds(60)).isEqualTo(2);
    }

    @Test
    void answerToARequestWhoseHandlerHasReturnedWaitsForItsTurn() throws Exception {
        CompletableFuture<CompletableFuture<Integer>> made = new CompletableFuture<>();
        Connection connection = Note.answering()
                .onNotification(Note.TELL, (note, from) -> {
                    if (note.number() == 1) {
                        made.complete(
                                from.requestAsync(Note.ASK, Note.of("a", 1)).thenApply(answer -> handled.size()));
                    } else if (note.number() == 2) {
                        gate("2").pass();
                    }
                    handled.add(note);
                })
                .build()
                .connect(peer.transport());
        connections.add(connection);
        peer.send(Note.tell("a", 1));
        peer.next();
        peer.send(Note.tell("a", 2));
        peer.send(Note.tell("a", 3));
        gate("2").awaitReached();
        peer.send(Note.result(1, 1));
        CompletableFuture<Integer> seen = made.get(60, TimeUnit.SECONDS);
        assertThatThrownBy(() -> seen.get(100, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        gate("2").open();

        assertThat(seen.get(60, TimeUnit.SECONDS)).isEqualTo(3);
    }

    @Test
    void throwingHandlerDoesNotStopTheSession() throws Exception {
        Connection connection = Note.answering()
                .onNotification(Note.TELL, (note, from) -> {
                    switch (note.number() % 4) {
                        case 1 -> throw new IllegalStateException("unchecked");
                        case 2 -> throw new Exception("checked");
                        case 3 -> throw new AssertionError("error");
                        default -> handled.add(note);
                    }
                })
                .build()
                .connect(peer.transport());
        connections.add(connection);
        for (int i = 1; i <= 8; i++) {
            peer.send(Note.tell("a", i));
        }
        peer.send(Note.call("_ping", 1, "a", 1));
        peer.next();

        assertThat(numbers(handled, "a")).containsExactly(4, 8);
    }

    @Test
    void interruptFlagOfOneHandlerDoesNotReachTheNext() throws Exception {
        List<Boolean> flags = new CopyOnWriteArrayList<>();
        Connection connection = Note.answering()
                .onNotification(Note.TELL, (note, from) -> {
                    if (note.number() == 0) {
                        gate("0").pass();
                    }
                    flags.add(Thread.currentThread().isInterrupted());
                    Thread.currentThread().interrupt();
                })
                .build()
                .connect(peer.transport());
        connections.add(connection);
        for (int i = 0; i < 3; i++) {
            peer.send(Note.tell("a", i));
        }
        gate("0").open();
        peer.send(Note.call("_ping", 1, "a", 1));
        peer.next();

        assertThat(flags).containsExactly(false, false, false);
    }

    @Test
    void thousandsOfQuietSessionsAreForgotten() throws Exception {
        connect(Note.answering());
        for (int i = 1; i <= 20_000; i++) {
            peer.send(Note.tell("s" + i, i));
        }
        await().atMost(PATIENCE).until(() -> handled.size() == 20_000);
        for (int i = 1; i <= 200; i++) {
            peer.send(Note.tell("t" + i, i));
        }
        peer.send(Note.call("_ping", 1, "s1", 1));

        assertThat(peer.nextJson().path("id").asInt()).isEqualTo(1);
    }
}
