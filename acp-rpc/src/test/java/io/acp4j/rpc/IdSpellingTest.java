package io.acp4j.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.testing.RawPeer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A number is what it is worth: an id that is spelled in another way is the same id, wherever ids meet. */
@Execution(ExecutionMode.CONCURRENT)
class IdSpellingTest {

    private final RawPeer peer = new RawPeer();
    private final CompletableFuture<Note> gate = new CompletableFuture<>();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CompletableFuture<Void> cancelled = new CompletableFuture<>();
    private final Connection connection = Note.answering()
            .onRequestAsync(Note.ASK, (note, context) -> {
                context.cancellation().onCancel(() -> cancelled.complete(null));
                begun.countDown();
                return gate;
            })
            .build()
            .connect(peer.transport(), ConnectionOptions.defaults());

    @AfterEach
    void close() {
        connection.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "1.0", "1e0", "1.000E+0", "10e-1"})
    void responseFindsItsRequest(String id) throws Exception {
        CompletableFuture<Note> pending = connection.requestAsync(Note.ASK, Note.of(1), Duration.ZERO);
        peer.next();
        peer.send("{'jsonrpc':'2.0','id':" + id + ",'result':{'number':5}}");
        assertThat(pending.get(60, TimeUnit.SECONDS)).isEqualTo(Note.of(5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "1.0", "1e0"})
    void responseThatComesBeforeItsIdFindsItsRequest(String id) throws Exception {
        CompletableFuture<Note> pending = connection.requestAsync(Note.ASK, Note.of(1), Duration.ZERO);
        peer.next();
        peer.send("{'result':{'number':5},'id':" + id + ",'jsonrpc':'2.0'}");
        assertThat(pending.get(60, TimeUnit.SECONDS)).isEqualTo(Note.of(5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "7.0", "7e0", "70e-1"})
    void cancellationAndDuplicateFindTheRequest(String id) throws Exception {
        peer.send("{'jsonrpc':'2.0','id':7.00,'method':'_ask','params':{'number':1}}");
        peer.send("{'jsonrpc':'2.0','id':" + id + ",'method':'_ask','params':{'number':2}}");
        JsonNode refusal = peer.nextJson();
        assertThat(refusal.path("id").decimalValue()).isEqualByComparingTo("7");
        assertThat(refusal.at("/error/code").asInt()).isEqualTo(-32600);
        Gate.await(begun);
        peer.send("{'jsonrpc':'2.0','method':'$/cancel_request','params':{'requestId':" + id + "}}");
        assertThat(cancelled).succeedsWithin(Duration.ofSeconds(60));
        gate.complete(Note.of(9));
        JsonNode response = peer.nextJson();
        assertThat(response.path("id").decimalValue()).isEqualByComparingTo("7");
        assertThat(response.at("/result/number").asInt()).isEqualTo(9);
    }

    @ParameterizedTest
    @ValueSource(strings = {"9007199254740993.0", "9007199254740993", "9.007199254740993e15"})
    void largeIdsAreExact(String id) throws Exception {
        peer.send("{'jsonrpc':'2.0','id':" + id + ",'method':'_ping','params':{'number':2}}");
        assertThat(peer.nextJson().path("id").decimalValue()).isEqualByComparingTo("9007199254740993");
    }
}
