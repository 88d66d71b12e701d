package io.acp4j.inspector.tap;

import io.acp4j.inspector.recording.Spool.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Passes a stream on as it comes, on one thread, straight from the blocks of the copy. */
final class Passage implements Runnable {

    /** How much is read at a time, in bytes. */
    private static final int READ = 1 << 16;

    private final TapCopy copy;
    private final Kind kind;
    private final InputStream from;
    private final OutputStream to;
    private final ReentrantLock passing = new ReentrantLock();
    private byte @Nullable [] block;
    private int end;

    /** Where it is read to while the copy has no block left. */
    private byte @Nullable [] unkept;

    /**
     * Creates one that has passed nothing on.
     *
     * @param copy keeps what passes
     * @param kind who writes it
     * @param from what is read; closed when nobody takes it any more
     * @param to where it goes; closed when nothing comes any more
     */
    Passage(TapCopy copy, Kind kind, InputStream from, OutputStream to) {
        this.copy = copy;
        this.kind = kind;
        this.from = from;
        this.to = to;
    }

    /** Passes on what comes. Either end that closes closes the other, as a pipe between them would. */
    @Override
    public void run() {
        try (from;
                to) {
            while (passNext()) {
                // Until it ends.
            }
        } catch (IOException e) {
            copy.broken(kind); // The reader has gone: closing the other end tells the writer.
        }
        copy.ended(kind);
    }

    private boolean passNext() throws IOException {
        byte[] kept = block();
        byte[] bytes = kept == null ? unkept() : kept;
        int offset = kept == null ? 0 : end;
        int count = from.read(bytes, offset, READ);
        if (count < 0) {
            return false;
        }
        passing.lock();
        try {
            to.write(bytes, offset, count);
            to.flush();
        } finally {
            // Also when it was not taken: some of it may have been.
            keep(kept, count);
            passing.unlock();
        }
        return true;
    }

    private byte @Nullable [] block() {
        if (block == null) {
            block = copy.takeBlock();
            end = 0;
        }
        return block;
    }

    private byte[] unkept() {
        byte[] now = unkept;
        if (now == null) {
            now = new byte[READ];
            unkept = now;
        }
        return now;
    }

    private void keep(byte @Nullable [] kept, int count) {
        if (kept == null) {
            copy.missed(count);
            return;
        }
        int offset = end;
        end += count;
        boolean isFull = kept.length - end < READ;
        copy.passed(kind, kept, offset, count, isFull);
        if (isFull) {
            block = null;
        }
    }

    /**
     * Waits until the copy has what was passed on, if it is being passed on just now.
     *
     * @param millis for how long
     * @throws InterruptedException when the thread is interrupted
     */
    void settle(long millis) throws InterruptedException {
        if (passing.tryLock(millis, TimeUnit.MILLISECONDS)) {
            passing.unlock();
        }
    }
}
