package io.acp4j.cli.chat.screen;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Lines in, text out. Safe for use by any number of threads; questions wait for one another. */
public interface Screen extends AutoCloseable {

    /** Returns whether somebody looks at it: if not, text is shown as it is. */
    boolean isTerminal();

    /**
     * Reads what the person wants next.
     *
     * @param prompt shown on a terminal
     * @return a line, empty when the person has thrown it away; null at the end of input
     * @throws IOException when the input cannot be read
     */
    @Nullable
    String prompt(String prompt) throws IOException;

    /**
     * Reads the answer to a question.
     *
     * @param prompt shown on a terminal
     * @param proposal what a terminal shows to be changed
     * @return a line; null when the person does not answer
     * @throws IOException when the input cannot be read
     */
    @Nullable
    String question(String prompt, String proposal) throws IOException;

    /** Shows a piece of running text. */
    void text(String text, Style style);

    /** Shows a line of its own. */
    void line(String text, Style style);

    /** Ends a line that running text has left open. */
    void endLine();

    /**
     * Shows, on a terminal, that something is under way, whenever nothing else is shown.
     *
     * @param what says what it is
     * @param onInterrupt runs when the person presses Ctrl-C meanwhile; null for what cannot be stopped
     * @return closing it ends the showing
     */
    Work working(String what, @Nullable Runnable onInterrupt);

    /** Gives the terminal back as it was. */
    @Override
    void close();

    /** Something under way. */
    @FunctionalInterface
    interface Work extends AutoCloseable {
        /** It has ended. */
        @Override
        void close();
    }
}
