package io.acp4j.rpc.record;

import io.acp4j.rpc.internal.record.NamedSecrets;
import io.acp4j.rpc.internal.record.SecretNames;
import io.acp4j.rpc.internal.record.UrlSecrets;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Leaves secrets out of text that is kept or shown: recordings, the error output of a process.
 *
 * <p>What counts as a secret is told by where it stands: the user information of a URL, parameters and options with a name such as
 * {@code api_key}, headers such as {@code Authorization}, what follows {@code Bearer}; and by the look of well-known keys. It is a
 * net, not a proof: a password in a sentence looks like any other word.
 *
 * <p>Safe for use by any number of threads; takes time in proportion to the length of the text.
 *
 * @since 0.1.0
 */
public final class Secrets {

    /** What stands in the place of a secret. */
    public static final String MARK = "[redacted]";

    /** No secret is shorter together with what marks it as one. */
    private static final int SHORTEST = 6;

    /** Keys that say themselves what they are. */
    private static final Pattern SHAPES = Pattern.compile("(?<![A-Za-z0-9])(?:"
            + "sk-[A-Za-z0-9_-]{16,}+"
            + "|(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10,}+"
            + "|gh[pousr]_[A-Za-z0-9]{20,}+|github_pat_[A-Za-z0-9_]{20,}+|glpat-[A-Za-z0-9_-]{16,}+"
            + "|xox[a-z]-[A-Za-z0-9-]{10,}+|xapp-[A-Za-z0-9-]{10,}+"
            + "|(?:AKIA|ASIA)[A-Z0-9]{16}|AIza[A-Za-z0-9_-]{30,}+|ya29\\.[A-Za-z0-9_-]{16,}+"
            + "|npm_[A-Za-z0-9]{20,}+|hf_[A-Za-z0-9]{20,}+|pypi-[A-Za-z0-9_-]{20,}+|SG\\.[A-Za-z0-9_.-]{20,}+"
            + "|eyJ[A-Za-z0-9_-]{8,}+\\.[A-Za-z0-9_-]{4,}+(?:\\.[A-Za-z0-9_-]*+)?)");

    private static final Pattern PRIVATE_KEY = Pattern.compile("-----BEGIN [A-Z0-9 ]{0,40}?PRIVATE KEY");

    private static final String PRIVATE_KEY_END = "-----END ";

    private static final Pattern SCHEME = Pattern.compile(
            "(?<![A-Za-z0-9])((?i:bearer|basic|digest|negotiate))((?:[ \\t:=+\"]|%20){1,8}+)([A-Za-z0-9._~+/=-]{6,}+)");

    /** What follows the name of a scheme in sentences about it. */
    private static final Pattern ABOUT_SCHEMES = Pattern.compile(
            "(?i)(?:authenticat(?:ion|e|ed)|authoriz(?:ation|ed)|credentials?|tokens?|schemes?|required|missing|realm)[.,:]?");

    private static final Pattern LOWER_CASE = Pattern.compile("[a-z]+[.]?");

    private Secrets() {}

    /**
     * Returns a text without what looks like a secret in it. Line breaks stay; it never throws.
     *
     * @param text one line or many
     * @return the text, with {@value #MARK} in the place of secrets
     */
    public static String redact(String text) {
        if (Objects.requireNonNull(text, "text").length() < SHORTEST) {
            return text;
        }
        String left = privateKeys(text);
        left = SHAPES.matcher(left).replaceAll(Matcher.quoteReplacement(MARK));
        left = UrlSecrets.withoutUserInfo(left);
        left = replace(SCHEME, left, Secrets::afterScheme);
        left = NamedSecrets.withoutOptions(left);
        return NamedSecrets.withoutAssignments(left);
    }

    /**
     * Returns whether what goes by such a name is to be taken for a secret.
     *
     * @param name the name of a member, variable, header, parameter or option, in any spelling: {@code apiKey},
     *     {@code GITHUB_TOKEN}, {@code x-api-key}, {@code --password}
     * @return true when the name is that of a secret
     */
    public static boolean isSecretName(String name) {
        return SecretNames.isSecret(name);
    }

    private static String privateKeys(String text) {
        Matcher begin = PRIVATE_KEY.matcher(text);
        if (!begin.find()) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        int from = 0;
        do {
            out.append(text, from, begin.start()).append(MARK);
            int end = text.indexOf(PRIVATE_KEY_END, begin.end());
            int close = end < 0 ? -1 : text.indexOf("-----", end + PRIVATE_KEY_END.length());
            from = close < 0 ? text.length() : close + 5;
        } while (from < text.length() && begin.find(from));
        return out.append(text, from, text.length()).toString();
    }

    private static String afterScheme(MatchResult found) {
        String value = found.group(3);
        boolean isBearer = found.group(1).equalsIgnoreCase("bearer");
        boolean isProse = ABOUT_SCHEMES.matcher(value).matches()
                || (!isBearer && LOWER_CASE.matcher(value).matches());
        return isProse ? found.group() : found.group(1) + found.group(2) + MARK;
    }

    private static String replace(Pattern pattern, String text, Function function) {
        return pattern.matcher(text).replaceAll(found -> Matcher.quoteReplacement(function.apply(found)));
    }

    /** What stands in the place of a match. */
    private interface Function {
        String apply(MatchResult found);
    }
}
