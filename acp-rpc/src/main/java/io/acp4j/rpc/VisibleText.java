package io.acp4j.rpc;

import io.acp4j.rpc.internal.text.HiddenCharacters;

/**
 * Shows what a peer has sent to a person: characters that cannot be seen, that move the cursor or that change the order of others
 * are written as {@code \\u{202E}}. What remains is what is there, so that nobody decides about something else than they read.
 *
 * <p>Escaped are control characters (C0, C1, DEL), marks, embeddings, overrides and isolates of bidirectional text, characters
 * without width, fillers, tags, separators of lines and paragraphs, and halves of surrogate pairs. A joiner or variation
 * selector stays where scripts and emoji need one.
 *
 * @since 0.1.0
 */
public final class VisibleText {

    private VisibleText() {}

    /**
     * Makes text of any number of lines visible. Line breaks and tabs stay; the two characters of a Windows line break become one.
     *
     * @param text the text
     * @return the same text when there is nothing to escape
     */
    public static String of(String text) {
        return HiddenCharacters.escaped(text, true);
    }

    /**
     * Makes text visible in one line: line breaks and tabs are escaped, too. For titles, names and questions.
     *
     * @param text the text
     * @return the same text when there is nothing to escape
     */
    public static String line(String text) {
        return HiddenCharacters.escaped(text, false);
    }
}
