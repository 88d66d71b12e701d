package io.acp4j.client.internal.host;

/** What UTF-8 takes, without making it. */
final class Utf8 {

    private static final int ONE_BYTE_END = 0x80;
    private static final int TWO_BYTES_END = 0x800;

    private Utf8() {}

    /** Returns how many bytes a text takes; half a pair of surrogates takes one, as it becomes a question mark. */
    static long length(String text) {
        long length = 0;
        for (int i = 0; i < text.length(); i++) {
            length += bytesAt(text, i);
            if (isPair(text, i)) {
                i++;
            }
        }
        return length;
    }

    /** Returns the index of the first unpaired surrogate, which has no form in UTF-8, or -1. */
    static int unpairedSurrogate(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isPair(text, i)) {
                i++;
            } else if (Character.isSurrogate(text.charAt(i))) {
                return i;
            }
        }
        return -1;
    }

    private static int bytesAt(String text, int index) {
        char c = text.charAt(index);
        if (c < ONE_BYTE_END) {
            return 1;
        }
        if (c < TWO_BYTES_END) {
            return 2;
        }
        if (Character.isSurrogate(c)) {
            return isPair(text, index) ? 4 : 1;
        }
        return 3;
    }

    private static boolean isPair(String text, int index) {
        return index + 1 < text.length() && Character.isSurrogatePair(text.charAt(index), text.charAt(index + 1));
    }
}
