package io.acp4j.client.internal.transcript;

/** Compares texts but for white space, which agents trim and fold. */
final class Words {

    private Words() {}

    /**
     * Goes on in a text by a piece of it.
     *
     * @return where the piece ends in the text; -1 when it does not stand there
     */
    static int advance(String text, int from, String piece) {
        int at = from;
        for (int i = 0; i < piece.length(); i++) {
            char c = piece.charAt(i);
            if (!Character.isWhitespace(c)) {
                at = skipBlank(text, at);
                if (at == text.length() || text.charAt(at) != c) {
                    return -1;
                }
                at++;
            }
        }
        return at;
    }

    static boolean isBlankFrom(String text, int from) {
        return skipBlank(text, from) == text.length();
    }

    private static int skipBlank(String text, int from) {
        int at = from;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }
}
