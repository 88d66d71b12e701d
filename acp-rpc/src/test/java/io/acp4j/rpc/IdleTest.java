package io.acp4j.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.rpc.testing.RawPeer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a transport that is to end learns that nothing is under way for the peer. */
class IdleTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int REQUESTS = 6;

    private final RawPeer peer = new RawPeer();
    private final List<CompletableFuture<Note>> responses = new ArrayList<>();
    private final List<CompletableFuture<Void>> works = new ArrayList<>();
    private final Connection connection = Note.answering()
            .onRequestAsync(Note.ASK, (note, context) -> {
                context.keepOpenUntil(works.get(note.number()));
                return responses.get(note.number());
            })
            .build()
            .connect(peer.transport());

    IdleTest() {
        for (int i = 0; i < REQUESTS; i++) {
            responses.add(new CompletableFuture<>());
            works.add(new CompletableFuture<>());
        }
    }

    @AfterEach
    void close() {
        connection.close();
    }

    private CompletableFuture<Void> idle() {
        CompletableFuture<Void> idle = new CompletableFuture<>();
        peer.whenIdle(() -> idle.complete(null));
        return idle;
    }

    @Test
    void actionIsRunAtOnceWhereNothingIsUnderWay() {
        assertThat(idle()).isCompleted();
    }

    @Test
    void laterActionTakesThePlaceOfOneThatHasNotRun() {
        peer.send(Note.call("_ask", 1, "s", 0));
        CompletableFuture<Void> first = idle();
        CompletableFuture<Void> second = idle();

        responses.get(0).complete(Note.of(1));
        works.get(0).complete(null);

        assertThat(second).succeedsWithin(PATIENCE);
        assertThat(first).isNotDone();
    }

    /** In whichever order responses are given and work ends, behind the last of them, and once. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void actionIsRunBehindTheLastResponseAndTheEndOfTheLastWork(long seed) throws Exception {
        List<Runnable> ends = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            int number = i;
            peer.send(Note.call("_ask", i + 1, "s" + i, i));
            ends.add(() -> responses.get(number).complete(Note.of(number)));
            ends.add(() -> works.get(number).completeExceptionally(new IllegalStateException("a test")));
        }
        Collections.shuffle(ends, new Random(seed));
        AtomicInteger run = new AtomicInteger();
        CompletableFuture<Void> idle = new CompletableFuture<>();
        peer.whenIdle(() -> {
            run.incrementAndGet();
            idle.complete(null);
        });

        for (Runnable end : ends.subList(0, ends.size() - 1)) {
            end.run();
            assertThat(idle).isNotDone();
        }
        ends.get(ends.size() - 1).run();

        assertThat(idle).succeedsWithin(PATIENCE);
        for (int i = 0; i < REQUESTS; i++) {
            assertThat(peer.nextJson().has("result")).isTrue();
        }
        assertThat(run).hasValue(1);
        assertThat(idle()).isCompleted();
    }
}
