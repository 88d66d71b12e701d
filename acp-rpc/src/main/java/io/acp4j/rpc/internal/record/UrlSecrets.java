package io.acp4j.rpc.internal.record;

import io.acp4j.rpc.record.Secrets;

/** Finds the user information of URLs. */
public final class UrlSecrets {

    private static final String AUTHORITY = "://";

    private UrlSecrets() {}

    /** Replaces what stands between {@code ://} and the last {@code @} of an authority. */
    public static String withoutUserInfo(String text) {
        int found = text.indexOf(AUTHORITY);
        if (found < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        int from = 0;
        while (found >= 0) {
            int start = found + AUTHORITY.length();
            int at = endOfUserInfo(text, start);
            if (at >= start) {
                out.append(text, from, start).append(Secrets.MARK);
                from = at;
            }
            found = text.indexOf(AUTHORITY, Math.max(start, from));
        }
        return out.append(text, from, text.length()).toString();
    }

    /** Returns where the {@code @} is; -1 when there is none. */
    private static int endOfUserInfo(String text, int start) {
        int last = -1;
        int at = start;
        for (; at < text.length() && !endsAuthority(text.charAt(at)); at++) {
            if (text.charAt(at) == '@') {
                last = at;
            }
        }
        boolean mayGoOn = at < text.length() && !endsUrl(text.charAt(at)) && hasPassword(text, start, at);
        if (last >= 0 || !mayGoOn) {
            return last;
        }
        // A password may hold what it should not: user:pa/ss@host.
        for (; at < text.length() && !endsUrl(text.charAt(at)) && !text.startsWith(AUTHORITY, at); at++) {
            if (text.charAt(at) == '@') {
                return at;
            }
        }
        return -1;
    }

    /** Returns whether a colon follows that no port does. */
    private static boolean hasPassword(String text, int start, int end) {
        int colon = text.indexOf(':', start);
        if (colon < 0 || colon >= end) {
            return false;
        }
        for (int i = colon + 1; i < end; i++) {
            if (!Character.isDigit(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    private static boolean endsAuthority(char c) {
        return c == '/' || c == '?' || c == '#' || endsUrl(c);
    }

    private static boolean endsUrl(char c) {
        return c <= ' ' || c == '"' || c == '\'' || c == '<' || c == '>' || c == '`';
    }
}
