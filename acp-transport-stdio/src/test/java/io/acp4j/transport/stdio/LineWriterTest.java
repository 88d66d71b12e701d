package io.acp4j.transport.stdio;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.TextFrame;
import io.acp4j.rpc.transport.TransportClosedException;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LineWriterTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Gated stream = new Gated();
    private final LineWriter writer =
            new LineWriter(stream, 100, e -> CloseReason.failure("failed: " + e.getMessage(), e));
    private final Thread thread = new Thread(writer, "writer");

    @AfterEach
    void end() throws Exception {
        stream.permits.release(1000);
        writer.end(CloseReason.local());
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        }
        assertThat(writer.awaitFinished(PATIENCE.toNanos())).isTrue();
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
    void framesThatComeDuringAWriteAreWrittenTogetherByTheWriterThread() throws Exception {
        thread.start();
        Thread first = sending("first");
        await().atMost(PATIENCE).until(stream.permits::hasQueuedThreads);
        writer.send(new TextFrame("second"));
        assertThat(writer.offer(new TextFrame("third"))).isTrue();
        stream.permits.release(2);
        first.join();
        await().atMost(PATIENCE).until(() -> stream.writes.size() == 2);
        assertThat(stream.writes).containsExactly("first\n", "second\nthird\n");
        assertThat(stream.writers).element(1).isEqualTo("writer");
    }

    @Test
    void offerLeavesTheWriteToTheWriterThread() throws Exception {
        stream.permits.release();
        assertThat(writer.offer(new TextFrame("one"))).isTrue();
        assertThat(stream.writes).isEmpty();
        thread.start();
        await().atMost(PATIENCE).until(() -> stream.writes.size() == 1);
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
        await().atMost(PATIENCE).until(stream.permits::hasQueuedThreads);
        writer.send(new TextFrame("x".repeat(200)));
        Thread waiting = sending("waiting");
        await().atMost(PATIENCE).until(() -> waiting.getState() == Thread.State.WAITING);
        stream.failure = new IOException("broken pipe");
        stream.permits.release(10);
        first.join(PATIENCE.toMillis());
        waiting.join(PATIENCE.toMillis());
        assertThat(stream.failures).hasSize(2).allMatch(e -> e instanceof TransportClosedException);
    }

    @Test
    void endWritesWhatIsQueuedAndBreakingOffDoesNot() throws Exception {
        stream.permits.release(10);
        writer.offer(new TextFrame("queued"));
        writer.end(CloseReason.local());
        thread.start();
        assertThat(writer.awaitFinished(PATIENCE.toNanos())).isTrue();
        assertThat(stream.writes).containsExactly("queued\n");

        Gated other = new Gated();
        LineWriter broken = new LineWriter(other, 100, e -> CloseReason.failure("failed", e));
        broken.offer(new TextFrame("queued"));
        broken.breakOff(CloseReason.local());
        broken.run();
        assertThat(other.writes).isEmpty();
        assertThat(other.closed).isTrue();
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
                if (!permits.tryAcquire(20, TimeUnit.SECONDS)) {
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
