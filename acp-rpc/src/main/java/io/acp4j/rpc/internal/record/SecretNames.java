package io.acp4j.rpc.internal.record;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Which names are those of secrets, of whole environments, and of parameters that are secrets in a URL only. */
public final class SecretNames {

    private static final int LONGEST = 200;

    /** Secrets wherever they stand in a name that is written without its separators. */
    private static final Pattern CONTAINED =
            Pattern.compile("password|passwd|passphrase|secret|credential|apikey|accesskey"
                    + "|privatekey|signingkey|encryptionkey|authkey|authtoken|accesstoken|refreshtoken|idtoken|bearer"
                    + "|authorization|connectionstring");

    private static final Set<String> WORDS =
            Set.of("pwd", "pass", "pat", "jwt", "cookie", "cookies", "otp", "passcode");

    /** Tokens that name a place or a piece of work. */
    private static final Set<String> HARMLESS_TOKENS = Set.of(
            "progress", "done", "partial", "result", "page", "next", "continuation", "cancellation", "cursor", "per");

    private static final Set<String> IN_URLS = Set.of(
            "key", "sig", "signature", "code", "auth", "sid", "session", "state", "hmac", "sas", "assertion", "ticket");

    private static final Set<String> ENVIRONMENTS = Set.of(
            "env",
            "envs",
            "envvars",
            "environment",
            "environmentvariables",
            "headers",
            "httpheaders",
            "requestheaders",
            "extraheaders");

    private static final Pattern CONSTANT = Pattern.compile("[A-Z0-9]+(?:_[A-Z0-9]+)*_KEY");

    private SecretNames() {}

    public static boolean isSecret(String name) {
        if (name.isEmpty() || name.length() > LONGEST) {
            return false;
        }
        List<String> words = words(name);
        String joined = String.join("", words);
        if (CONTAINED.matcher(joined).find() || CONSTANT.matcher(name).matches()) {
            return true;
        }
        for (String word : words) {
            if (WORDS.contains(word)) {
                return true;
            }
        }
        return isToken(words);
    }

    private static boolean isToken(List<String> words) {
        int last = words.size() - 1;
        if (last > 0 && words.get(last).equals("value")) {
            last--;
        }
        return last >= 0
                && words.get(last).endsWith("token")
                && (last == 0 || !HARMLESS_TOKENS.contains(words.get(last - 1)));
    }

    /** Returns whether a parameter of a URL by this name is a secret. */
    static boolean isSecretInUrl(String name) {
        return isSecret(name) || IN_URLS.contains(name.toLowerCase(Locale.ROOT));
    }

    /** Returns whether what goes by this name is variables or headers, whose values are secrets more often than not. */
    static boolean isEnvironment(String name) {
        return name.length() <= LONGEST && ENVIRONMENTS.contains(String.join("", words(name)));
    }

    /** Splits {@code apiKey}, {@code API_KEY} and {@code x-api-key} into words in lower case. */
    private static List<String> words(String name) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean begins = Character.isUpperCase(c)
                    && i > 0
                    && (!Character.isUpperCase(name.charAt(i - 1))
                            || (i + 1 < name.length() && Character.isLowerCase(name.charAt(i + 1))));
            if (begins || !Character.isLetterOrDigit(c)) {
                end(word, words);
            }
            if (Character.isLetterOrDigit(c)) {
                word.append(Character.toLowerCase(c));
            }
        }
        end(word, words);
        return words;
    }

    private static void end(StringBuilder word, List<String> words) {
        if (word.length() > 0) {
            words.add(word.toString());
            word.setLength(0);
        }
    }
}
