package io.acp4j.cli.chat.screen;

import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Selects a terminal or a pipe as the screen of this process. */
public final class Screens {

    private Screens() {}

    /**
     * Returns the screen of this process: a terminal if both stdin and stdout are one, otherwise a pipe.
     *
     * @param history the file for the lines entered at a terminal; null to discard them
     * @param words the completions of the first word on a terminal
     * @throws IOException if the terminal cannot be used
     */
    public static Screen ofThisProcess(@Nullable Path history, Supplier<List<String>> words) throws IOException {
        return isTerminal()
                ? TerminalScreen.open(history, words)
                : new PlainScreen(System.in, new PrintStream(System.out, true, StandardCharsets.UTF_8));
    }

    @SuppressWarnings("SystemConsoleNull") // the change in Java 22 is handled below
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
