package io.acp4j.rpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.testing.RawPeer;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import io.acp4j.rpc.transport.TransportListener.MessageLoss;
import io.acp4j.schema.SessionId;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A damaged response ends its request. Input that cannot be a response ends none. */
@ExtendWith(Quiet.class)
class DamagedResponseTest {

    private static final Duration WAIT = Duration.ofSeconds(1);

    private final RawPeer peer = new RawPeer();
    private final CompletableFuture<Note> decision = new CompletableFuture<>();
    private final LinkedBlockingQueue<MessageLoss> losses = new LinkedBlockingQueue<>();
    private final Connection connection = Note.answering()
            .onNotification(Note.TELL, (params, from) -> {})
            .onRequestAsync(Note.ASK, (params, context) -> decision)
            .onMessageLoss((loss, from) -> losses.add(loss))
            .build()
            .connect(
                    peer.transport(),
                    ConnectionOptions.builder()
                            .requestTimeout(WAIT)
                            .requestTimeout("_ask", Duration.ZERO)
                            .build());

    @AfterEach
    void close() {
        decision.complete(Note.of(1));
        connection.close();
    }

    private CompletableFuture<Note> ask(String session) throws InterruptedException {
        CompletableFuture<Note> asked = connection.requestAsync(Note.ASK, Note.of(session, 1));
        peer.next();
        return asked;
    }

    private static Throwable failure(CompletableFuture<?> future) throws Exception {
        try {
            throw new AssertionError("succeeded: " + future.get(60, TimeUnit.SECONDS));
        } catch (ExecutionException e) {
            return e.getCause();
        }
    }

    private void sendFault(String beginning) {
        byte[] frame = beginning.replace('\'', '"').getBytes(UTF_8);
        peer.sendFault(FrameError.tooLarge(100, 0, frame, 0, frame.length));
    }

    /** Waits until a suspicion that has begun before must have ended its requests. */
    private void awaitEndOfSuspicion() {
        catchThrowableOfType(RequestTimeoutException.class, () -> connection.request(Note.NEST, Note.of(1)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'jsonrpc':'2.0','id':1,'result':{'text':'",
                "{'jsonrpc':'2.0','id':'1','result':{'text':'",
                "{'jsonrpc':'2.0','id':null,'result':{'text':'",
                "{'jsonrpc':'2.0','result':{'text':'",
                "{'jsonrpc':'2.0','id':1,'_meta':{'text':'",
                "{'jsonrpc':'2.0','_meta':{'text':'",
                "{"
            })
    void aResponseOverTheLimitEndsItsRequest(String beginning) throws Exception {
        CompletableFuture<Note> asked = ask("s");

        sendFault(beginning);

        assertThat(failure(asked)).isInstanceOf(MalformedMessageException.class).hasMessageContaining("limit of 100");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'jsonrpc':'2.0','id':null,'result':{'number':1},}",
                "{'jsonrpc':'2.0','id':null,'result':{'number':01}}"
            })
    void aDamagedResponseWithTheIdNullEndsTheOnlyRequest(String response) throws Exception {
        CompletableFuture<Note> asked = ask("s");

        peer.send(response);

        assertThat(failure(asked)).isInstanceOf(MalformedMessageException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'jsonrpc':'2.0','id':1,'_meta':{'text':'", "{'jsonrpc':'2.0','id':'1','_meta':{'text':'"})
    void anObjectOfUnknownKindEndsOnlyTheRequestThatItsIdNames(String beginning) throws Exception {
        CompletableFuture<Note> asked = ask("a");
        CompletableFuture<Note> other = ask("b");

        sendFault(beginning);

        assertThat(failure(asked)).isInstanceOf(MalformedMessageException.class);
        peer.send(Note.result(2, 7));
        assertThat(other.get(60, TimeUnit.SECONDS).number()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ a: 1 }",
                "{`a`: 1}",
                "{ready",
                "{'jsonrpc':'2.0','method':'_tell','params':{'sessionId':'x','number':1}",
                "{'jsonrpc':'2.0','method':'_ping','params':{'number':01},'id':5}"
            })
    void inputThatCannotBeAResponseEndsNoRequest(String input) throws Exception {
        CompletableFuture<Note> asked = ask("s");

        peer.sendBytes(input.replace('\'', '"').replace('`', '\'').getBytes(UTF_8));

        awaitEndOfSuspicion();
        peer.send(Note.result(1, 7));
        assertThat(asked.get(60, TimeUnit.SECONDS).number()).isEqualTo(7);
    }

    @Test
    void aRequestOfThePeerInTheSameSessionDelaysTheEnd() throws Exception {
        CompletableFuture<Note> asked = ask("s");
        peer.send(Note.call("_ask", 9, "s", 1));

        peer.send("{'jsonrpc':'2.0','x");

        awaitEndOfSuspicion();
        assertThat(asked).isNotDone();
        decision.complete(Note.of(3));
        assertThat(failure(asked)).isInstanceOf(MalformedMessageException.class);
    }

    @Test
    void aDamagedNotificationIsReportedAsALossOfItsSession() throws Exception {
        peer.send("{'jsonrpc':'2.0','method':'_tell','params':{'sessionId':'s','number':1}");

        MessageLoss loss = losses.poll(60, TimeUnit.SECONDS);
        assertThat(loss).isNotNull();
        assertThat(loss.session()).isEqualTo(new SessionId("s"));
        assertThat(peer.poll()).isNull();
    }

    @Test
    void aRequestThatWaitsToBeSentIsNoCandidate() throws Exception {
        peer.stopReading(0);
        CompletableFuture<Note> unsent = new CompletableFuture<>();
        Thread sender = new Thread(() -> {
            try {
                unsent.complete(connection.request(Note.ASK, Note.of("b", 1)));
            } catch (RuntimeException e) {
                unsent.completeExceptionally(e);
            }
        });
        sender.start();
        await().atMost(Duration.ofMinutes(1))
                .until(() ->
                        sender.getState() == Thread.State.WAITING || sender.getState() == Thread.State.TIMED_WAITING);

        peer.send("{'jsonrpc':'2.0','id':null,'error':{'code':-32700,'message':'Parse error'}}");

        peer.resumeReading();
        assertThat(peer.nextJson().path("id").asInt()).isEqualTo(1);
        peer.send(Note.result(1, 8));
        assertThat(unsent.get(60, TimeUnit.SECONDS).number()).isEqualTo(8);
        sender.join();
    }
}
