package io.acp4j.inspector.tap;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.acp4j.inspector.recording.Spool.Kind;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Takes what passes a tap, as it passes, and writes it down on a thread of its own; who reads that cuts it into lines. Those
 * who pass bytes never wait for it: what it cannot take in time is left out, and it says so where that was.
 */
public final class TapCopy {

    /** What passes stands in blocks of so many bytes, one piece after the other. */
    private static final int BLOCK = 256 * 1024;

    /** How many blocks may wait to be written or be in use: 32 MiB. */
    static final int MAX_BLOCKS = 32 * 1024 * 1024 / BLOCK;

    /** How many pieces may wait to be written, however small. */
    private static final int MAX_CHUNKS = 1_000_000;

    /** How long the end of the process waits for what is not written yet. */
    static final Duration LAST = Duration.ofSeconds(2);

    /** How often it looks for more before it rests, and how long between: a tenth of a second in all. */
    private static final int LOOKS = 20;

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** Some bytes of a block; the last of them when nothing else will be in it. */
    @SuppressWarnings("ArrayRecordComponent") // Handed on at once.
    private record Chunk(Kind kind, long micros, byte[] block, int offset, int count, boolean isLast) {}

    private final SpoolWriter writer;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition more = lock.newCondition();
    private final CountDownLatch done = new CountDownLatch(1);
    private final Deque<byte[]> free = new ArrayDeque<>();
    private int blocksLeft;
    private Deque<Chunk> waiting = new ArrayDeque<>();
    private boolean isResting;
    private long missed;
    private boolean isClosed;

    TapCopy(SpoolWriter writer, Clock clock, int maxBlocks) {
        this.writer = writer;
        this.clock = clock;
        this.blocksLeft = maxBlocks;
        Thread thread = new Thread(this::write, "tap-copy");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Begins to keep what passes.
     *
     * @param writer where it is kept; used by this copy alone, and closed by it
     * @return the copy, to be closed
     */
    public static TapCopy to(SpoolWriter writer) {
        return new TapCopy(writer, Clock.systemUTC(), MAX_BLOCKS);
    }

    /** Returns room for bytes that pass; null when that would be too much. */
    byte @Nullable [] takeBlock() {
        lock.lock();
        try {
            byte[] block = free.poll();
            if (block == null && blocksLeft > 0) {
                blocksLeft--;
                block = new byte[BLOCK];
            }
            return block;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes what has passed.
     *
     * @param kind who has written it
     * @param block one that was taken from here
     * @param offset where it begins in the block
     * @param count how many bytes it is
     * @param isLast whether nothing else will be in the block
     */
    void passed(Kind kind, byte[] block, int offset, int count, boolean isLast) {
        add(new Chunk(kind, micros(), block, offset, count, isLast));
    }

    /** Takes note of bytes that have passed while there was no block for them. */
    void missed(int count) {
        lock.lock();
        try {
            missed += count;
        } finally {
            lock.unlock();
        }
    }

    /** A stream has ended: so has its last line. */
    void ended(Kind kind) {
        add(new Chunk(kind, micros(), new byte[0], 0, 0, false));
    }

    void broken(Kind kind) {
        String reader = kind == Kind.FROM_CLIENT ? "the agent" : "the editor";
        add(text(Kind.EVENT, reader + " reads no more"));
    }

    private Chunk text(Kind kind, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        return new Chunk(kind, micros(), bytes, 0, bytes.length, false);
    }

    private void add(Chunk chunk) {
        lock.lock();
        try {
            if (isClosed) {
                return;
            }
            if (waiting.size() >= MAX_CHUNKS && chunk.kind() != Kind.END) {
                missed += chunk.count();
                if (chunk.isLast()) {
                    free.push(chunk.block());
                }
                return;
            }
            if (missed > 0) {
                waiting.add(text(
                        Kind.EVENT,
                        missed
                                + " bytes have passed here that could not be kept in time; frames around this"
                                + " may be incomplete"));
                missed = 0;
            }
            waiting.add(chunk);
            if (isResting) {
                more.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends the copy, once what has passed is written, or after two seconds.
     *
     * @param why how the agent has ended
     */
    public void close(String why) {
        add(text(Kind.END, why));
        lock.lock();
        try {
            isClosed = true;
            more.signal();
        } finally {
            lock.unlock();
        }
        try {
            boolean ignored = done.await(LAST.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private long micros() {
        Instant now = clock.instant();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
    }

    private void write() {
        try (writer) {
            for (Deque<Chunk> chunks = next(); !chunks.isEmpty(); chunks = next()) {
                for (Chunk chunk : chunks) {
                    writer.write(chunk.micros(), chunk.kind(), chunk.block(), chunk.offset(), chunk.count());
                    if (chunk.isLast()) {
                        give(chunk.block());
                    }
                }
                writer.flush();
            }
        } finally {
            done.countDown();
        }
    }

    private void give(byte[] block) {
        lock.lock();
        try {
            free.push(block);
        } finally {
            lock.unlock();
        }
    }

    /** Returns what has passed since; empty at the end. */
    private Deque<Chunk> next() {
        lock.lock();
        try {
            // To be woken for each chunk would cost those who pass them more than the copy does: it looks now and then.
            for (int i = 0; waiting.isEmpty() && !isClosed && i < LOOKS; i++) {
                long ignored = more.awaitNanos(LOOK_NANOS);
            }
            while (waiting.isEmpty() && !isClosed) {
                isResting = true;
                more.await();
            }
            Deque<Chunk> taken = waiting;
            waiting = new ArrayDeque<>();
            return taken;
        } catch (InterruptedException e) {
            return new ArrayDeque<>(); // Nobody interrupts it but the end of the process.
        } finally {
            isResting = false;
            lock.unlock();
        }
    }
}
