package io.acp4j.cli.chat.screen;

import io.acp4j.inspector.text.TerminalRun;
import io.acp4j.rpc.VisibleText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A pipe or a file: UTF-8 without colours, prompts and progress. Hidden characters are shown as escapes. The answer to a question is
 * the next line. An operation is stopped if the next line is {@link Screen#CANCEL}; other lines remain until the operation has ended.
 */
public final class PlainScreen implements Screen {

    /** Only for a table, which a pipe receives as it is. */
    private static final int WIDTH = 80;

    private final Object reading = new Object();
    private final BufferedReader in;
    private final PrintStream out;
    private boolean lineOpen;
    private @Nullable String peeked;
    private boolean isPeeked;
    private final AtomicInteger cancellations = new AtomicInteger();
    /** Stops the operation that runs. */
    private volatile @Nullable Runnable interrupt;

    /** Creates a screen on streams, which stay open. */
    public PlainScreen(InputStream in, PrintStream out) {
        this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        this.out = out;
    }

    @Override
    public boolean isTerminal() {
        return false;
    }

    @Override
    public @Nullable String prompt(String prompt) throws IOException {
        endLine();
        synchronized (reading) {
            return next();
        }
    }

    @Override
    public @Nullable String question(String prompt, String proposal) throws IOException {
        int before = cancellations.get();
        endLine();
        String line;
        synchronized (reading) {
            if (cancellations.get() != before) {
                return null;
            }
            line = next();
        }
        if (!isCancel(line)) {
            return line;
        }
        Runnable stop = interrupt;
        if (stop != null) {
            stop.run();
        }
        return null;
    }

    private static boolean isCancel(@Nullable String line) {
        return line != null && line.strip().equals(CANCEL);
    }

    /** Reads the next line, which remains. */
    private @Nullable String peek() throws IOException {
        if (!isPeeked) {
            peeked = in.readLine();
            isPeeked = true;
        }
        return peeked;
    }

    private @Nullable String next() throws IOException {
        String line = peek();
        isPeeked = false;
        reading.notifyAll();
        return line;
    }

    @Override
    public void offerQueued(@Nullable String line) {
        // A script cannot change its lines.
    }

    @Override
    public int width() {
        return WIDTH;
    }

    @Override
    public synchronized void text(String text, Style style) {
        if (!text.isEmpty()) {
            out.print(VisibleText.of(text));
            out.flush();
            lineOpen = !text.endsWith("\n");
        }
    }

    @Override
    public synchronized void line(String text, Style style) {
        endLine();
        out.println(VisibleText.of(text));
    }

    @Override
    public void styledLine(List<TerminalRun> runs) {
        line(runs.stream().map(TerminalRun::text).collect(Collectors.joining()), Style.PLAIN);
    }

    @Override
    public synchronized void endLine() {
        if (lineOpen) {
            out.println();
            lineOpen = false;
        }
    }

    @Override
    public Work working(String what, @Nullable Runnable onInterrupt) {
        if (onInterrupt == null) {
            return () -> {};
        }
        interrupt = onInterrupt;
        AtomicBoolean ended = new AtomicBoolean();
        Thread watch = new Thread(() -> watch(onInterrupt, ended), "console-cancel");
        watch.setDaemon(true);
        watch.start();
        return () -> {
            // The watch may read a line that the user has not entered yet. It ends after that.
            ended.set(true);
            interrupt = null;
        };
    }

    private void watch(Runnable onInterrupt, AtomicBoolean ended) {
        try {
            while (!ended.get()) {
                synchronized (reading) {
                    if (ended.get()) {
                        return;
                    }
                    String line = peek();
                    if (line == null || ended.get()) {
                        return;
                    }
                    if (!isCancel(line)) {
                        // A question or the next prompt reads it.
                        reading.wait();
                        continue;
                    }
                    next();
                    cancellations.incrementAndGet();
                }
                onInterrupt.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // The next prompt reports it.
        }
    }

    @Override
    public void close() {
        endLine();
        out.flush();
    }
}
