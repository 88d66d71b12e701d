package io.acp4j.cli.usage;

import java.util.Collection;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Finds the name that a mistyped word probably means. */
public final class NameSuggestion {

    /** Maximum number of wrong letters; 1 for short names. */
    private static final int MAX_WRONG = 2;

    private static final int SHORT = 4;

    private NameSuggestion() {}

    /**
     * Returns the name that differs least from a word.
     *
     * @param word the mistyped word
     * @param names the possible names
     * @return the name; null if all names differ too much
     */
    public static @Nullable String closest(String word, Collection<String> names) {
        return names.stream()
                .filter(name -> distance(word, name) <= (name.length() <= SHORT ? 1 : MAX_WRONG))
                .min(Comparator.<String>comparingInt(name -> distance(word, name))
                        .thenComparing(Comparator.naturalOrder()))
                .orElse(null);
    }

    /** Returns the number of letters that are missing, added, different, or swapped with their neighbours. */
    private static int distance(String word, String name) {
        int[][] wrong = new int[word.length() + 1][name.length() + 1];
        for (int i = 0; i <= word.length(); i++) {
            for (int j = 0; j <= name.length(); j++) {
                wrong[i][j] = i == 0 || j == 0 ? i + j : least(word, name, wrong, i, j);
            }
        }
        return wrong[word.length()][name.length()];
    }

    private static int least(String word, String name, int[][] wrong, int i, int j) {
        int different = word.charAt(i - 1) == name.charAt(j - 1) ? 0 : 1;
        int least = Math.min(wrong[i - 1][j - 1] + different, Math.min(wrong[i - 1][j], wrong[i][j - 1]) + 1);
        boolean isSwapped =
                i > 1 && j > 1 && word.charAt(i - 1) == name.charAt(j - 2) && word.charAt(i - 2) == name.charAt(j - 1);
        return isSwapped ? Math.min(least, wrong[i - 2][j - 2] + 1) : least;
    }
}
