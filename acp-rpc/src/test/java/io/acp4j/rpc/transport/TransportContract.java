package io.acp4j.rpc.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What every transport keeps. A transport's tests extend this class and connect the transport, the near end, with a far
 * end, which may be a transport of another kind.
 */
public abstract class TransportContract {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int PAD_CHARS = 16 * 1024;

    /** Two connected ends, not yet started. */
    protected interface Link {
        Transport near();

        Transport far();

        /** Breaks the connection as a crash of the peer would. */
        void lose();

        /**
         * Silences the peer and leaves the connection as it is, half open.
         *
         * @return false when the transport has no means to tell such a peer from a patient one, and nothing was done
         */
        default boolean silence() {
            return false;
        }
    }

    protected final RecordingListener near = new RecordingListener();
    protected final RecordingListener far = new RecordingListener();
    private @Nullable Link link;
    private @Nullable ThreadGroup group;

    /** Connects two ends that hold senders when this many bytes are queued, and close within about two seconds. */
    protected abstract Link connect(int maxQueuedBytes) throws Exception;

    /** Returns how many bytes may be on their way beyond the limit, in the buffers of the system. */
    protected int slackBytes() {
        return 16 * 1024 * 1024;
    }

    @BeforeEach
    void connectInGroup() throws Exception {
        open(64 * 1024);
    }

    /** Starts both ends in a thread group of their own, so that the threads that they leave can be told apart. */
    private void open(int maxQueuedBytes) throws Exception {
        ThreadGroup threads = new ThreadGroup(getClass().getSimpleName());
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        Thread starter = new Thread(threads, () -> {
            try {
                Link connected = connect(maxQueuedBytes);
                connected.near().start(near);
                connected.far().start(far);
                link = connected;
            } catch (Exception | Error e) {
                failure.set(e);
            }
        });
        starter.start();
        starter.join();
        group = threads;
        assertThat(failure.get()).isNull();
    }

