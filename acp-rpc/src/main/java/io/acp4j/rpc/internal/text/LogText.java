package io.acp4j.rpc.internal.text;

/** Makes what a peer has named fit for a line of the log. */
public final class LogText {

    private static final int LONGEST = 80;

    private LogText() {}

    /** Shortens a name and replaces what could start a new line or change the terminal. */
    public static String of(String name) {
        int length = Math.min(name.length(), LONGEST);
        StringBuilder text = new StringBuilder(length + 1);
        for (int i = 0; i < length; i++) {
            char each = name.charAt(i);
            text.append(each > ' ' && each < 0x7F ? each : '?');
        }
        return name.length() > LONGEST ? text.append('…').toString() : text.toString();
    }
}
