package io.acp4j.rpc;

import static io.acp4j.rpc.testing.TwoDialects.ASK;
import static io.acp4j.rpc.testing.TwoDialects.OLD;
import static io.acp4j.rpc.testing.TwoDialects.OLD_TELL;
import static io.acp4j.rpc.testing.TwoDialects.OPEN;
import static io.acp4j.rpc.testing.TwoDialects.TELL;
import static io.acp4j.rpc.testing.TwoDialects.open;
import static io.acp4j.rpc.testing.TwoDialects.queries;
import static io.acp4j.rpc.testing.TwoDialects.query;
import static io.acp4j.rpc.testing.TwoDialects.say;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.internal.dialect.Dialect;
import io.acp4j.rpc.internal.protocol.ProtocolHandlers;
import io.acp4j.rpc.testing.RawPeer;
import io.acp4j.rpc.testing.TwoDialects;
import io.acp4j.rpc.testing.TwoDialects.Word;
import io.acp4j.rpc.transport.CloseReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The request that opens a connection: what passes before, behind and after it, and in which dialect that is read. */
class OpeningTest {

    private static final int MANY = 200;

    private final RawPeer peer = new RawPeer();

    /** Completed by a test when the handler of the opening request is to end. */
    private final BlockingQueue<CompletableFuture<Word>> openings = new LinkedBlockingQueue<>();

    private final List<Integer> told = new CopyOnWriteArrayList<>();
    private final List<Word> asked = new CopyOnWriteArrayList<>();
    private final Connection connection = ProtocolHandlers.builder()
            .openedBy(OPEN, OpeningTest::selected)
            .onRequestAsync(OPEN, (word, context) -> {
                CompletableFuture<Word> opening = new CompletableFuture<>();
                openings.add(opening);
                return opening;
            })
            .onRequest(ASK, (word, context) -> {
                asked.add(word);
                return word;
            })
            .onRequest(OLD, (word, context) -> word)
            .onNotification(TELL, (word, unused) -> told.add(word.number()))
            .onNotification(OLD_TELL, (word, unused) -> told.add(-word.number()))
            .build()
            .connect(peer.transport());

    private static Dialect selected(Word word) {
        if (word.number() > 2) {
            throw AcpErrorException.invalidParams("too_new", "There is no such dialect");
        }
        return TwoDialects.select(word);
    }

    @AfterEach
    void close() {
        connection.close();
    }

    private CompletableFuture<Word> opening() throws InterruptedException {
        CompletableFuture<Word> opening = openings.poll(60, TimeUnit.SECONDS);
        assertThat(opening).as("the handler has begun").isNotNull();
        return opening;
    }

    private void opened(int dialect) throws InterruptedException {
        peer.send(open(0, dialect));
        opening().complete(Word.of(dialect));
        assertThat(peer.nextJson().get("id").asInt()).isZero();
    }

    private static String reason(JsonNode frame) {
        return frame.at("/error/data/reason").asText();
    }

