package io.acp4j.cli.chat.screen;

import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds out where the person sits. */
public final class Screens {

    private Screens() {}

    /**
     * Returns the screen of this process: a terminal when both stdin and stdout are one, and a pipe otherwise.
     *
     * @param history where a terminal keeps the lines that were entered; null to forget them
     * @param words what a terminal completes the first word to
     * @throws IOException when the terminal cannot be used
     */
    public static Screen ofThisProcess(@Nullable Path history, Supplier<List<String>> words) throws IOException {
        return isTerminal()
                ? TerminalScreen.open(history, words)
                : new PlainScreen(System.in, new PrintStream(System.out, true, StandardCharsets.UTF_8));
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
}
