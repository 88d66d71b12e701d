package io.acp4j.rpc.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.transport.TransportListener.FrameError;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
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
                return pair.client();
            }

            @Override
            public Transport far() {
                return pair.agent();
            }

            @Override
            public void lose() {
                pair.agent().fail(new IOException("unplugged"));
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
    void causeOfALossReachesThePeerHoweverSoonThisEndHasEnded() throws Exception {
        IOException cause = new IOException("unplugged");
        for (int i = 0; i < 2_000; i++) {
            InMemoryTransport.Pair pair = InMemoryTransport.pair();
            pair.client().start(listener(() -> {}, () -> {}));
            pair.agent().start(listener(() -> {}, pair.agent()::close));
            pair.agent().fail(cause);
            assertThat(pair.client().closed().toCompletableFuture().get(60, TimeUnit.SECONDS))
                    .extracting(CloseReason::cause)
                    .isSameAs(cause);
        }
    }

    @Test
    void whatThePeerSendsBecauseOfALossDoesNotArrive() throws Exception {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        AtomicInteger arrived = new AtomicInteger();
        CountDownLatch told = new CountDownLatch(1);
        pair.client().start(listener(arrived::incrementAndGet, () -> {}));
        pair.agent().start(listener(() -> {}, told::countDown));
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Thread sender = started(() -> pair.agent().offer(new HeldFrame(writing, release)));
        Thread failing;
        try {
            assertThat(writing.await(60, TimeUnit.SECONDS)).isTrue();

            // Breaking the connection waits for the frame that the peer is just writing.
            failing = started(() -> {
                pair.client().fail(new IOException("unplugged"));
                return true;
            });
            await().atMost(Duration.ofSeconds(60)).until(() -> failing.getState() == Thread.State.WAITING);

            // As long as the peer can send, it does not know of the loss: its own reading has not been broken off yet.
            assertThat(pair.client().offer(new TextFrame("{}"))).isTrue();
            assertThat(told.getCount()).isEqualTo(1);
        } finally {
            release.countDown();
        }
        failing.join(60_000);
        sender.join(60_000);

        assertThat(told.await(60, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(() -> pair.agent().offer(new TextFrame("{}"))).isInstanceOf(TransportClosedException.class);
        assertThat(pair.client().closed().toCompletableFuture()).succeedsWithin(Duration.ofSeconds(60));
        assertThat(arrived)
                .hasValueLessThanOrEqualTo(1); // What was being written when the connection broke may still be read.
    }

    private static Thread started(Callable<Boolean> task) {
        Thread thread = new Thread(() -> {
            try {
                task.call();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** A frame that takes as long to write as the test wants. */
    private record HeldFrame(CountDownLatch writing, CountDownLatch release) implements OutboundFrame {

        @Override
        public Envelope envelope() {
            return new TextFrame("").envelope();
        }

        @Override
        public void writeTo(FrameBuffer buffer) {
            writing.countDown();
            try {
                assertThat(release.await(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            new TextFrame("{}").writeTo(buffer);
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
            public void onFault(FrameError fault) {}

            @Override
            public void onEnd(CloseReason reason, boolean canSend) {
                end.run();
            }
        };
    }

    @Test
    void endThatWasNeverStartedClosesAtOnce() {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        pair.client().close();
        assertThat(pair.client().closed().toCompletableFuture()).succeedsWithin(Duration.ofSeconds(60));
    }

    @Test
    void limitsOutOfRangeAreRefused() {
        assertThatThrownBy(() -> InMemoryTransport.pair(0, Duration.ZERO)).hasMessageContaining("maxQueuedBytes 0");
        assertThatThrownBy(() -> InMemoryTransport.pair(1, Duration.ofMillis(-1)))
                .hasMessageContaining("closeTimeout");
    }
}
