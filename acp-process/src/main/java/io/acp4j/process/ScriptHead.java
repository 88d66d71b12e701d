package io.acp4j.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the beginning of a program. Opening what somebody has put in its place meanwhile, such as a pipe, may take for ever, so a thread
 * of its own does it, of which there are a few.
 */
final class ScriptHead {

    /** How many programs are being opened at once. */
    static final int MAX_THREADS = 4;

    private static final Logger LOG = LoggerFactory.getLogger(ScriptHead.class);

    /** How long a program may take to open: 1 s. */
    private static final long LIMIT_MILLIS = 1000;

    private static final int LENGTH = 256;

    private static final ThreadPoolExecutor THREADS =
            new ThreadPoolExecutor(0, MAX_THREADS, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                Thread thread = SharedThread.of(task, "acp-process-head");
                thread.setDaemon(true);
                return thread;
            });

    private ScriptHead() {}

    /** Returns the first bytes as text; nothing where they cannot be read, or not soon. */
    static String of(Path file) {
        Future<String> reading;
        try {
            reading = THREADS.submit(() -> read(file));
        } catch (RejectedExecutionException e) {
            LOG.trace("too many programs take too long to open", e);
            return "";
        }
        try {
            return reading.get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // It may be executed but not read.
            LOG.trace("cannot read the program", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return "";
    }

    private static String read(Path file) throws IOException {
        byte[] head = new byte[LENGTH];
        try (InputStream in = Files.newInputStream(file)) {
            return new String(head, 0, in.readNBytes(head, 0, head.length), ISO_8859_1);
        }
    }
}
