package io.acp4j.rpc.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class InMemoryTransportTest extends TransportContract {

    @Override
    protected Link connect(int maxQueuedBytes) {
        InMemoryTransport.Pair pair = InMemoryTransport.pair(maxQueuedBytes, Duration.ofSeconds(2));
        return new Link() {
            @Override
            public Transport near() {
                return pair.first();
            }

            @Override
            public Transport far() {
                return pair.second();
            }

            @Override
            public void lose() {
                pair.second().fail(new IOException("unplugged"));
            }
        };
    }

    @Override
    protected int slackBytes() {
        return 3 * 64 * 1024;
    }

    @Test
    void bothEndsLearnOfALossAndItsCause() {
        IOException cause = new IOException("unplugged");
        ((InMemoryTransport) link().near()).fail(cause);
        assertThat(link().near().closed().toCompletableFuture())
                .succeedsWithin(Duration.ofSeconds(60))
                .satisfies(reason -> assertThat(reason.cause()).isSameAs(cause));
        assertThat(link().far().closed().toCompletableFuture())
                .succeedsWithin(Duration.ofSeconds(60))
                .satisfies(reason -> assertThat(reason.kind()).isEqualTo(CloseReason.Kind.FAILURE));
    }

    @Test
    void whatThePeerSendsBecauseOfALossDoesNotArrive() throws Exception {
        for (int i = 0; i < 300; i++) {
            InMemoryTransport.Pair pair = InMemoryTransport.pair();
            CountDownLatch answered = new CountDownLatch(1);
            AtomicInteger arrived = new AtomicInteger();
            pair.first().start(listener(arrived::incrementAndGet, () -> {}));
            pair.second().start(listener(() -> {}, () -> {
                try {
                    pair.second().offer(new TextFrame("{}"));
                } catch (TransportClosedException e) {
                    // Nothing can be sent any more.
                } finally {
                    answered.countDown();
                }
            }));

            pair.first().fail(new IOException("unplugged"));

            assertThat(answered.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(pair.first().closed().toCompletableFuture()).succeedsWithin(Duration.ofSeconds(60));
            assertThat(arrived).hasValue(0);
        }
    }

    private static TransportListener listener(Runnable frame, Runnable end) {
        return new TransportListener() {
            @Override
            public Envelope onFrame(byte[] buffer, int offset, int length) {
                frame.run();
                return new TextFrame("").envelope();
            }

            @Override
            public void onFault(FrameFault fault) {}

            @Override
            public void onEnd(CloseReason reason, boolean canSend) {
                end.run();
            }
        };
    }

    @Test
    void endThatWasNeverStartedClosesAtOnce() {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        pair.first().close();
        assertThat(pair.first().closed().toCompletableFuture()).succeedsWithin(Duration.ofSeconds(60));
    }

    @Test
    void limitsOutOfRangeAreRefused() {
        assertThatThrownBy(() -> InMemoryTransport.pair(0, Duration.ZERO)).hasMessageContaining("maxQueuedBytes 0");
        assertThatThrownBy(() -> InMemoryTransport.pair(1, Duration.ofMillis(-1)))
                .hasMessageContaining("closeTimeout");
    }
}
