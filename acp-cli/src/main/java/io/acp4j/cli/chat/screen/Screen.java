package io.acp4j.cli.chat.screen;

import io.acp4j.inspector.text.TerminalRun;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Input lines and output text of the user. Safe for use by several threads; concurrent questions wait for each other. */
public interface Screen extends AutoCloseable {

    /** The line that stops the operation that runs, and dismisses an open question. */
    String CANCEL = "/cancel";

    /** Returns true for a terminal. Elsewhere, text is written without styles. */
    boolean isTerminal();

    /**
     * Reads the next line of the user.
     *
     * @param prompt shown on a terminal
     * @return the line, empty if the user has discarded it; null at the end of input
     * @throws IOException if the input cannot be read
     */
    @Nullable
    String prompt(String prompt) throws IOException;

    /**
     * Reads the answer to a question.
     *
     * @param prompt shown on a terminal
     * @param proposal the initial text of the answer on a terminal
     * @return the line; null if the user does not answer
     * @throws IOException if the input cannot be read
     */
    @Nullable
    String question(String prompt, String proposal) throws IOException;

    /** Returns the number of columns of a terminal. Tables are not wider. */
    int width();

    /** Shows a piece of running text. */
    void text(String text, Style style);

    /** Shows a separate line. */
    void line(String text, Style style);

    /** Shows a separate line of terminal output in its own styles, without control characters. */
    void styledLine(List<TerminalRun> runs);

    /** Ends a line that running text has left open. */
    void endLine();

    /**
     * Offers the lines that the user has entered during earlier operations one by one as proposals at the next prompts, so that the user
     * can change or discard them. Otherwise {@link #prompt} returns them at once.
     *
     * @param line a line before them, which is offered first; null for none
     */
    void offerQueued(@Nullable String line);

    /**
     * Shows on a terminal that an operation runs, whenever there is no other output. Lines that the user enters during the operation are
     * queued for {@link #prompt}.
     *
     * @param what the description of the operation
     * @param onInterrupt runs if the user presses Ctrl-C or enters {@link #CANCEL} during the operation; null if it cannot be stopped
     * @return the operation; close it at its end
     */
    Work working(String what, @Nullable Runnable onInterrupt);

    /** Restores the state of the terminal. */
    @Override
    void close();

    /** An operation that runs. */
    @FunctionalInterface
    interface Work extends AutoCloseable {
        /** Ends the operation. */
        @Override
        void close();
    }
}