    private Map<Integer, JsonNode> responses(int count) throws InterruptedException {
        Map<Integer, JsonNode> responses = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            JsonNode frame = peer.nextJson();
            assertThat(responses.put(frame.get("id").asInt(), frame)).isNull();
        }
        return responses;
    }

    private static List<Integer> numbers(int from, int to) {
        return IntStream.rangeClosed(from, to).boxed().toList();
    }

    @Test
    void nothingPassesBeforeTheConnectionIsOpened() throws Exception {
        peer.send("{'jsonrpc':'2.0','method':'_tell','params':{'number':1}}");
        peer.send("{'jsonrpc':'2.0','id':1,'method':'_ask','params':{'number':1}}");
        peer.send("{'jsonrpc':'2.0','id':2,'method':'_unknown'}");
        for (int id = 1; id <= 2; id++) {
            JsonNode refusal = peer.nextJson();
            assertThat(refusal.get("id").asInt()).isEqualTo(id);
            assertThat(refusal.at("/error/code").asInt()).isEqualTo(-32600);
            assertThat(reason(refusal)).isEqualTo("not_initialized");
            assertThat(refusal.at("/error/message").asText()).isEqualTo("Call initialize first");
        }

        opened(1);
        peer.send("{'jsonrpc':'2.0','id':3,'method':'_ask','params':{'number':1}}");
        assertThat(peer.nextJson().at("/result/number").asInt()).isEqualTo(1);
        peer.send("{'jsonrpc':'2.0','id':4,'method':'_unknown'}");
        assertThat(peer.nextJson().at("/error/code").asInt()).isEqualTo(-32601);
        peer.send(open(5, 2));
        assertThat(reason(peer.nextJson())).isEqualTo("already_initialized");
        peer.send("{'jsonrpc':'2.0','id':6,'method':'_ask','params':{'number':6}}");
        assertThat(peer.nextJson().at("/result/number").asInt()).isEqualTo(6);
        assertThat(told).isEmpty();
    }

    @Test
    void whatComesBehindTheOpeningWaitsForItAndIsReadInTheDialectThatItSelects() throws Exception {
        peer.send(open(0, 2));
        queries(MANY).forEach(peer::send);
        for (int i = 1; i <= MANY; i++) {
            peer.send(say(i, "s"));
        }
        CompletableFuture<Word> opening = opening();
        assertThat(asked).isEmpty();
        assertThat(told).isEmpty();
        assertThat(peer.waiting()).isZero();

        opening.complete(Word.of(2));

        assertThat(peer.next()).isEqualTo(TwoDialects.opened("0", 2));
        responses(MANY).forEach((id, frame) -> {
            assertThat(frame.at("/result/numbers/0").asText()).isEqualTo("" + id);
            assertThat(frame.at("/result/about").asText()).isEqualTo("s" + id % 7);
        });
        await().atMost(Duration.ofSeconds(60)).until(() -> told.size() == MANY);
        assertThat(told).isEqualTo(numbers(1, MANY));
    }

    @Test
    void whatComesBehindAnOpeningThatFailsIsRefusedAndAnotherOneMaySelectAnotherDialect() throws Exception {
        peer.send(open(0, 2));
        queries(MANY).forEach(peer::send);
        peer.send(say(1, "s"));
        peer.send(open(MANY + 1, 1));
        opening().completeExceptionally(AcpErrorException.invalidRequest("not_now", "Not now"));

        assertThat(reason(peer.nextJson())).isEqualTo("not_now");
        responses(MANY + 1)
                .forEach((id, frame) ->
                        assertThat(reason(frame)).as(frame.toString()).isEqualTo("not_initialized"));

        opened(1);
        peer.send("{'jsonrpc':'2.0','id':7,'method':'_ask','params':{'number':7}}");
        assertThat(peer.nextJson().at("/result/number").asInt()).isEqualTo(7);
        assertThat(asked).containsExactly(Word.of(7));
        assertThat(told).isEmpty();
    }

    @Test
    void anOpeningThatSelectsNothingIsRefusedWithWhatTheSelectionSays() throws Exception {
        peer.send(open(0, 3));
        assertThat(reason(peer.nextJson())).isEqualTo("too_new");
        peer.send(query(1, "s"));
        assertThat(reason(peer.nextJson())).isEqualTo("not_initialized");
        peer.send("{'jsonrpc':'2.0','id':2,'method':'initialize','params':{}}");
        assertThat(peer.nextJson().at("/error/code").asInt()).isEqualTo(-32602);

        opened(2);
        peer.send(query(3, "s"));
        assertThat(peer.nextJson().at("/result/numbers/0").asText()).isEqualTo("3");
    }

    @Test
    void aSecondOpeningBehindTheFirstIsRefusedWhenThatHasSucceeded() throws Exception {
        peer.send(open(0, 2));
        peer.send(open(1, 1));
        peer.send(query(2, "s"));
        opening().complete(Word.of(2));

        Map<Integer, JsonNode> responses = responses(3);
        assertThat(responses.get(0).has("result")).isTrue();
        assertThat(reason(responses.get(1))).isEqualTo("already_initialized");
        assertThat(responses.get(2).at("/result/numbers/0").asText()).isEqualTo("2");
        assertThat(openings).isEmpty();
    }

    @Test
    void anOpeningMayBeRepeatedUntilThereIsAnotherRequestWhereTheDialectTakesThat() throws Exception {
        opened(2);
        peer.send(say(1, "s"));
        peer.send(open(1, 2));
        peer.send(query(2, "s"));
        CompletableFuture<Word> again = opening();
        assertThat(asked).isEmpty();
        again.complete(Word.of(7));

        Map<Integer, JsonNode> responses = responses(2);
        assertThat(responses.get(1).at("/result/number").asInt()).isEqualTo(7);
        assertThat(responses.get(2).at("/result/numbers/0").asText()).isEqualTo("2");
        peer.send(open(3, 2));
        assertThat(reason(peer.nextJson())).isEqualTo("already_initialized");
        assertThat(told).containsExactly(1);
    }

    /** The peer may have a response before all that belongs to it here has been done. */
    @Test
    void anOpeningMayBeRepeatedAsSoonAsItsResponseIsThere() throws Exception {
        opened(2);
        for (int i = 1; i <= MANY; i++) {
            peer.send(open(i, 2));
            opening().complete(Word.of(i));
            assertThat(peer.nextJson().at("/result/number").asInt()).isEqualTo(i);
        }
    }

    @Test
    void anOpeningThatIsRepeatedAndFailsLeavesTheConnectionAsItWas() throws Exception {
        opened(2);
        peer.send(open(1, 2));
        peer.send(query(2, "s"));
        opening().completeExceptionally(AcpErrorException.invalidRequest("not_now", "Not now"));

        Map<Integer, JsonNode> responses = responses(2);
        assertThat(reason(responses.get(1))).isEqualTo("not_now");
        assertThat(responses.get(2).at("/result/numbers/0").asText()).isEqualTo("2");
        peer.send(say(3, "s"));
        await().atMost(Duration.ofSeconds(60)).until(() -> told.size() == 1);
    }

    @Test
    void anOpeningThatIsRepeatedSelectsNoOtherDialect() throws Exception {
        opened(2);
        peer.send(open(1, 1));
        assertThat(reason(peer.nextJson())).isEqualTo("already_initialized");
        peer.send(open(2, 3));
        assertThat(reason(peer.nextJson())).isEqualTo("too_new");
        peer.send(open(3, 2));
        opening().complete(Word.of(2));
        assertThat(peer.nextJson().path("id").asInt()).isEqualTo(3);
        peer.send(query(4, "s"));
        assertThat(peer.nextJson().at("/result/numbers/0").asText()).isEqualTo("4");
    }

    @Test
    void requestsBehindAnOpeningThatFailsDoNotKeepALaterOneFromBeingRepeated() throws Exception {
        peer.send(open(0, 2));
        peer.send(query(1, "s"));
        opening().completeExceptionally(AcpErrorException.invalidRequest("not_now", "Not now"));
        assertThat(responses(2)).hasSize(2);
        opened(2);
        peer.send(open(2, 2));
        opening().complete(Word.of(2));
        assertThat(peer.nextJson().path("result").path("number").asInt()).isEqualTo(2);
    }

    @Test
    void whatWaitsCanBeCancelledAndSurvivesTheEndOfInput() throws Exception {
        peer.send(open(0, 2));
        peer.send(query(1, "a"));
        peer.send(query(2, "b"));
        peer.send(say(3, "c"));
        peer.send("{'jsonrpc':'2.0','method':'$/cancel_request','params':{'requestId':1}}");
        CompletableFuture<Word> opening = opening();
        peer.end(CloseReason.peer("end of input"), true);
        opening.complete(Word.of(2));

        Map<Integer, JsonNode> responses = responses(3);
        assertThat(responses.get(1).at("/error/code").asInt()).isEqualTo(-32800);
        assertThat(responses.get(2).at("/result/numbers/0").asText()).isEqualTo("2");
        connection.awaitClosed();
        assertThat(told).containsExactly(3);
    }

    @Test
    void whatADialectHasNotIsNeitherServedNorSent() throws Exception {
        opened(2);
        peer.send("{'jsonrpc':'2.0','id':1,'method':'_old','params':{'number':1}}");
        assertThat(peer.nextJson().at("/error/code").asInt()).isEqualTo(-32601);
        peer.send("{'jsonrpc':'2.0','id':2,'method':'_ask','params':{'number':1}}");
        assertThat(peer.nextJson().at("/error/code").asInt()).isEqualTo(-32601);

        assertThatThrownBy(() -> connection.request(OLD, Word.of(1)))
                .isInstanceOf(UnsupportedCapabilityException.class)
                .hasMessageContaining("_old");
        assertThatThrownBy(() -> connection.notify(OLD_TELL, Word.of(1)))
                .isInstanceOf(UnsupportedCapabilityException.class);
        assertThat(peer.waiting()).isZero();
        assertThat(told).isEmpty();
    }

    @Test
    void whatIsSentIsWrittenInTheDialectThatWasSelected() throws Exception {
        opened(2);
        CompletableFuture<Word> response = connection.requestAsync(ASK, Word.of(5));
        JsonNode request = peer.nextJson();
        assertThat(request.get("method").asText()).isEqualTo("_query");
        assertThat(request.at("/params/numbers/0").asText()).isEqualTo("5");
        peer.send("{'jsonrpc':'2.0','id':" + request.get("id") + ",'result':{'numbers':['6']}}");
        assertThat(response.get(60, TimeUnit.SECONDS)).isEqualTo(Word.of(6));

        connection.notify(TELL, Word.of(8));
        assertThat(peer.nextJson())
                .isEqualTo(RawPeer.json("{'jsonrpc':'2.0','method':'_say','params':{'numbers':['8']}}"));
    }

    @Test
    void theSideThatAsksReadsWhatComesBehindTheResponseInTheDialectThatThatSelects() throws Exception {
        RawPeer asker = new RawPeer();
        List<Integer> heard = new CopyOnWriteArrayList<>();
        try (Connection asking = ProtocolHandlers.builder()
                .opensWith(OPEN, OpeningTest::selected)
                .onRequest(ASK, (word, context) -> word)
                .onNotification(TELL, (word, unused) -> heard.add(word.number()))
                .build()
                .connect(asker.transport())) {
            CompletableFuture<Word> refused = asking.requestAsync(OPEN, Word.of(3));
            asker.send(TwoDialects.opened(asker.nextJson().get("id").toString(), 3));
            assertThatThrownBy(() -> refused.get(60, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(MalformedMessageException.class);

            CompletableFuture<Word> opening = asking.requestAsync(OPEN, Word.of(2));
            asker.send(TwoDialects.opened(asker.nextJson().get("id").toString(), 2));
            queries(MANY).forEach(asker::send);
            for (int i = 1; i <= MANY; i++) {
                asker.send(say(i, "s"));
            }

            assertThat(opening.get(60, TimeUnit.SECONDS)).isEqualTo(Word.of(2));
            List<Integer> answered = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                JsonNode frame = asker.nextJson();
                assertThat(frame.at("/result/numbers/0").asText())
                        .isEqualTo(frame.get("id").asText());
                answered.add(frame.get("id").asInt());
            }
            assertThat(answered).containsExactlyInAnyOrderElementsOf(numbers(1, MANY));
            await().atMost(Duration.ofSeconds(60)).until(() -> heard.size() == MANY);
            assertThat(heard).isEqualTo(numbers(1, MANY));
        }
    }
}
