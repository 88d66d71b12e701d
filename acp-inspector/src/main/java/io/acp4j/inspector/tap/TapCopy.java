package io.acp4j.inspector.tap;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.acp4j.inspector.recording.Spool;
import io.acp4j.inspector.recording.Spool.Kind;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Takes what passes a tap and writes it down frame by frame, on a thread of its own. Those who pass bytes never wait for it: what
 * it cannot take in time is left out, and it says so where that was.
 */
public final class TapCopy {

    /** How many bytes may wait to be written: 32 MiB. */
    public static final long MAX_WAITING = 32L * 1024 * 1024;

    /** How long the end of the process waits for what is not written yet. */
    static final Duration LAST = Duration.ofSeconds(2);

    /** How often it looks for more before it rests, and how long between: a tenth of a second in all. */
    private static final int LOOKS = 20;

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long NEWLINES = LOW_BITS * '\n';

    @SuppressWarnings("ArrayRecordComponent") // Handed on at once.
    private record Chunk(Kind kind, long micros, byte[] bytes) {}

    private final SpoolWriter writer;
    private final Clock clock;
    private final long maxWaiting;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition more = lock.newCondition();
    private final CountDownLatch done = new CountDownLatch(1);
    private final Map<Kind, ByteArrayOutputStream> lines = new EnumMap<>(Map.of(
            Kind.FROM_CLIENT, new ByteArrayOutputStream(),
            Kind.FROM_AGENT, new ByteArrayOutputStream()));
    private final Map<Kind, Long> tooLong = new EnumMap<>(Kind.class);
    private Deque<Chunk> waiting = new ArrayDeque<>();
    private long waitingBytes;
    private boolean isResting;
    private long missed;
    private boolean isClosed;

    TapCopy(SpoolWriter writer, Clock clock, long maxWaiting) {
        this.writer = writer;
        this.clock = clock;
        this.maxWaiting = maxWaiting;
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
        return new TapCopy(writer, Clock.systemUTC(), MAX_WAITING);
    }

    void passed(Kind kind, byte[] buffer, int count) {
        offer(new Chunk(kind, micros(), Arrays.copyOf(buffer, count)));
    }

    /** What was not written when a stream ended is a line without its end. */
    void ended(Kind kind) {
        offer(new Chunk(kind, micros(), new byte[0]));
    }

    void broken(Kind kind) {
        String reader = kind == Kind.FROM_CLIENT ? "the agent" : "the editor";
        offer(new Chunk(Kind.EVENT, micros(), (reader + " reads no more").getBytes(UTF_8)));
    }

    private void offer(Chunk chunk) {
        lock.lock();
        try {
            if (isClosed) {
                return;
            }
            if (waitingBytes + chunk.bytes().length > maxWaiting) {
                missed += chunk.bytes().length;
                return;
            }
            if (missed > 0) {
                waiting.add(new Chunk(Kind.EVENT, chunk.micros(), missed().getBytes(UTF_8)));
                missed = 0;
            }
            waiting.add(chunk);
            waitingBytes += chunk.bytes().length;
            if (isResting) {
                more.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    private String missed() {
        return missed + " bytes have passed here that could not be kept in time; frames around this may be incomplete";
    }

    /**
     * Ends the copy, once what has passed is written, or after two seconds.
     *
     * @param why how the agent has ended
     */
    public void close(String why) {
        offer(new Chunk(Kind.END, micros(), why.getBytes(UTF_8)));
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
        return ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
    }

    private void write() {
        try (writer) {
            for (Deque<Chunk> chunks = next(); !chunks.isEmpty(); chunks = next()) {
                chunks.forEach(this::take);
                writer.flush();
            }
        } finally {
            done.countDown();
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
            waitingBytes = 0;
            return taken;
        } catch (InterruptedException e) {
            return new ArrayDeque<>(); // Nobody interrupts it but the end of the process.
        } finally {
            isResting = false;
            lock.unlock();
        }
    }

    private void take(Chunk chunk) {
        ByteArrayOutputStream line = lines.get(chunk.kind());
        if (line == null) {
            writer.write(chunk.micros(), chunk.kind(), chunk.bytes());
            return;
        }
        byte[] bytes = chunk.bytes();
        ByteBuffer words = ByteBuffer.wrap(bytes);
        int from = 0;
        for (int end = newline(words, from); end >= 0; end = newline(words, from)) {
            if (line.size() == 0 && tooLong.isEmpty()) {
                writer.write(chunk.micros(), chunk.kind(), bytes, from, end - from);
            } else {
                append(chunk.kind(), line, bytes, from, end - from);
                flush(chunk, line);
            }
            from = end + 1;
        }
        append(chunk.kind(), line, bytes, from, bytes.length - from);
        if (bytes.length == 0 && (line.size() > 0 || tooLong.containsKey(chunk.kind()))) {
            flush(chunk, line);
        }
    }

    /** Returns where the next line ends; -1 for nowhere. Looks at eight bytes at a time, as the agent waits for the processor, too. */
    private static int newline(ByteBuffer bytes, int from) {
        int limit = bytes.limit();
        int at = from;
        for (int last = limit - Long.BYTES; at <= last; at += Long.BYTES) {
            long differences = bytes.getLong(at) ^ NEWLINES;
            if (((differences - LOW_BITS) & ~differences & HIGH_BITS) != 0) {
                break;
            }
        }
        while (at < limit && bytes.get(at) != '\n') {
            at++;
        }
        return at < limit ? at : -1;
    }

    private void append(Kind kind, ByteArrayOutputStream line, byte[] bytes, int from, int count) {
        Long skipped = tooLong.get(kind);
        if (skipped != null || line.size() + (long) count > Spool.MAX_ENTRY) {
            tooLong.put(kind, Objects.requireNonNullElse(skipped, (long) line.size()) + count);
            line.reset();
        } else {
            line.write(bytes, from, count);
        }
    }

    private void flush(Chunk chunk, ByteArrayOutputStream line) {
        Long length = tooLong.remove(chunk.kind());
        if (length != null) {
            String what = "a line of " + length + " bytes has passed here, which is too long to be kept";
            writer.write(chunk.micros(), Kind.EVENT, what.getBytes(UTF_8));
            return;
        }
        writer.write(chunk.micros(), chunk.kind(), line.toByteArray());
        line.reset();
    }
}
