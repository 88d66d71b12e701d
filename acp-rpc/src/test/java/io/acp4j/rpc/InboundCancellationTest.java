package io.acp4j.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.rpc.testing.RawPeer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What a cancellation of the peer does to the request that it names, and to no other. */
@Execution(ExecutionMode.CONCURRENT)
class InboundCancellationTest extends InboundFixture {

    // Cancellation by the peer

    private void cancel(String id) {
        peer.send("{'jsonrpc':'2.0','method':'$/cancel_request','params':{'requestId':" + id + "}}");
    }

    @Test
    void handlerThatHeedsItsTokenIsAnsweredAsCancelled() throws Exception {
        Gate gate = new Gate();
        connect(Note.answering().onRequest(Note.ASK, (note, context) -> {
            CountDownLatch fired = new CountDownLatch(1);
            try (Registration registered = context.cancellation().onCancel(fired::countDown)) {
                gate.pass();
                Gate.await(fired);
            }
            context.cancellation().throwIfCancelled();
            return note;
        }));
        peer.send(Note.call("_ask", 1, "s", 1));
        gate.open();
        gate.awaitReached();
        cancel("1");

        assertError(-32800, "Request cancelled");
        assertAnsweredOnce();
    }

    @Test
    void handlerMayGiveItsResultAllTheSame() throws Exception {
        Gate gate = new Gate();
        connect(Note.answering().onRequest(Note.ASK, (note, context) -> {
            gate.pass();
            return Note.of(context.cancellation().isCancelled() ? 1 : 0);
        }));
        peer.send(Note.call("_ask", 1, "s", 9));
        gate.awaitReached();
        cancel("1");
        cancel("1");
        gate.open();

        assertThat(peer.nextJson()).isEqualTo(RawPeer.json("{'jsonrpc':'2.0','id':1,'result':{'number':1}}"));
        assertAnsweredOnce();
    }

    @Test
    void requestCancelledBeforeItBeganNeverBegins() throws Exception {
        Gate gate = new Gate();
        List<Note> begun = new CopyOnWriteArrayList<>();
        connect(Note.answering()
                .onNotification(Note.TELL, (note, from) -> gate.pass())
                .onRequest(Note.ASK, (note, context) -> {
                    begun.add(note);
                    return note;
                }));
        peer.send(Note.tell("s", 1));
        gate.awaitReached();
        peer.send(Note.call("_ask", 1, "s", 9));
        cancel("1");
        gate.open();

        assertError(-32800, "Request cancelled");
        assertAnsweredOnce();
        assertThat(begun).isEmpty();
    }

    @Test
    void cancellationOfAnotherIdChangesNothing() throws Exception {
        Gate gate = new Gate();
        connect(Note.answering().onRequest(Note.ASK, (note, context) -> {
            gate.pass();
            return Note.of(context.cancellation().isCancelled() ? 1 : 0);
        }));
        peer.send(Note.call("_ask", 1, "s", 9));
        gate.awaitReached();
        for (String other : List.of("'1'", "2", "null", "-1")) {
            cancel(other);
        }
        gate.open();

        assertThat(peer.nextJson().at("/result/number").asInt()).isZero();
        cancel("1");
        assertAnsweredOnce();
    }

    @Test
    void actionsOnCancellationRunOnHandlerThreadsAndMayCallThePeer() throws Exception {
        List<String> threads = new CopyOnWriteArrayList<>();
        CompletableFuture<CompletionStage<Void>> stage = new CompletableFuture<>();
        connect(Note.answering().onRequestAsync(Note.ASK, (note, context) -> {
            CompletableFuture<Note> result = new CompletableFuture<>();
            context.cancellation().onCancel(() -> {
                threads.add(Thread.currentThread().getName());
                result.complete(context.connection().request(Note.NEST, note));
            });
            context.cancellation().onCancel(() -> {
                throw new IllegalStateException("an action that fails stops no other");
            });
            stage.complete(context.cancellation().whenCancelled());
            return result;
        }));
        peer.send(Note.call("_ask", 1, "s", 9));
        CompletableFuture<String> cancelled = stage.join()
                .thenApply(nothing -> Thread.currentThread().getName())
                .toCompletableFuture();
        cancel("1");

        assertThat(peer.nextJson().path("method").asText()).isEqualTo("_nest");
        peer.send(Note.result(1, 7));
        assertThat(peer.nextJson()).isEqualTo(RawPeer.json("{'jsonrpc':'2.0','id':1,'result':{'number':7}}"));
        assertThat(threads).singleElement().asString().startsWith("acp-handler-");
        assertThat(cancelled.join()).startsWith("acp-handler-");
    }
}
