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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A pipe or a file: UTF-8 without colours, prompts and progress. Hidden characters are shown as escapes. The answer to a question is
 * the next line.
 */
public final class PlainScreen implements Screen {

    private final Object reading = new Object();
    private final BufferedReader in;
    private final PrintStream out;
    private boolean lineOpen;

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
        return next();
    }

    @Override
    public @Nullable String question(String prompt, String proposal) throws IOException {
        return next();
    }

    private @Nullable String next() throws IOException {
        endLine();
        synchronized (reading) {
            return in.readLine();
        }
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
        return () -> {};
    }

    @Override
    public void close() {
        endLine();
        out.flush();
    }
}
