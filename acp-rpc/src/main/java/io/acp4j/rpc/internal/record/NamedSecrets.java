package io.acp4j.rpc.internal.record;

import io.acp4j.rpc.record.Secrets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds values behind names: {@code api_key=…}, {@code "token": "…"}, {@code --password …}, {@code Cookie: …}. */
public final class NamedSecrets {

    /** A shorter value behind a colon is punctuation: "unexpected token: }". */
    private static final int SHORTEST_VALUE = 3;

    private static final int LONGEST_NAME = 128;

    private static final Pattern OPTION =
            Pattern.compile("(?<![A-Za-z0-9_-])(-{1,2}[A-Za-z][A-Za-z0-9_.-]{0,80}+)[ \\t]+");

    private static final Pattern OPTION_NAME = Pattern.compile("-{1,2}([A-Za-z][A-Za-z0-9_.-]{0,80}+)");

    private NamedSecrets() {}

    /** Returns whether the argument behind this one is a secret. */
    static boolean isOption(String argument) {
        Matcher matcher = OPTION_NAME.matcher(argument);
        if (!matcher.matches()) {
            return false;
        }
        String name = matcher.group(1);
        return name.equals("u")
                || name.equals("user")
                || name.equals("proxy-user")
                || (!name.startsWith("no-") && !name.endsWith("-stdin") && SecretNames.isSecret(name));
    }

    public static String withoutOptions(String text) {
        Matcher option = OPTION.matcher(text);
        StringBuilder out = null;
        int from = 0;
        while (from < text.length() && option.find(from)) {
            int start = option.end();
            int end = start;
            if (start < text.length() && isOption(option.group(1)) && !text.startsWith("--", start)) {
                end = endOfValue(text, start, false);
            }
            if (end > start) {
                out = out == null ? new StringBuilder() : out;
                out.append(text, from, start).append(Secrets.MARK);
                from = end;
            } else {
                out = out == null ? new StringBuilder() : out;
                out.append(text, from, start);
                from = start;
            }
        }
        return out == null ? text : out.append(text, from, text.length()).toString();
    }

    public static String withoutAssignments(String text) {
        StringBuilder out = null;
        int from = 0;
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c != '=' && c != ':') {
                continue;
            }
            String name = nameBefore(text, from, at);
            if (name.isEmpty() || !isSecret(text, name, at, c)) {
                continue;
            }
            int start = startOfValue(text, at + 1);
            int end = endOfValue(text, start, holdsALine(name) && (c == ':' || start > at + 1));
            if (end - start < (c == ':' ? SHORTEST_VALUE : 1) || text.startsWith(Secrets.MARK, start)) {
                continue;
            }
            out = out == null ? new StringBuilder() : out;
            out.append(text, from, start).append(Secrets.MARK);
            from = end;
            at = end - 1;
        }
        return out == null ? text : out.append(text, from, text.length()).toString();
    }

    private static boolean isSecret(String text, String name, int at, char c) {
        if (SecretNames.isSecret(name)) {
            return true;
        }
        int before = at - name.length() - 1;
        return c == '=' && before >= 0 && "?&;#".indexOf(text.charAt(before)) >= 0 && SecretNames.isSecretInUrl(name);
    }

    /** Headers whose values may hold spaces. */
    private static boolean holdsALine(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith("authorization") || lower.endsWith("cookie");
    }

    private static String nameBefore(String text, int from, int at) {
        int end = at;
        while (end > from && at - end < 8 && "\"'`\\ \t".indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        int start = end;
        while (start > from && end - start < LONGEST_NAME && isNameCharacter(text.charAt(start - 1))) {
            start--;
        }
        return text.substring(start, end);
    }

    private static boolean isNameCharacter(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.' || c == '[' || c == ']';
    }

    private static int startOfValue(String text, int from) {
        int at = from;
        while (at < text.length() && " \t=:>".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at;
    }

    /** Returns where a value ends: at its closing quote, or where the word or the line does. */
    private static int endOfValue(String text, int start, boolean wholeLine) {
        int quote = start;
        while (quote < text.length() && text.charAt(quote) == '\\') {
            quote++;
        }
        if (quote < text.length() && "\"'`".indexOf(text.charAt(quote)) >= 0) {
            return endOfQuoted(text, quote, quote - start);
        }
        int at = start;
        while (at < text.length() && !endsWord(text.charAt(at), wholeLine)) {
            at++;
        }
        return at;
    }

    private static boolean endsWord(char c, boolean wholeLine) {
        if (wholeLine) {
            return c == '\n' || c == '\r' || c == '"';
        }
        return c <= ' ' || c == '"' || c == '\'' || c == '`' || c == '&' || c == '<' || c == '>';
    }

    private static int endOfQuoted(String text, int quote, int backslashes) {
        int seen = 0;
        for (int at = quote + 1; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == text.charAt(quote) && seen == backslashes) {
                return at + 1;
            }
            seen = c == '\\' ? seen + 1 : 0;
        }
        return text.length();
    }
}
