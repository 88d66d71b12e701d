package io.acp4j.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.json.RawJson;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RequestStartTest {

    private static final RawJson SESSION = RawJson.parse("{\"sessionId\":\"s\"}");
    private static final RequestMethod<RawJson, RawJson> WORK =
            RequestMethod.extension("_work", RawJson.CODEC, RawJson.CODEC);
    private static final NotificationMethod<RawJson> NOTE = NotificationMethod.extension("_note", RawJson.CODEC);

    @Test
    void asynchronousHandlersBeginInTheirPlaceAmongTheMessagesOfTheirSession() throws Exception {
        int rounds = 500;
        List<String> begun = new CopyOnWriteArrayList<>();
        Handlers handlers = Handlers.builder()
                .onRequestAsync(WORK, (params, context) -> {
                    begun.add("work");
                    return CompletableFuture.supplyAsync(() -> RawJson.EMPTY_OBJECT, context.executor());
                })
                .onNotification(NOTE, (params, connection) -> begun.add("note"))
                .build();
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        List<CompletableFuture<RawJson>> answers = new ArrayList<>();
        try (Connection server = handlers.connect(pair.agent());
                Connection client = Handlers.builder().build().connect(pair.client())) {
            for (int i = 0; i < rounds; i++) {
                answers.add(client.requestAsync(WORK, SESSION));
                client.notify(NOTE, SESSION);
            }
            answers.add(client.requestAsync(WORK, SESSION));
            CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
        }

        assertThat(begun)
                .hasSize(2 * rounds + 1)
                .isEqualTo(IntStream.rangeClosed(0, 2 * rounds)
                        .mapToObj(i -> i % 2 == 0 ? "work" : "note")
                        .toList());
    }

    @Test
    void blockingHandlerThatHadToWaitItsTurnDoesNotHoldUpWhatComesAfterIt() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(1);
        CountDownLatch entered = new CountDownLatch(1);
        List<String> notes = new CopyOnWriteArrayList<>();
        Handlers handlers = Handlers.builder()
                .onRequest(WORK, (params, context) -> {
                    assertThat(second.await(60, TimeUnit.SECONDS)).isTrue();
                    return RawJson.EMPTY_OBJECT;
                })
                .onNotification(NOTE, (params, connection) -> {
                    notes.add("note");
                    if (notes.size() == 1) {
                        entered.countDown();
                        assertThat(go.await(60, TimeUnit.SECONDS)).isTrue();
                    } else {
                        second.countDown();
                    }
                })
                .build();
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        try (Connection server = handlers.connect(pair.agent());
                Connection client = Handlers.builder().build().connect(pair.client())) {
            client.notify(NOTE, SESSION);
            assertThat(entered.await(60, TimeUnit.SECONDS)).isTrue();
            CompletableFuture<RawJson> answer = client.requestAsync(WORK, SESSION);
            client.notify(NOTE, SESSION);
            go.countDown();

            assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo(RawJson.EMPTY_OBJECT);
        }
    }
}
