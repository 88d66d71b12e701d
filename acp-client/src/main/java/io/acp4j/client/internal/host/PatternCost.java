package io.acp4j.client.internal.host;

/**
 * Estimates how much of a match cannot be counted by the characters that the pattern looks at: at the end of a text it looks at none, and
 * {@code (|){60}x} tries 2<sup>60</sup> ways to find nothing there.
 */
final class PatternCost {

    /** How many ways there may be from one look at a character to the next. */
    private static final long MAX_WAYS = 1000;

    /** How long a pattern may be. */
    static final int MAX_LENGTH = 4096;

    private static final int MAX_DEPTH = 100;

    /** More is not told apart. */
    private static final long MANY = 1_000_000;

    private final String pattern;
    private int at;
    private int depth;

    private PatternCost(String pattern) {
        this.pattern = pattern;
    }

    /**
     * What matching a part of a pattern takes where there is nothing to look at.
     *
     * @param ways in how many ways it matches nothing
     * @param tried how many ways are tried within it at most
     */
    private record Cost(long ways, long tried) {

        /** A part that needs a character. */
        static final Cost CHARACTER = new Cost(0, 1);

        /** A part that needs none, in one way. */
        static final Cost PLACE = new Cost(1, 1);

        /** What is not understood. */
        static final Cost UNKNOWN = new Cost(MANY, MANY);
    }

    /** Returns whether counting looks bounds the time that a match takes; false, too, for what is not understood. */
    static boolean isCountable(String pattern) {
        PatternCost cost = new PatternCost(pattern);
        return cost.alternatives().tried() <= MAX_WAYS && cost.at == pattern.length();
    }

    private static long times(long a, long b) {
        return Math.min(MANY, a * b);
    }

    private boolean isAtEnd() {
        return at >= pattern.length();
    }

    private boolean skip(String what) {
        boolean isThere = pattern.startsWith(what, at);
        at += isThere ? what.length() : 0;
        return isThere;
    }

    /** Reads up to the end of the group. */
    private Cost alternatives() {
        long ways = 0;
        long tried = 0;
        do {
            Cost branch = sequence();
            ways = Math.min(MANY, ways + branch.ways());
            tried = Math.min(MANY, tried + branch.tried());
        } while (skip("|"));
        return new Cost(ways, tried);
    }

    private Cost sequence() {
        boolean mayBeEmpty = true;
        long run = 1;
        long tried = 1;
        while (!isAtEnd() && pattern.charAt(at) != '|' && pattern.charAt(at) != ')') {
            Cost part = repeated(atom());
            tried = Math.max(tried, times(run, part.tried()));
            mayBeEmpty &= part.ways() > 0;
            // Behind what needs a character there was something to look at.
            run = part.ways() > 0 ? times(run, part.ways()) : 1;
        }
        return new Cost(mayBeEmpty ? run : 0, tried);
    }

    private Cost repeated(Cost atom) {
        if (isAtEnd()) {
            return atom;
        }
        Cost all;
        switch (pattern.charAt(at)) {
            case '*', '?' -> {
                at++;
                all = new Cost(atom.ways() + 1, atom.tried() + 1);
            }
            case '+' -> {
                at++;
                all = new Cost(atom.ways() == 0 ? 0 : atom.ways() + 1, atom.tried() + 1);
            }
            case '{' -> all = counted(atom);
            default -> {
                return atom;
            }
        }
        if (!skip("?")) { // Greedy, or lazy, or possessive.
            skip("+");
        }
        return !isAtEnd() && "*+?{".indexOf(pattern.charAt(at)) >= 0 ? Cost.UNKNOWN : all;
    }

    private Cost counted(Cost atom) {
        int end = pattern.indexOf('}', at);
        String[] counts =
                end < 0 ? new String[0] : pattern.substring(at + 1, end).split(",", -1);
        at = end < 0 ? pattern.length() : end + 1;
        long least = counts.length == 0 ? -1 : number(counts[0]);
        long most = counts.length < 2 ? least : counts[1].isEmpty() ? least + 1 : number(counts[1]);
        if (least < 0 || most < 0 || counts.length > 2) {
            return Cost.UNKNOWN;
        }
        long none = least == 0 ? 1 : 0;
        if (atom.ways() == 0) {
            return new Cost(none, atom.tried() + 1);
        }
        long ways = most;
        for (long i = 0; i < most && atom.ways() > 1 && ways > 0 && ways < MANY; i++) {
            ways = times(ways, atom.ways());
        }
        ways = Math.min(MANY, ways);
        return new Cost(Math.max(1, ways + none), times(atom.tried(), Math.max(1, ways)));
    }

    private static long number(String digits) {
        return digits.matches("[0-9]{1,9}") ? Long.parseLong(digits) : -1;
    }

    private Cost atom() {
        char c = pattern.charAt(at++);
        return switch (c) {
            case '(' -> group();
            case '[' -> characterClass();
            case '\\' -> escape();
            case '^', '$' -> Cost.PLACE;
            case '*', '+', '?' -> Cost.UNKNOWN;
            default -> Cost.CHARACTER;
        };
    }

    private Cost group() {
        boolean looksAround = false;
        if (skip("?")) {
            looksAround = skip("=") || skip("!") || skip("<=") || skip("<!");
            if (!looksAround && !skip(":") && !skip(">") && !skipName()) {
                return Cost.UNKNOWN;
            }
        }
        if (++depth > MAX_DEPTH) {
            return Cost.UNKNOWN;
        }
        Cost inner = alternatives();
        depth--;
        if (!skip(")")) {
            return Cost.UNKNOWN;
        }
        return looksAround ? new Cost(1, inner.tried()) : inner;
    }

    private boolean skipName() {
        int end = pattern.startsWith("<", at) ? pattern.indexOf('>', at) : -1;
        at = end < 0 ? at : end + 1;
        return end >= 0;
    }

    private Cost characterClass() {
        int open = 1;
        while (open > 0 && !isAtEnd()) {
            char c = pattern.charAt(at++);
            if (c == '\\') {
                if (pattern.startsWith("Q", at)) {
                    return Cost.UNKNOWN;
                }
                at++;
            } else if (c == '[') {
                open++;
            } else if (c == ']') {
                open--;
            }
        }
        return open > 0 ? Cost.UNKNOWN : Cost.CHARACTER;
    }

    private Cost escape() {
        if (isAtEnd()) {
            return Cost.UNKNOWN;
        }
        char c = pattern.charAt(at++);
        if (c == 'Q' || c == 'k' || (c >= '1' && c <= '9')) {
            return Cost.UNKNOWN;
        }
        if (c == 'p' || c == 'P' || c == 'x' || c == 'N') {
            int end = pattern.startsWith("{", at) ? pattern.indexOf('}', at) : -1;
            at = end < 0 ? at : end + 1;
        }
        return "bBAGZz".indexOf(c) >= 0 ? Cost.PLACE : Cost.CHARACTER;
    }
}
