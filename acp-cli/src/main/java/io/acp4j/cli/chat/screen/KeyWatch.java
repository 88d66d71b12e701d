package io.acp4j.cli.chat.screen;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jline.utils.NonBlockingReader;
import org.jspecify.annotations.Nullable;

/** Shows progress and watches for Ctrl-C while an operation runs. Other keys are discarded. */
final class KeyWatch implements Screen.Work {

    private static final String[] FRAMES = {"|", "/", "-", "\\"};
    private static final long STEP_MS = 150;
    private static final int CTRL_C = 3;

    private final NonBlockingReader reader;
    private final ReentrantLock keys;
    private final Output output;
    private final String what;
    private final @Nullable Runnable onInterrupt;
    private final long startedAt = System.nanoTime();
    private final Thread thread;
    private volatile boolean ended;

    KeyWatch(NonBlockingReader reader, ReentrantLock keys, Output output, String what, @Nullable Runnable onInterrupt) {
        this.reader = reader;
        this.keys = keys;
        this.output = output;
        this.what = what;
        this.onInterrupt = onInterrupt;
        this.thread = new Thread(this::run, "console-progress");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        int step = 0;
        while (!ended) {
            keys.lock();
            try {
                if (ended) {
                    return;
                }
                long seconds = Duration.ofNanos(System.nanoTime() - startedAt).toSeconds();
                output.progress(FRAMES[step++ % FRAMES.length] + " " + what + " · " + seconds + " s"
                        + (onInterrupt == null ? "" : " · Ctrl-C to stop"));
                int key = reader.read(STEP_MS);
                if (key == CTRL_C && onInterrupt != null) {
                    onInterrupt.run();
                } else if (key == NonBlockingReader.EOF) {
                    return;
                }
            } catch (IOException e) {
                output.line("The keyboard cannot be read: " + e.getMessage(), Style.RED);
                return;
            } finally {
                keys.unlock();
            }
        }
    }

    @Override
    public void close() {
        ended = true;
        keys.lock();
        try {
            output.clearProgress();
        } finally {
            keys.unlock();
        }
    }
}
