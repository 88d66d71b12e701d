package io.acp4j.transport.stdio.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads a process's error stream to its end, whatever is done with it: keeps the tail, and hands the lines on. */
public final class ErrorDrain implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(ErrorDrain.class);
    private static final int CHUNK_BYTES = 8 * 1024;

    /** A longer line is handed on in pieces. */
    private static final int MAX_LINE_BYTES = 8 * 1024;

    private final InputStream in;
    private final Consumer<String> onLine;
    private final byte[] ring;
    private final CountDownLatch done = new CountDownLatch(1);

    private long written;

    private final byte[] line = new byte[MAX_LINE_BYTES];
    private int lineSize;

    public ErrorDrain(InputStream in, int tailBytes, Consumer<String> onLine) {
        this.in = in;
        this.ring = new byte[tailBytes];
        this.onLine = onLine;
    }

    @Override
    public void run() {
        byte[] chunk = new byte[CHUNK_BYTES];
        try {
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                keep(chunk, count);
                split(chunk, count);
            }
        } catch (IOException e) {
            LOG.debug("The error stream of the process failed", e);
        } finally {
            if (lineSize > 0) {
                handOn();
            }
            done.countDown();
        }
    }

    private synchronized void keep(byte[] chunk, int count) {
        for (int i = Math.max(0, count - ring.length); i < count; i++) {
            ring[(int) ((written + i) % ring.length)] = chunk[i];
        }
        written += count;
    }

    private void split(byte[] chunk, int count) {
        for (int i = 0; i < count; i++) {
            byte next = chunk[i];
            if (next == '\n') {
                handOn();
            } else {
                if (lineSize == line.length) {
                    handOn();
                }
                line[lineSize++] = next;
            }
        }
    }

    private void handOn() {
        int size = lineSize > 0 && line[lineSize - 1] == '\r' ? lineSize - 1 : lineSize;
        lineSize = 0;
        try {
            onLine.accept(new String(line, 0, size, UTF_8));
        } catch (RuntimeException e) {
            LOG.error("The listener of a process's error stream failed", e);
        }
    }

    /** Returns the last bytes as text; a character that is cut at the start is dropped. */
    public synchronized String tail() {
        int size = (int) Math.min(written, ring.length);
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = ring[(int) ((written - size + i) % ring.length)];
        }
        int from = 0;
        if (written > size) {
            while (from < size && from < 3 && (bytes[from] & 0xc0) == 0x80) {
                from++;
            }
        }
        return new String(bytes, from, size - from, UTF_8);
    }

    /** Returns the last lines for the message of an exception. */
    public synchronized String lastLines() {
        return ProcessText.lastLines(tail(), written > ring.length);
    }

    public boolean awaitDone(long nanos) throws InterruptedException {
        return done.await(nanos, TimeUnit.NANOSECONDS);
    }
}
