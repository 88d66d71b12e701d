package io.acp4j.tck.internal.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Writes on a thread of its own, so that a subject that does not read never holds a scenario. */
public final class StreamWriter {

    /** Writes that may wait; a scenario sends a few hundred messages at most. */
    private static final int CAPACITY = 10_000;

    private static final byte[] END = new byte[0];

    private final BlockingQueue<byte[]> queue = new LinkedBlockingQueue<>(CAPACITY);
    private final OutputStream out;

    public StreamWriter(OutputStream out, String name) {
        this.out = out;
        Thread thread = new Thread(this::run, "tck-writer " + name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Queues bytes; a subject that reads nothing at all loses what comes after the limit. */
    public void write(byte[] bytes) {
        if (bytes.length > 0 && !queue.offer(bytes)) {
            throw new IllegalStateException("The subject reads nothing: " + CAPACITY + " writes are waiting");
        }
    }

    /** Closes the stream after what is queued has been written. A subject that reads nothing loses what is queued. */
    public void close() {
        while (!queue.offer(END)) {
            queue.clear();
        }
    }

    private void run() {
        try (out) {
            for (byte[] next = queue.take(); next.length > 0; next = queue.take()) {
                out.write(next);
                out.flush();
            }
        } catch (IOException e) {
            // The subject no longer reads, which the end of its output tells as well.
            queue.clear();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
