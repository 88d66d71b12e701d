package io.acp4j.rpc;

import static io.acp4j.rpc.testing.TwoDialects.ASK;
import static io.acp4j.rpc.testing.TwoDialects.OLD;
import static io.acp4j.rpc.testing.TwoDialects.OPEN;
import static io.acp4j.rpc.testing.TwoDialects.SECOND;
import static io.acp4j.rpc.testing.TwoDialects.open;
import static io.acp4j.rpc.testing.TwoDialects.query;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.internal.dialect.Dialect;
import io.acp4j.rpc.internal.protocol.ProtocolHandlers;
import io.acp4j.rpc.testing.RawPeer;
import io.acp4j.rpc.testing.TwoDialects;
import io.acp4j.rpc.testing.TwoDialects.Word;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a connection does only while it speaks one dialect. */
class DialectHandlersTest {

    /** The second dialect, in which requests need an id. */
    private static final Dialect STRICT = new Dialect() {
        @Override
        public <P, R> @Nullable RequestMethod<P, R> request(RequestMethod<P, R> method) {
            return SECOND.request(method);
        }

        @Override
        public <P> @Nullable NotificationMethod<P> notification(NotificationMethod<P> method) {
            return SECOND.notification(method);
        }

        @Override
        public boolean takesNullIds() {
            return false;
        }
    };

    private static Word plus(Word word, int more) {
        return new Word(word.sessionId(), word.number() + more);
    }

    private static ProtocolHandlers.Builder handlers() {
        return ProtocolHandlers.builder()
                .openedBy(OPEN, word -> word.number() == 2 ? STRICT : Dialect.AS_DECLARED)
                .onRequest(OPEN, (word, context) -> word)
                .onRequest(ASK, (word, context) -> plus(word, 100))
                .onRequest(OLD, (word, context) -> plus(word, 200));
    }

    private static ProtocolHandlers special() {
        return handlers()
                .in(STRICT, others -> others.onRequest(ASK, (word, context) -> plus(word, 300)))
                .build();
    }

    @Test
    void aHandlerOfADialectTakesThePlaceOfTheOtherOneThereAndNowhereElse() throws Exception {
        for (int dialect : new int[] {1, 2}) {
            RawPeer peer = new RawPeer();
            try (Connection unused = special().connect(peer.transport())) {
                peer.send(open(0, dialect));
                assertThat(peer.nextJson().at("/result/number").asInt()).isEqualTo(dialect);
                peer.send(
                        dialect == 2
                                ? query(1, "s")
                                : "{'jsonrpc':'2.0','id':1,'method':'_ask','params':{'number':1}}");
                JsonNode result = peer.nextJson().get("result");
                assertThat(
                                dialect == 2
                                        ? result.at("/numbers/0").asInt()
                                        : result.get("number").asInt())
                        .isEqualTo(dialect == 2 ? 301 : 101);
                peer.send("{'jsonrpc':'2.0','id':2,'method':'_old','params':{'number':1}}");
                JsonNode old = peer.nextJson();
                assertThat(old.at("/result/number").asInt()).isEqualTo(dialect == 2 ? 0 : 201);
            }
        }
    }

    @Test
    void aRequestWithoutAnIdIsRefusedOnlyWhereTheDialectTakesNone() throws Exception {
        RawPeer peer = new RawPeer();
        try (Connection unused = special().connect(peer.transport())) {
            peer.send("{'jsonrpc':'2.0','id':null,'method':'initialize','params':{'number':2}}");
            refused(peer.nextJson());
            peer.send(open(0, 2));
            assertThat(peer.nextJson().at("/result/number").asInt()).isEqualTo(2);
            peer.send("{'jsonrpc':'2.0','id':null,'method':'_query','params':{'numbers':['1']}}");
            refused(peer.nextJson());
        }
        RawPeer other = new RawPeer();
        try (Connection unused = special().connect(other.transport())) {
            other.send("{'jsonrpc':'2.0','id':null,'method':'initialize','params':{'number':1}}");
            assertThat(other.nextJson().at("/result/number").asInt()).isEqualTo(1);
        }
    }

    private static void refused(JsonNode response) {
        assertThat(response.get("id").isNull()).isTrue();
        assertThat(response.at("/error/code").asInt()).isEqualTo(-32600);
    }

    @Test
    void whatARequestHasBegunKeepsTheConnectionFromEndingWithTheInput() throws Exception {
        CompletableFuture<Void> work = new CompletableFuture<>();
        RawPeer peer = new RawPeer();
        try (Connection connection = ProtocolHandlers.builder()
                .onRequest(ASK, (word, context) -> {
                    context.keepOpenUntil(work);
                    return word;
                })
                .build()
                .connect(peer.transport())) {
            peer.send("{'jsonrpc':'2.0','id':1,'method':'_ask','params':{'number':1}}");
            assertThat(peer.nextJson().at("/result/number").asInt()).isEqualTo(1);
            peer.end(CloseReason.peer("end of input"), true);
            connection.inputEnded().toCompletableFuture().get(60, java.util.concurrent.TimeUnit.SECONDS);

            connection.notify(TwoDialects.TELL, Word.of(2));
            assertThat(peer.nextJson().at("/params/number").asInt()).isEqualTo(2);
            work.complete(null);
            connection.awaitClosed();
        }
    }
}
