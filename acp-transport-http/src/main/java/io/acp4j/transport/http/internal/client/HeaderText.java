package io.acp4j.transport.http.internal.client;

/** What the value of a header can be. */
final class HeaderText {

    private static final int DELETE = 0x7F;
    private static final int LAST = 0xFF;

    private HeaderText() {}

    /** Returns whether the JDK's client sends a text as the value of a header, and not without what is at its ends. */
    static boolean isSendable(String text) {
        return !text.isEmpty()
                && text.strip().length() == text.length()
                && text.chars().allMatch(each -> each >= ' ' && each != DELETE && each <= LAST);
    }
}
