package io.acp4j.examples.console;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Where the person sits: lines in, text out; colours and progress only on a real terminal. */
final class Terminal {

    private final BufferedReader in;
    private final PrintStream out;
    private final boolean interactive;
    private boolean lineOpen;
    private boolean progressShown;

    Terminal(InputStream in, PrintStream out, boolean interactive) {
        this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        this.out = out;
        this.interactive = interactive;
    }

    static Terminal ofThisProcess() {
        return new Terminal(System.in, new PrintStream(System.out, true, StandardCharsets.UTF_8), isTerminal());
    }

    @SuppressWarnings("SystemConsoleNull") // what Java 22 has changed is asked below
    private static boolean isTerminal() {
        Console console = System.console();
        if (console == null || Runtime.version().feature() < 22) {
            return console != null;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Java 22 and later can tell whether a console is a terminal", e);
        }
    }

    /** Asks for a line; null at the end of input. */
    @Nullable
    String ask(String prompt) throws IOException {
        synchronized (this) {
            endLine();
            if (interactive) {
                out.print(prompt);
                out.flush();
            }
        }
        return in.readLine();
    }

    /** Shows that the agent is at work, until something else is shown. */
    synchronized void progress() {
        if (interactive) {
            out.print("…");
            out.flush();
            progressShown = true;
        }
    }

    /** Shows a piece of running text. */
    synchronized void text(String text, Style style) {
        clearProgress();
        out.print(styled(text, style));
        out.flush();
        lineOpen = !text.endsWith("\n");
    }

    /** Shows a line of its own. */
    synchronized void line(String text, Style style) {
        endLine();
        out.println(styled(text, style));
    }

    /** Ends a line that running text has left open. */
    synchronized void endLine() {
        clearProgress();
        if (lineOpen) {
            out.println();
            lineOpen = false;
        }
    }

    private void clearProgress() {
        if (progressShown) {
            out.print("\r\033[K");
            progressShown = false;
        }
    }

    private String styled(String text, Style style) {
        return interactive && style != Style.PLAIN ? style.code + text + "\033[0m" : text;
    }

    /** How text looks on a terminal. */
    enum Style {
        PLAIN(""),
        DIM("\033[2m"),
        BOLD("\033[1m"),
        RED("\033[31m");

        private final String code;

        Style(String code) {
            this.code = code;
        }
    }
}
