package io.acp4j.tck.internal.probe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.acp4j.tck.internal.wire.Entry;
import io.acp4j.tck.internal.wire.MessageStore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A transcript of which something is missing is nothing to wait on. */
class LogTest {

    private static final String MEGABYTE = "x".repeat(1024 * 1024);

    private static byte[] update(String text) {
        return ("{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"text\":\"" + text + "\"}}")
                .getBytes(UTF_8);
    }

    private static byte[] response(String text) {
        return ("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"text\":\"" + text + "\"}}").getBytes(UTF_8);
    }

    private static boolean isResponse(Entry entry) {
        return entry.kind() == Entry.Kind.RESPONSE;
    }

    private static Entry await(Log log) throws InterruptedException {
        long now = System.nanoTime();
        return log.await(
                0,
                LogTest::isResponse,
                now,
                Duration.ofMinutes(5),
                Duration.ofMinutes(5),
                now + TimeUnit.HOURS.toNanos(1));
    }

    @Test
    void whatCannotBeKeptEndsAllWaitsWithTheReason() throws InterruptedException {
        Log log = new Log(request -> {}, new MessageStore(Integer.MAX_VALUE, 0));
        CompletableFuture<Entry> waiting = CompletableFuture.supplyAsync(() -> {
            try {
                return await(log);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });

        log.received(update("lost"), true);
        log.sent(update("lost, too"));

        assertThat(log.cut()).contains("--disk-limit");
        assertThat(waiting)
                .failsWithin(Duration.ofMinutes(1))
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(NotTestable.class)
                .withMessageContaining("--disk-limit");
        assertThatExceptionOfType(NotTestable.class).isThrownBy(() -> await(log));
        assertThat(log.entries())
                .singleElement()
                .satisfies(note -> assertThat(note.problem()).contains("only the first 0 messages"));
    }

    @Test
    void updatesThatDrownItAreLeftOutAndResponsesAreMissed() throws InterruptedException {
        Log log = new Log(request -> {}, new MessageStore(1, 100_000_000));
        for (int i = 0; i < 30; i++) {
            log.received(update(MEGABYTE), true);
        }
        log.received(response("in time"), true);

        assertThat(log.cut()).isNull();
        assertThat(await(log)).isNotNull();

        for (int i = 0; i < 30; i++) {
            log.received(response(MEGABYTE), true);
        }

        assertThat(log.cut()).contains("too much");
        assertThat(await(log)).as("what is there").isNotNull();
        assertThatExceptionOfType(NotTestable.class).isThrownBy(() -> log.pause(Duration.ofMinutes(5)));
    }
}