    @AfterEach
    void nothingIsLeft() {
        near.resume();
        far.resume();
        Transport nearEnd = link().near();
        Transport farEnd = link().far();
        nearEnd.close();
        farEnd.close();
        await().atMost(TIMEOUT)
                .until(() -> nearEnd.closed().toCompletableFuture().isDone()
                        && farEnd.closed().toCompletableFuture().isDone());
        // A transport does not wait for its listener for ever.
        await().atMost(TIMEOUT)
                .until(() -> !near.ends().isEmpty() && !far.ends().isEmpty());
        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(threadsLeft()).isEmpty());
        assertThat(near.violations() + far.violations()).isZero();
        assertThat(near.ends()).hasSize(1);
        assertThat(far.ends()).hasSize(1);
    }

    private List<String> threadsLeft() {
        Thread[] threads = new Thread[64];
        int count = group == null ? 0 : group.enumerate(threads);
        return IntStream.range(0, count)
                .mapToObj(i -> threads[i].getName())
                // The JVM's one thread for delays; it begins in the group of the first thread that waits.
                .filter(name -> !name.toLowerCase(Locale.ROOT).endsWith("delayscheduler"))
                .collect(Collectors.toList());
    }

    protected final Link link() {
        if (link == null) {
            throw new IllegalStateException("not connected");
        }
        return link;
    }

    private static void sendAll(Transport from, List<String> texts) throws Exception {
        for (String text : texts) {
            from.send(new TextFrame(text));
        }
    }

    private static List<String> numbered(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
    }

    private static void awaitFrames(RecordingListener listener, int count) {
        await().atMost(TIMEOUT).until(() -> listener.frameCount() >= count);
    }

    @Test
    void framesArriveUnchangedAndInOrderBothWays() throws Exception {
        List<String> forth = numbered("{\"forth\":\"ä€😀\"} ", 2000);
        List<String> back = numbered("{\"back\":\"\\n\"} ", 2000);
        sendAll(link().near(), forth);
        sendAll(link().far(), back);
        awaitFrames(far, forth.size());
        awaitFrames(near, back.size());
        assertThat(far.frames()).isEqualTo(forth);
        assertThat(near.frames()).isEqualTo(back);
        assertThat(near.faults()).isEmpty();
        assertThat(far.faults()).isEmpty();
    }

    @Test
    void largeFramesArriveWhole() throws Exception {
        String large = "\"" + "0123456789é".repeat(900_000) + "\"";
        sendAll(link().near(), List.of("1", large, "2"));
        sendAll(link().far(), List.of("3", large, "4"));
        awaitFrames(far, 3);
        awaitFrames(near, 3);
        assertThat(far.frames())
                .satisfiesExactly(
                        f -> assertThat(f).isEqualTo("1"),
                        f -> assertThat(f.equals(large)).isTrue(),
                        f -> assertThat(f).isEqualTo("2"));
        assertThat(near.frames())
                .satisfiesExactly(
                        f -> assertThat(f).isEqualTo("3"),
                        f -> assertThat(f.equals(large)).isTrue(),
                        f -> assertThat(f).isEqualTo("4"));
    }

    @Test
    void framesOfAnyLengthArriveWhole() throws Exception {
        // Around every length at which a framing, a buffer or a fragment may change.
        List<Integer> lengths = IntStream.of(1, 126, 8 * 1024, 1 << 16, 128 * 1024, 256 * 1024, 512 * 1024, 1 << 20)
                .flatMap(near -> IntStream.rangeClosed(Math.max(1, near - 15), near + 2))
                .boxed()
                .toList();
        List<String> texts = lengths.stream()
                .map(length -> length + "é" + "x".repeat(length))
                .map(text -> text.substring(0, text.length() - 1))
                .toList();
        Thread back = new Thread(() -> {
            try {
                sendAll(link().far(), texts);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        back.start();
        sendAll(link().near(), texts);
        back.join();
        awaitFrames(far, texts.size());
        awaitFrames(near, texts.size());
        assertThat(far.frames().equals(texts)).isTrue();
        assertThat(near.frames().equals(texts)).isTrue();
        assertThat(near.faults()).isEmpty();
        assertThat(far.faults()).isEmpty();
    }

    @Test
    void bothEndsMaySendMuchAtOnce() throws Exception {
        List<String> texts = numbered("{\"pad\":\"" + "x".repeat(4096) + "\"} ", 2000);
        List<Thread> senders = new ArrayList<>();
        for (Transport end : List.of(link().near(), link().far())) {
            senders.add(new Thread(() -> {
                try {
                    sendAll(end, texts);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }));
        }
        senders.forEach(Thread::start);
        awaitFrames(far, texts.size());
        awaitFrames(near, texts.size());
        assertThat(far.frames()).isEqualTo(texts);
        assertThat(near.frames()).isEqualTo(texts);
    }

    @Test
    void framesOfConcurrentSendersStayWhole() throws Exception {
        int senders = 16;
        int each = 500;
        List<Thread> threads = new ArrayList<>();
        AtomicInteger failures = new AtomicInteger();
        for (int s = 0; s < senders; s++) {
            List<String> texts = numbered("{\"sender\":" + s + ",\"pad\":\"" + "x".repeat(s * 40) + "\"} ", each);
            threads.add(new Thread(() -> {
                try {
                    sendAll(link().near(), texts);
                } catch (Exception e) {
                    failures.incrementAndGet();
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        awaitFrames(far, senders * each);
        assertThat(failures).hasValue(0);
        List<String> arrived = far.frames();
        assertThat(arrived).hasSize(senders * each);
        for (int s = 0; s < senders; s++) {
            String prefix = "{\"sender\":" + s + ",\"pad\":\"" + "x".repeat(s * 40) + "\"} ";
            assertThat(arrived.stream().filter(f -> f.startsWith(prefix)).toList())
                    .isEqualTo(numbered(prefix, each));
        }
    }

    @Test
    void senderWaitsWhileThePeerDoesNotReadAndThenGoesOn() throws Exception {
        assertSenderWaits(link().near(), far);
    }

    @Test
    void slowListenerMakesThePeerWait() throws Exception {
        assertSenderWaits(link().far(), near);
    }

    private void assertSenderWaits(Transport from, RecordingListener to) throws Exception {
        to.pause();
        int bytes = 32 * 1024;
        int total = 1 + (64 * 1024 + slackBytes()) / bytes * 2;
        AtomicInteger sent = new AtomicInteger();
        String pad = "x".repeat(bytes);
        Thread sender = new Thread(() -> {
            try {
                for (int i = 0; i < total; i++) {
                    from.send(new TextFrame(pad + i));
                    sent.incrementAndGet();
                }
            } catch (IOException | InterruptedException e) {
                sent.set(-1);
            }
        });
        sender.start();
        awaitStandstill(sent);
        assertThat(sent.get()).isBetween(1, total - 1);
        to.resume();
        sender.join(TIMEOUT.toMillis());
        assertThat(sent).hasValue(total);
        awaitFrames(to, total);
        assertThat(to.frames().get(total - 1)).endsWith("x" + (total - 1));
    }

    private static void awaitStandstill(AtomicInteger counter) {
        await().atMost(TIMEOUT).during(Duration.ofMillis(300)).until(new Callable<>() {
            private int last = -1;

            @Override
            public Boolean call() {
                int now = counter.get();
                boolean still = now == last;
                last = now;
                return still && now > 0;
            }
        });
    }

    /** Fills the queue of the near end so that further senders wait. */
    private int fill() throws Exception {
        far.pause();
        String pad = "x".repeat(PAD_CHARS);
        int accepted = 0;
        while (accepted <= mostFrames()) {
            if (!link().near().offer(new TextFrame(pad + accepted))) {
                int soFar = accepted;
                // What lies in the queue may still move on into the system's buffers.
                if (standsStill(soFar, pad)) {
                    return accepted;
                }
            }
            accepted++;
        }
        throw new AssertionError("offer has taken " + accepted + " frames and more");
    }

    /** Returns how many frames of the size that fills the queue it and the system's buffers may hold. */
    private int mostFrames() {
        return (2 * 64 * 1024 + slackBytes()) / PAD_CHARS + 2;
    }

    private boolean standsStill(int number, String pad) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(500);
        while (System.nanoTime() < deadline) {
            if (link().near().offer(new TextFrame(pad + number))) {
                return false;
            }
            // A busy loop would take the processor from those who carry frames.
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        return true;
    }

    @Test
    void offerRefusesInsteadOfWaiting() throws Exception {
        int accepted = fill();
        assertThat(accepted).isPositive();
        far.resume();
        awaitFrames(far, accepted);
        await().atMost(TIMEOUT).until(() -> link().near().offer(new TextFrame("last")));
        awaitFrames(far, accepted + 1);
        assertThat(far.frames().get(accepted)).isEqualTo("last");
    }

    @Test
    void interruptedSenderQueuesNothing() throws Exception {
        AtomicInteger sent = new AtomicInteger(fill());
        AtomicReference<@Nullable Throwable> outcome = new AtomicReference<>();
        Thread sender = sender(sent, outcome);
        awaitHeld(sender);
        sender.interrupt();
        sender.join(TIMEOUT.toMillis());
        assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
        int accepted = sent.get();
        far.resume();
        awaitFrames(far, accepted);
        link().near().send(new TextFrame("last"));
        awaitFrames(far, accepted + 1);
        assertThat(far.frames()).hasSize(accepted + 1).endsWith("last");
    }

    @Test
    void boundedSendGivesUpAndQueuesNothing() throws Exception {
        int accepted = fill();
        OutboundFrame pad = new TextFrame("x".repeat(PAD_CHARS));
        // What lies in the queue may still move on, also after a pause.
        while (link().near().send(pad, 300, TimeUnit.MILLISECONDS)
                || link().near().send(pad, 0, TimeUnit.SECONDS)
                || link().near().send(pad, -1, TimeUnit.SECONDS)) {
            accepted++;
            assertThat(accepted).isLessThanOrEqualTo(mostFrames());
        }
        far.resume();
        assertThat(link().near().send(new TextFrame("last"), TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        awaitFrames(far, accepted + 1);
        assertThat(far.frames()).hasSize(accepted + 1).endsWith("last");
    }

    @Test
    void boundedSendOfALargeFrameIsNotHeldByThePeer() throws Exception {
        far.pause();
        AtomicInteger sent = new AtomicInteger();
        AtomicReference<@Nullable Object> outcome = new AtomicReference<>();
        String large = "x".repeat(Math.max(64 * 1024, Math.min(slackBytes(), 4 * 1024 * 1024)));
        Thread sender = new Thread(() -> {
            try {
                while (link().near().send(new TextFrame(large), 100, TimeUnit.MILLISECONDS)) {
                    sent.incrementAndGet();
                }
                outcome.set(false);
            } catch (IOException | InterruptedException e) {
                outcome.set(e);
            }
        });
        sender.start();
        sender.join(TIMEOUT.toMillis());
        assertThat(outcome.get()).isEqualTo(false);
        int accepted = sent.get();
        far.resume();
        awaitFrames(far, accepted);
        assertThat(far.frameCount()).isEqualTo(accepted);
    }

    @Test
    void boundedSendIsReleasedByClose() throws Exception {
        fill();
        AtomicReference<@Nullable Throwable> outcome = new AtomicReference<>();
        AtomicInteger sent = new AtomicInteger();
        Thread sender = new Thread(() -> {
            try {
                while (link().near().send(new TextFrame("x".repeat(16 * 1024)), 1, TimeUnit.DAYS)) {
                    sent.incrementAndGet();
                }
            } catch (IOException | InterruptedException e) {
                outcome.set(e);
            }
        });
        sender.start();
        awaitHeld(sender);
        link().near().close();
        sender.join(TIMEOUT.toMillis());
        assertThat(outcome.get()).isInstanceOf(TransportClosedException.class);
    }

    /** What ends a transport while others send. */
    private enum End {
        CLOSE,
        CLOSE_OF_THE_PEER,
        LOSS
    }

    @Test
    void whatBoundedSendsHaveTakenArrivesThoughTheTransportIsClosed() throws Exception {
        endWhileOthersSend(End.CLOSE);
    }

    @Test
    void boundedSendsEndWhenThePeerCloses() throws Exception {
        endWhileOthersSend(End.CLOSE_OF_THE_PEER);
    }

    @Test
    void boundedSendsEndWhenTheConnectionIsLost() throws Exception {
        endWhileOthersSend(End.LOSS);
    }

    /** What is taken arrives, in order, unless the connection is lost; what is not taken does not; and every send ends. */
    private void endWhileOthersSend(End end) throws Exception {
        int senders = 4;
        String pad = "x".repeat(2000);
        List<AtomicInteger> taken =
                IntStream.range(0, senders).mapToObj(i -> new AtomicInteger()).toList();
        List<CompletableFuture<Exception>> outcomes = new ArrayList<>();
        far.pause();
        for (int i = 0; i < senders; i++) {
            int sender = i;
            CompletableFuture<Exception> outcome = new CompletableFuture<>();
            outcomes.add(outcome);
            new Thread(() -> {
                        try {
                            while (true) {
                                String text = sender + " " + taken.get(sender).get() + " " + pad;
                                long micros = ThreadLocalRandom.current().nextInt(-1, 3000);
                                if (link().near().send(new TextFrame(text), micros, TimeUnit.MICROSECONDS)) {
                                    taken.get(sender).incrementAndGet();
                                }
                            }
                        } catch (IOException | InterruptedException e) {
                            outcome.complete(e);
                        }
                    })
                    .start();
        }
        await().atMost(TIMEOUT).until(() -> taken.stream().anyMatch(count -> count.get() > 0));
        far.resume();
        switch (end) {
            case CLOSE -> link().near().close();
            case CLOSE_OF_THE_PEER -> link().far().close();
            default -> link().lose();
        }
        if (end == End.CLOSE_OF_THE_PEER) {
            // Where each direction closes by itself, this one goes on until it is closed, too.
            await().atMost(TIMEOUT).until(() -> !near.ends().isEmpty());
            link().near().close();
        }
        for (CompletableFuture<Exception> outcome : outcomes) {
            assertThat(outcome.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isInstanceOf(TransportClosedException.class);
        }
        await().atMost(TIMEOUT).until(() -> !far.ends().isEmpty());
        boolean whole = end == End.CLOSE && far.ends().get(0).kind() == CloseReason.Kind.PEER;
        for (int i = 0; i < senders; i++) {
            String prefix = i + " ";
            List<String> arrived = far.frames().stream()
                    .filter(text -> text.startsWith(prefix))
                    .map(text -> text.substring(0, text.lastIndexOf(' ')))
                    .toList();
            assertThat(arrived).isEqualTo(numbered(prefix, arrived.size()));
            int sent = taken.get(i).get();
            assertThat(arrived.size()).isLessThanOrEqualTo(sent);
            if (whole) {
                assertThat(arrived).hasSize(sent);
            }
        }
    }

    @Test
    void waitingSenderIsReleasedByClose() throws Exception {
        AtomicInteger sent = new AtomicInteger(fill());
        AtomicReference<@Nullable Throwable> outcome = new AtomicReference<>();
        Thread sender = sender(sent, outcome);
        awaitStandstill(sent);
        link().near().close();
        sender.join(TIMEOUT.toMillis());
        assertThat(outcome.get()).isInstanceOf(TransportClosedException.class);
    }

    @Test
    void closeGivesUpOnAPeerThatDoesNotRead() throws Exception {
        fill();
        link().near().close();
        assertThat(link().near().closed().toCompletableFuture().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                .isNotNull();
        assertThat(far.ends()).isEmpty();
    }

    /** Waits until a sender waits for room. No sender may be held in a write: nothing but the peer would end that. */
    private static void awaitHeld(Thread sender) {
        await().atMost(TIMEOUT)
                .until(() ->
                        sender.getState() == Thread.State.WAITING || sender.getState() == Thread.State.TIMED_WAITING);
    }

    /** Sends until it fails, and so waits sooner or later: what lies in the queue may still move on for a while. */
    private Thread sender(AtomicInteger sent, AtomicReference<@Nullable Throwable> outcome) {
        String pad = "x".repeat(16 * 1024);
        Thread sender = new Thread(() -> {
            try {
                while (true) {
                    link().near().send(new TextFrame(pad));
                    sent.incrementAndGet();
                }
            } catch (IOException | InterruptedException e) {
                outcome.set(e);
            }
        });
        sender.start();
        return sender;
    }

    @Test
    void closeWritesWhatIsQueuedAndThenTheEnd() throws Exception {
        List<String> texts = numbered("{} ", 5000);
        sendAll(link().near(), texts);
        link().near().close();
        await().atMost(TIMEOUT).until(() -> !far.ends().isEmpty());
        assertThat(far.frames()).isEqualTo(texts);
        assertThat(far.ends().get(0).kind()).isEqualTo(CloseReason.Kind.PEER);
    }

    @Test
    void answersReachAClosedEndUnlessBothDirectionsCloseAtOnce() throws Exception {
        link().near().send(new TextFrame("question"));
        link().near().close();
        await().atMost(TIMEOUT).until(() -> !far.ends().isEmpty());
        if (!far.canSend()) {
            assertThatThrownBy(() -> link().far().send(new TextFrame("answer")))
                    .isInstanceOf(TransportClosedException.class);
            return;
        }
        link().far().send(new TextFrame("answer"));
        link().far().close();
        await().atMost(TIMEOUT).until(() -> !near.ends().isEmpty());
        assertThat(near.frames()).containsExactly("answer");
        assertThat(near.ends().get(0).kind()).isEqualTo(CloseReason.Kind.LOCAL);
        assertThat(near.canSend()).isFalse();
    }

    @Test
    void nothingCanBeSentAfterClose() {
        link().near().close();
        link().near().close();
        assertThatThrownBy(() -> link().near().send(new TextFrame("late")))
                .isInstanceOfSatisfying(
                        TransportClosedException.class,
                        e -> assertThat(e.reason()).isNotNull());
        assertThatThrownBy(() -> link().near().offer(new TextFrame("late")))
                .isInstanceOf(TransportClosedException.class);
        assertThat(link().near().closed().toCompletableFuture())
                .succeedsWithin(TIMEOUT)
                .satisfies(reason -> assertThat(reason.kind()).isEqualTo(CloseReason.Kind.LOCAL));
    }

    @Test
    void lossIsReportedOnceAndEndsEverything() throws Exception {
        link().far().send(new TextFrame("before"));
        awaitFrames(near, 1);
        link().lose();
        await().atMost(TIMEOUT).until(() -> !near.ends().isEmpty());
        assertThat(near.frames()).containsExactly("before");
        await().atMost(TIMEOUT).until(() -> {
            try {
                link().near().send(new TextFrame("into the void"));
                return false;
            } catch (TransportClosedException e) {
                return true;
            }
        });
    }

    @Test
    void lossReleasesASenderThatWaits() throws Exception {
        AtomicInteger sent = new AtomicInteger(fill());
        AtomicReference<@Nullable Throwable> outcome = new AtomicReference<>();
        Thread sender = sender(sent, outcome);
        awaitStandstill(sent);
        link().lose();
        sender.join(TIMEOUT.toMillis());
        assertThat(outcome.get()).isInstanceOf(TransportClosedException.class);
    }

    @Test
    void bothEndsMayCloseAtOnce() throws Exception {
        link().near().send(new TextFrame("last"));
        link().near().close();
        link().far().close();
        for (Transport end : List.of(link().near(), link().far())) {
            assertThat(end.closed().toCompletableFuture()).succeedsWithin(TIMEOUT);
        }
    }

    @Test
    void silentPeerCountsAsLostWhereSilenceIsNotPatience() throws Exception {
        link().far().send(new TextFrame("before"));
        awaitFrames(near, 1);
        if (!link().silence()) {
            link().far().send(new TextFrame("after a while"));
            awaitFrames(near, 2);
            assertThat(near.ends()).isEmpty();
            return;
        }
        await().atMost(TIMEOUT).until(() -> !near.ends().isEmpty());
        assertThat(near.ends().get(0).kind()).isEqualTo(CloseReason.Kind.FAILURE);
        assertThat(link().near().closed().toCompletableFuture()).succeedsWithin(TIMEOUT);
    }

    @Test
    void frameThatCannotBeWrittenLeavesTheStreamIntact() throws Exception {
        Transport sender = link().near();
        sender.send(new TextFrame("first"));
        assertThatThrownBy(() -> sender.send(new Broken(new IllegalStateException("broken"))))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> sender.offer(new Broken(new IOException("broken"))))
                .isInstanceOf(UncheckedIOException.class)
                .hasRootCauseMessage("broken");
        sender.send(new TextFrame("second"));
        assertThat(sender.offer(new TextFrame("third"))).isTrue();
        awaitFrames(far, 3);
        assertThat(far.frames()).containsExactly("first", "second", "third");
    }

    @Test
    void secondStartIsRefused() {
        assertThatThrownBy(() -> link().near().start(near)).isInstanceOf(IllegalStateException.class);
    }

    /** A frame that fails half way. */
    private record Broken(Exception failure) implements OutboundFrame {
        @Override
        public Envelope envelope() {
            return new Envelope(Envelope.Kind.NOTIFICATION, null, "_test", null);
        }

        @Override
        public void writeTo(FrameBuffer buffer) throws IOException {
            buffer.append(out -> {
                out.writeStartObject();
                out.writeStringField("half", "x".repeat(20_000));
                if (failure instanceof IOException e) {
                    throw e;
                }
                throw (RuntimeException) failure;
            });
        }
    }
}
