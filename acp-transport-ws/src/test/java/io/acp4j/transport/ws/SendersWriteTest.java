package io.acp4j.transport.ws;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.RecordingListener;
import io.acp4j.rpc.transport.TextFrame;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Senders write to an idle socket themselves, the event loop does when there is more; what they write stays whole. */
class SendersWriteTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int SENDERS = 3;
    private static final int EACH = 400;

    /** Longer than the time within which sends count as a flood, which is left to the event loop. */
    private static final long APART_NANOS = 30_000;

    /** Messages with a number and a length of their own, which begin with the sender and the number. */
    private static List<String> messages(int sender, Random random) {
        List<String> messages = new ArrayList<>();
        for (int i = 0; i < EACH; i++) {
            messages.add(sender + ":" + i + ":" + "x".repeat(random.nextInt(30_000)));
        }
        return messages;
    }

    private static void sendApart(WsTransport transport, List<String> messages, AtomicInteger sent) throws Exception {
        for (String message : messages) {
            transport.send(new TextFrame(message));
            sent.incrementAndGet();
            long next = System.nanoTime() + APART_NANOS;
            while (System.nanoTime() < next) {
                Thread.onSpinWait();
            }
        }
    }

    /** Waits until the buffers of the system are full, and messages are queued. */
    private static void awaitStandstill(AtomicInteger counter) {
        await().atMost(PATIENCE).during(Duration.ofMillis(300)).until(new Callable<>() {
            private int last = -1;

            @Override
            public Boolean call() {
                int now = counter.get();
                boolean still = now > 0 && now == last;
                last = now;
                return still;
            }
        });
    }

    @Test
    void framesOfSendersAndOfTheEventLoopStayWhole() throws Exception {
        long seed = 20;
        Random random = new Random(seed);
        List<List<String>> messages = new ArrayList<>();
        for (int sender = 0; sender < SENDERS; sender++) {
            messages.add(messages(sender, random));
        }
        ExecutorService senders = Executors.newFixedThreadPool(SENDERS);
        try (Pair pair = new Pair(server -> server.threads(1)
                        .limits(WsLimits.builder().maxQueuedBytes(64 * 1024).build()));
                RawSocket raw = RawSocket.open(pair.server)) {
            WsTransport transport = pair.accepted();
            transport.start(new RecordingListener());
            AtomicInteger sent = new AtomicInteger();
            List<Future<?>> ends = new ArrayList<>();
            for (List<String> own : messages) {
                ends.add(senders.submit(() -> {
                    sendApart(transport, own, sent);
                    return null;
                }));
            }
            awaitStandstill(sent);
            List<List<String>> arrived = readAll(raw);
            for (Future<?> end : ends) {
                end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
            assertThat(arrived).as("with seed %d", seed).isEqualTo(messages);
        } finally {
            senders.shutdownNow();
        }
    }

    /** Reads all messages, sending a ping now and then, whose answer has to find its place between them. */
    private static List<List<String>> readAll(RawSocket raw) throws IOException {
        List<List<String>> arrived = new ArrayList<>();
        for (int sender = 0; sender < SENDERS; sender++) {
            arrived.add(new ArrayList<>());
        }
        for (int count = 0; count < SENDERS * EACH; ) {
            RawSocket.Frame frame = raw.read();
            if (frame.opcode() == 10) {
                assertThat(frame.text()).isEqualTo("ping");
                continue;
            }
            assertThat(frame.first()).isEqualTo(0x81);
            String text = frame.text();
            arrived.get(text.charAt(0) - '0').add(text);
            if (++count % 20 == 0) {
                raw.frame(0x89, "ping".getBytes(UTF_8));
            }
        }
        return arrived;
    }

    @Test
    void senderWritesToAnIdleSocketItself() throws Exception {
        try (Pair pair = new Pair(server -> server.threads(1));
                RawSocket raw = RawSocket.open(pair.server)) {
            WsTransport transport = pair.accepted();
            CountDownLatch held = new CountDownLatch(1);
            CountDownLatch goOn = new CountDownLatch(1);
            transport.start(new RecordingListener() {
                @Override
                public @Nullable Envelope onFrame(byte[] buffer, int offset, int length) {
                    held.countDown();
                    await().atMost(PATIENCE).until(() -> goOn.getCount() == 0);
                    return super.onFrame(buffer, offset, length);
                }

                @Override
                public boolean mayBlock() {
                    return false;
                }
            });
            raw.send("{}");
            assertThat(held.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            // The only event loop is held, so nobody else can have written this.
            transport.send(new TextFrame("written"));
            assertThat(raw.read().text()).isEqualTo("written");
            goOn.countDown();
        }
    }
}
