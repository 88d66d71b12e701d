package io.acp4j.proxy;

/** Makes names that peers have chosen fit for a line of a log. */
final class LogText {

    private static final int LONGEST = 80;

    private LogText() {}

    /** Shortens a name and replaces what could start a new line or change the terminal. */
    static String of(String name) {
        StringBuilder text = new StringBuilder();
        name.codePoints().limit(LONGEST).forEach(each -> text.append(each > ' ' && each < 0x7F ? (char) each : '?'));
        return name.length() > LONGEST ? text.append('…').toString() : text.toString();
    }
}
