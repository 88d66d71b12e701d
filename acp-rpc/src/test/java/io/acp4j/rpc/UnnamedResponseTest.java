package io.acp4j.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.acp4j.rpc.testing.RawPeer;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.json.RawJson;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A response without an ID ends the request that the rules in the Javadoc of {@link Connection} select. */
@ExtendWith(Quiet.class)
class UnnamedResponseTest {

    private static final String NULL_ID = "{'jsonrpc':'2.0','id':null,'error':{'code':-32700,'message':'Parse error'}}";
    private static final Duration WAIT = Duration.ofSeconds(1);

    /** A wait that does not end while a test runs. */
    private static final Duration LONG_WAIT = Duration.ofMinutes(5);

    private RawPeer peer = new RawPeer();
    private Connection connection = connect(WAIT);

    private Connection connect(Duration wait) {
        return Note.answering()
                .onNotification(Note.TELL, (params, from) -> {})
                .build()
                .connect(
                        peer.transport(),
                        ConnectionOptions.builder()
                                .requestTimeout(wait)
                                .requestTimeout("_ask", Duration.ZERO)
                                .build());
    }

    private void reconnect(Duration wait) {
        connection.close();
        peer = new RawPeer();
        connection = connect(wait);
    }

    @AfterEach
    void close() {
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                NULL_ID,
                "{'jsonrpc':'2.0','error':{'code':-32700,'message':'Parse error'}}",
                "{'jsonrpc':'2.0','id':{},'error':{'code':-32700,'message':'Parse error'}}"
            })
    void anErrorEndsTheOnlyRequest(String error) throws Exception {
        CompletableFuture<Note> asked = ask("s");

        peer.send(error);

        assertThat(failure(asked)).isInstanceOf(AcpErrorException.class).hasMessageContaining("Parse error (-32700)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'jsonrpc':'2.0','result':{'number':1}}",
                "{'jsonrpc':'2.0','id':null,'result':{'number':1}}",
                "{'jsonrpc':'2.0','result':{'number':1},}"
            })
    void aResultEndsTheOnlyRequest(String result) throws Exception {
        CompletableFuture<Note> asked = ask("s");
        peer.send(Note.tell("s", 1));

        peer.send(result);

        assertThat(failure(asked)).isInstanceOf(MalformedMessageException.class);
    }

    @Test
    void aRequestWhoseSessionHasBeenHeardOfIsNoCandidateForAnyNumberOfErrors() throws Exception {
        reconnect(LONG_WAIT);
        CompletableFuture<Note> read = ask("a");
        CompletableFuture<Note> unread = ask("b");
        peer.send(Note.tell("a", 1));

        peer.send(NULL_ID);

        assertThat(failure(unread)).isInstanceOf(AcpErrorException.class);
        peer.send(NULL_ID);
        peer.send(NULL_ID);
        peer.send(Note.result(1, 7));
        assertThat(read.get(60, TimeUnit.SECONDS).number()).isEqualTo(7);
    }

    @Test
    void ofSeveralCandidatesThoseFailOfWhichNothingIsHeard() throws Exception {
        reconnect(Duration.ofSeconds(4));
        CompletableFuture<Note> heard = ask("a");
        CompletableFuture<Note> silent = ask("b");

        peer.send(NULL_ID);
        peer.send(Note.tell("a", 1));
        assertThat(heard).as("the sign of receipt is in time").isNotDone();

        assertThat(failure(silent)).isInstanceOf(AcpErrorException.class).hasMessageContaining("Parse error");
        assertThat(peer.nextJson().path("method").asText()).isEqualTo("$/cancel_request");
        peer.send(Note.result(1, 7));
        assertThat(heard.get(60, TimeUnit.SECONDS).number()).isEqualTo(7);
    }

    @Test
    void aRenewedSuspicionReportsTheLatestError() throws Exception {
        reconnect(Duration.ofSeconds(4));
        CompletableFuture<Note> first = ask("a");
        CompletableFuture<Note> second = ask("b");
        peer.send(NULL_ID);
        peer.send(Note.tell("a", 1));
        peer.send(Note.tell("b", 1));
        assertThat(first).as("the sign of receipt is in time").isNotDone();

        peer.send(NULL_ID.replace("Parse error", "Later error"));

        assertThat(failure(first)).isInstanceOf(AcpErrorException.class).hasMessageContaining("Later error");
        assertThat(failure(second)).isInstanceOf(AcpErrorException.class).hasMessageContaining("Later error");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "{'jsonrpc':'2.0'",
                "{'jsonrpc':'2.0','id':",
                "{'jsonrpc':'2.0','id':1,'res",
                "{'jsonrpc':'2.0','id':1,'result':",
                "{'jsonrpc':'2.0','id':1,'result':{",
                "{'jsonrpc':'2.0','id':1,'result':{'number':1}"
            })
    void aResponseThatIsCutAnywhereEndsItsRequest(String cut) throws Exception {
        CompletableFuture<Note> asked = ask("s");

        peer.send(cut);

        assertThat(failure(asked)).isInstanceOf(MalformedMessageException.class);
    }

    @Test
    void aReportedLimitEndsTheRequestsThatAreLargerAndKeepsLaterOnesFromBeingSent() throws Exception {
        CompletableFuture<Note> small = ask("a");
        Note large = new Note(null, 1, "x".repeat(2000));
        CompletableFuture<Note> tooLarge = connection.requestAsync(Note.ASK, large);
        peer.next();

        peer.send("{'jsonrpc':'2.0','id':null,'error':{'code':-32700,'message':'Too long','data':"
                + "{'reason':'message_too_large','maxBytes':1000}}}");

        assertThat(failure(tooLarge)).isInstanceOf(AcpErrorException.class).hasMessageContaining("Too long");
        assertThat(catchTooLarge(large).maxBytes()).isEqualTo(1000);
        assertThat(peer.poll()).isNull();
        peer.send(Note.result(1, 7));
        assertThat(small.get(60, TimeUnit.SECONDS).number()).isEqualTo(7);
    }

    private MessageTooLargeException catchTooLarge(Note params) {
        try {
            connection.request(Note.ASK, params);
            throw new AssertionError("sent");
        } catch (MessageTooLargeException e) {
            return e;
        }
    }

    @Test
    void aDamagedResponseEndsTheRequestThatItsBeginningNames() throws Exception {
        CompletableFuture<Note> asked = ask("a");
        CompletableFuture<Note> other = ask("b");
        byte[] frame = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"text\":\"".getBytes(StandardCharsets.UTF_8);

        peer.sendFault(FrameError.tooLarge(100, 0, frame, 0, frame.length));

        assertThat(failure(asked)).isInstanceOf(MalformedMessageException.class).hasMessageContaining("limit of 100");
        assertThat(other).isNotDone();
        assertThat(peer.poll()).isNull();
    }

    @Test
    void aDamagedRequestIsAnsweredUnderItsIdWithTheLimit() throws Exception {
        byte[] frame = "{\"jsonrpc\":\"2.0\",\"id\":\"r\",\"method\":\"_ask\",\"params\":{\"text\":\""
                .getBytes(StandardCharsets.UTF_8);

        peer.sendFault(FrameError.tooLarge(100, 0, frame, 0, frame.length));

        assertThat(peer.nextJson())
                .isEqualTo(RawPeer.json("{'jsonrpc':'2.0','id':'r','error':{'code':-32700,'message':'Parse error:"
                        + " the message is longer than the limit of 100 bytes',"
                        + "'data':{'reason':'message_too_large','maxBytes':100}}}"));
    }

    @Test
    void aDamagedNotificationIsNotAnswered() {
        byte[] frame = "{\"jsonrpc\":\"2.0\",\"method\":\"_tell\",\"params\":{".getBytes(StandardCharsets.UTF_8);

        peer.sendFault(FrameError.tooLarge(100, 0, frame, 0, frame.length));

        assertThat(peer.poll()).isNull();
    }

    @Test
    void aMessageOverTheConfiguredLimitFailsAloneBeforeItIsSent() throws Exception {
        RawPeer other = new RawPeer();
        RequestMethod<RawJson, RawJson> raw = RequestMethod.extension("_raw", RawJson.CODEC, RawJson.CODEC);
        try (Connection limited = Note.answering()
                .onRequest(raw, (params, context) -> RawJson.of("y".repeat(1000)))
                .build()
                .connect(
                        other.transport(),
                        ConnectionOptions.builder().maxOutboundMessageBytes(500).build())) {
            CompletableFuture<Note> pending = limited.requestAsync(Note.ASK, Note.of(1));
            other.next();
            for (Runnable send : List.<Runnable>of(
                    () -> limited.request(Note.ASK, new Note(null, 1, "x".repeat(1000))),
                    () -> limited.notify(Note.TELL, new Note(null, 1, "x".repeat(1000))))) {
                MessageTooLargeException refused = catchThrowableOfType(MessageTooLargeException.class, send::run);
                assertThat(refused.bytes()).isGreaterThan(1000);
                assertThat(refused).hasMessageContaining("limit of 500 bytes");
            }
            other.send("{'jsonrpc':'2.0','id':9,'method':'_raw','params':{}}");
            assertThat(other.nextJson().at("/error/data/reason").asText()).isEqualTo("message_too_large");
            other.send(Note.result(1, 7));
            assertThat(pending.get(60, TimeUnit.SECONDS).number()).isEqualTo(7);
        }
    }
}
