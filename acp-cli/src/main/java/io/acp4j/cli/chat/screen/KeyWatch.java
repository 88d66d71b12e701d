package io.acp4j.cli.chat.screen;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jline.utils.NonBlockingReader;
import org.jspecify.annotations.Nullable;

/** Shows progress, watches for Ctrl-C, and queues the lines that the user enters while an operation runs. */
final class KeyWatch implements Screen.Work {

    private static final String[] FRAMES = {"|", "/", "-", "\\"};
    private static final long STEP_MS = 150;
    /** Maximum delay between the characters of one key. */
    private static final long KEY_MS = 50;

    /** Delay after which the user has paused while typing a line. */
    private static final long PAUSE_MS = 700;
    /** Delay for keys that were already pressed. */
    private static final long PENDING_MS = 20;

    private static final int CTRL_C = 3;
    private static final int BACKSPACE = 8;
    private static final int CTRL_U = 21;
    private static final int CTRL_W = 23;
    private static final int ESCAPE = 27;
    private static final int DELETE = 127;

    private final NonBlockingReader reader;
    private final ReentrantLock keys;
    private final Output output;
    private final LineQueue queue;
    private final String what;
    private final @Nullable Runnable onInterrupt;
    private final long startedAt = System.nanoTime();
    private final StringBuilder draft = new StringBuilder();
    private final Thread thread;
    private volatile boolean ended;

    KeyWatch(
            NonBlockingReader reader,
            ReentrantLock keys,
            Output output,
            LineQueue queue,
            String what,
            @Nullable Runnable onInterrupt) {
        this.reader = reader;
        this.keys = keys;
        this.output = output;
        this.queue = queue;
        this.what = what;
        this.onInterrupt = onInterrupt;
        this.thread = new Thread(this::run, "console-progress");
        draft.append(queue.takeUnfinished());
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
                output.draft(draft.toString());
                output.progress(FRAMES[step++ % FRAMES.length] + " " + progress());
                int key = reader.read(STEP_MS);
                if (key == NonBlockingReader.EOF) {
                    return;
                }
                if (key != NonBlockingReader.READ_EXPIRED) {
                    typed(key);
                    output.draft(draft.toString());
                }
            } catch (IOException e) {
                output.line("The keyboard cannot be read: " + e.getMessage(), Style.RED);
                return;
            } finally {
                keys.unlock();
            }
        }
    }

    /**
     * Adds the keys that were pressed before a question to the line that the user types, as they are not its answer. Waits for a
     * pause while such a line is incomplete. The caller has locked the keys.
     */
    void settle() {
        try {
            boolean isPending = true;
            while (isPending && !ended) {
                output.draft(draft.toString());
                int key = reader.read(draft.isEmpty() ? PENDING_MS : PAUSE_MS);
                isPending = key != NonBlockingReader.EOF && key != NonBlockingReader.READ_EXPIRED;
                if (isPending) {
                    typed(key);
                }
            }
        } catch (IOException e) {
            output.line("The keyboard cannot be read: " + e.getMessage(), Style.RED);
        }
    }

    private String progress() {
        int queued = queue.size();
        return what + " · " + Duration.ofNanos(System.nanoTime() - startedAt).toSeconds() + " s"
                + (queued == 0 ? "" : " · " + queued + " queued")
                + (onInterrupt == null ? "" : " · Ctrl-C to stop");
    }

    private void typed(int key) throws IOException {
        switch (key) {
            case CTRL_C -> interrupt();
            case '\r', '\n' -> enter();
            case ESCAPE -> escape();
            case BACKSPACE, DELETE -> {
                if (!draft.isEmpty()) {
                    draft.setLength(draft.offsetByCodePoints(draft.length(), -1));
                }
            }
            case CTRL_U -> draft.setLength(0);
            case CTRL_W -> draft.setLength(draft.toString().stripTrailing().lastIndexOf(' ') + 1);
            default -> {
                if (key >= ' ') {
                    draft.append((char) key);
                }
            }
        }
    }

    /** The user decides again about lines for a turn that ends in another way than expected. */
    private void interrupt() {
        if (onInterrupt != null) {
            queue.offer(null);
            onInterrupt.run();
        }
    }

    private void enter() {
        String line = draft.toString();
        if (line.strip().equals(Screen.CANCEL)) {
            draft.setLength(0);
            output.draft("");
            if (onInterrupt == null) {
                output.line("This cannot be stopped.", Style.RED);
            }
            interrupt();
        } else if (!line.isBlank()) {
            if (!queue.add(line)) {
                output.line("The queue is full (" + LineQueue.MAX_LINES + " lines). Enter this line later.", Style.RED);
                return;
            }
            draft.setLength(0);
            output.draft("");
            output.line("queued: " + line + "  (Up takes it back)", Style.DIM);
        }
    }

    /** Reads the rest of a key that sends several characters. Only the key Up has a function. */
    private void escape() throws IOException {
        int key = reader.read(KEY_MS);
        if (key != '[' && key != 'O') {
            return;
        }
        do {
            key = reader.read(KEY_MS);
        } while (key >= ' ' && key < '@');
        if (key == 'A' && draft.isEmpty()) {
            String line = queue.takeBack();
            if (line != null) {
                draft.append(line);
            }
        }
    }

    @Override
    public void close() {
        ended = true;
        keys.lock();
        try {
            output.draft("");
            output.clearProgress();
            queue.unfinished(draft.toString());
        } finally {
            keys.unlock();
        }
    }
}
