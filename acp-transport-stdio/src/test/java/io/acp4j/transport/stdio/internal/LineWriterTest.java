package io.acp4j.transport.stdio.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.TextFrame;
import io.acp4j.rpc.transport.TransportClosedException;
import io.acp4j.schema.RequestId;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LineWriterTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Gated stream = new Gated();
    private final LineWriter writer =
            new LineWriter(wire(stream), 100, 1000, e -> CloseReason.failure("failed: " + e.getMessage(), e));
    private final Thread thread = new Thread(writer, "writer");

    /** Holds 40 bytes while nobody reads. */
    private static Wire wire(OutputStream out) {
        return new StreamWire("test", InputStream.nullInputStream(), out, 40, null, 0);
    }

    @AfterEach
    void end() throws Exception {
        stream.permits.release(1000);
        writer.end(CloseReason.local());
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        }
        assertThat(writer.awaitFinished(TIMEOUT.toNanos())).isTrue();
        assertThat(stream.closed).isTrue();
    }

    private Thread sending(String text) {
        Thread sender = new Thread(() -> {
            try {
                writer.send(new TextFrame(text));
            } catch (IOException | InterruptedException e) {
                stream.failures.add(e);
            }
        });
        sender.start();
        return sender;
    }

    @Test
    void senderWritesToAnIdleStreamItselfAndFlushes() throws Exception {
        stream.permits.release(2);
        writer.send(new TextFrame("one"));
        writer.send(new TextFrame("two"));
        assertThat(stream.writes).containsExactly("one\n", "two\n");
        assertThat(stream.writers).containsOnly(Thread.currentThread().getName());
        assertThat(stream.flushes).isEqualTo(2);
    }

    @Test
    void frameAboveTheLimitFailsItsSenderOnly() throws Exception {
        stream.permits.release(2);
        assertThatThrownBy(() -> writer.send(new TextFrame("x".repeat(1001))))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("1001 bytes")
                .hasMessageContaining("1000 bytes");
        thread.start();
        writer.send(new TextFrame("x".repeat(1000)));
        await().atMost(TIMEOUT).until(() -> String.join("", stream.writes).equals("x".repeat(1000) + "\n"));
    }

    /** Runs something once, on the thread that is about to unlock it. */
    private static final class Watched extends ReentrantLock {

        private static final long serialVersionUID = 1L;

        private final transient AtomicReference<Runnable> beforeUnlock = new AtomicReference<>();

        @Override
        public void unlock() {
            Runnable action = beforeUnlock.getAndSet(null);
            if (action != null) {
                action.run();
            }
            super.unlock();
        }
    }

    @Test
    void frameThatComesWhenASenderHasWrittenAndStillHoldsTheStreamIsWritten() throws Exception {
        Watched turn = new Watched();
        Semaphore work = new Semaphore(0);
        LineWriter watched = new LineWriter(wire(stream), 100, 1000, e -> CloseReason.failure("failed", e), turn, work);
        new Thread(watched, "watched").start();
        stream.permits.release(2);
        turn.beforeUnlock.set(() -> {
            try {
                assertThat(watched.offer(new TextFrame("second"))).isTrue();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            // The writer thread has been woken, has not got the stream, and sleeps again.
            await().atMost(TIMEOUT).until(() -> work.availablePermits() == 0 && work.hasQueuedThreads());
        });

        watched.send(new TextFrame("first"));
        await().atMost(TIMEOUT).until(() -> stream.writes.equals(List.of("first\n", "second\n")));
        watched.end(CloseReason.local());
        assertThat(watched.awaitFinished(TIMEOUT.toNanos())).isTrue();
    }

    @Test
    void framesThatComeDuringAWriteAreWrittenTogetherByTheWriterThread() throws Exception {
        thread.start();
        Thread first = sending("first");
        await().atMost(TIMEOUT).until(stream.permits::hasQueuedThreads);
        writer.send(new TextFrame("second"));
        assertThat(writer.offer(new TextFrame("third"))).isTrue();
        stream.permits.release(2);
        first.join();
        await().atMost(TIMEOUT).until(() -> stream.writes.size() == 2);
        assertThat(stream.writes).containsExactly("first\n", "second\nthird\n");
        assertThat(stream.writers).element(1).isEqualTo("writer");
    }

    @Test
    void offerLeavesTheWriteToTheWriterThread() throws Exception {
        stream.permits.release();
        assertThat(writer.offer(new TextFrame("one"))).isTrue();
        assertThat(stream.writes).isEmpty();
        thread.start();
        await().atMost(TIMEOUT).until(() -> stream.writes.size() == 1);
        assertThat(stream.writers).containsExactly("writer");
    }

    @Test
    void offerIsRefusedAtTwiceTheLimit() throws Exception {
        int accepted = 0;
        while (accepted < 100 && writer.offer(new TextFrame("x".repeat(9)))) {
            accepted++;
        }
        assertThat(accepted).isEqualTo(20);
    }

    @Test
    void lineBreaksWithinAFrameBecomeSpaces() throws Exception {
        stream.permits.release();
        writer.send(new TextFrame("{\n  \"a\": 1,\r\n  \"b\": \"é\"\n}"));
        assertThat(stream.writes).containsExactly("{   \"a\": 1,\r   \"b\": \"é\" }\n");
    }

    @Test
    void frameThatTheStreamMayNotTakeAtOnceIsLeftToTheWriterThread() throws Exception {
        stream.permits.release(10);
        writer.send(new TextFrame("x".repeat(39)));
        writer.send(new TextFrame("one"));
        assertThat(stream.writes).hasSize(1);
        thread.start();
        await().atMost(TIMEOUT).until(() -> stream.writes.size() == 2);
        assertThat(stream.writers).containsExactly(Thread.currentThread().getName(), "writer");
    }

    /** A wire whose peer has read all when it is asked, which is counted. */
    private record ReadByItsPeer(Wire wire, AtomicInteger questions) implements Wire {

        @Override
        public String name() {
            return wire.name();
        }

        @Override
        public InputStream input() {
            return wire.input();
        }

        @Override
        public OutputStream output() {
            return wire.output();
        }

        @Override
        public int outputCapacity() {
            return wire.outputCapacity();
        }

        @Override
        public int unreadOutput() {
            questions.incrementAndGet();
            return 0;
        }

        @Override
        public void whenGone(Runnable action, ThreadFactory threads) {
            wire.whenGone(action, threads);
        }

        @Override
        public InputEnd inputEnded(@Nullable IOException failure) {
            return wire.inputEnded(failure);
        }

        @Override
        public CloseReason outputFailed(IOException failure) {
            return wire.outputFailed(failure);
        }

        @Override
        public void shutDown(Wait inputEnd) throws InterruptedException {
            wire.shutDown(inputEnd);
        }

        @Override
        public void release() throws InterruptedException {
            wire.release();
        }
    }

    @Test
    void roomThatWasFoundIsUsedBeforeItIsAskedForAgain() throws Exception {
        AtomicInteger questions = new AtomicInteger();
        LineWriter asking = new LineWriter(
                new ReadByItsPeer(wire(stream), questions), 100, 1000, e -> CloseReason.failure("failed", e));
        stream.permits.release(100);

        for (int i = 0; i < 100; i++) {
            asking.send(new TextFrame("9 letters"));
            // Sends that come close after one another are a flood, which senders leave to the writer thread.
            long end = System.nanoTime() + 50_000;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
        }

        assertThat(stream.writers)
                .hasSize(100)
                .containsOnly(Thread.currentThread().getName());
        // Four lines of ten bytes fit into 40, and the first four need no question.
        assertThat(questions.get()).isBetween(1, 24);
        asking.end(CloseReason.local());
        asking.run();
    }

    @Test
    void responseProvesThatItsRequestAndAllBeforeItWereRead() throws Exception {
        stream.permits.release(10);
        writer.send(new TextFrame("before"));
        writer.send(new Question(1, "first"));
        writer.received(new Envelope(Envelope.Kind.RESPONSE, RequestId.of(2), null, null));
        writer.received(new Envelope(Envelope.Kind.RESPONSE, RequestId.of(1), null, null));
        writer.send(new Question(2, "x".repeat(39)));
        assertThat(stream.writers).containsExactly(threads(3));
        writer.send(new TextFrame("behind"));
        assertThat(stream.writes).hasSize(3);
    }

    private static String[] threads(int count) {
        String[] names = new String[count];
        Arrays.fill(names, Thread.currentThread().getName());
        return names;
    }

    @Test
    void boundedSendIsHeldByNobody() throws Exception {
        thread.start();
        assertThat(writer.send(new TextFrame("x".repeat(99)), 0)).isTrue();
        await().atMost(TIMEOUT).until(stream.permits::hasQueuedThreads);
        assertThat(writer.send(new TextFrame("y".repeat(99)), 0)).isTrue();
        assertThat(writer.send(new TextFrame("late"), 0)).isFalse();
        assertThat(writer.send(new TextFrame("late"), 1_000_000)).isFalse();
        stream.permits.release(10);
        assertThat(writer.send(new TextFrame("last"), TIMEOUT.toNanos())).isTrue();
        await().atMost(TIMEOUT).until(() -> String.join("", stream.writes).endsWith("last\n"));
        assertThat(String.join("", stream.writes)).isEqualTo("x".repeat(99) + "\n" + "y".repeat(99) + "\nlast\n");
    }

    @Test
    void failureReachesTheSenderWhoMetItAndAllLaterOnes() throws Exception {
        stream.failure = new IOException("broken pipe");
        stream.permits.release();
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> writer.send(new TextFrame("one")))
                    .isInstanceOf(TransportClosedException.class)
                    .hasMessage("failed: broken pipe")
                    .hasCause(stream.failure);
        }
        assertThatThrownBy(() -> writer.offer(new TextFrame("two"))).isInstanceOf(TransportClosedException.class);
        assertThat(writer.acceptsFrames()).isFalse();
    }

    @Test
    void failureReleasesSendersThatWait() throws Exception {
        thread.start();
        Thread first = sending("first");
        await().atMost(TIMEOUT).until(stream.permits::hasQueuedThreads);
        writer.send(new TextFrame("x".repeat(200)));
        Thread waiting = sending("waiting");
        await().atMost(TIMEOUT).until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
        stream.failure = new IOException("broken pipe");
        stream.permits.release(10);
        first.join(TIMEOUT.toMillis());
        waiting.join(TIMEOUT.toMillis());
        assertThat(stream.failures).hasSize(2).allMatch(e -> e instanceof TransportClosedException);
    }

    @Test
    void endWritesWhatIsQueuedAndBreakingOffDoesNot() throws Exception {
        stream.permits.release(10);
        writer.offer(new TextFrame("queued"));
        writer.end(CloseReason.local());
        thread.start();
        assertThat(writer.awaitFinished(TIMEOUT.toNanos())).isTrue();
        assertThat(stream.writes).containsExactly("queued\n");

        Gated other = new Gated();
        LineWriter broken = new LineWriter(wire(other), 100, 1000, e -> CloseReason.failure("failed", e));
        broken.offer(new TextFrame("queued"));
        broken.breakOff(CloseReason.local());
        broken.run();
        assertThat(other.writes).isEmpty();
        assertThat(other.closed).isTrue();
    }

    private record Question(int id, String text) implements OutboundFrame {
        @Override
        public Envelope envelope() {
            return new Envelope(Envelope.Kind.REQUEST, RequestId.of(id), "_test", null);
        }

        @Override
        public void writeTo(FrameBuffer buffer) throws IOException {
            new TextFrame(text).writeTo(buffer);
        }
    }

    /** A stream whose writes each need a permit. */
    private static final class Gated extends OutputStream {
        final Semaphore permits = new Semaphore(0);
        final List<String> writes = new CopyOnWriteArrayList<>();
        final List<String> writers = new CopyOnWriteArrayList<>();
        final List<Exception> failures = new CopyOnWriteArrayList<>();
        volatile IOException failure;
        volatile boolean closed;
        volatile int flushes;

        @Override
        public void write(int b) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                if (!permits.tryAcquire(60, TimeUnit.SECONDS)) {
                    throw new IOException("no permit");
                }
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            if (failure != null) {
                throw failure;
            }
            writes.add(new String(bytes, offset, length, UTF_8));
            writers.add(Thread.currentThread().getName());
        }

        @Override
        public synchronized void flush() {
            flushes++;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
