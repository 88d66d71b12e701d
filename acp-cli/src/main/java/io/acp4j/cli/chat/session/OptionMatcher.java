package io.acp4j.cli.chat.session;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the option that an answer of the user names, by its number, letter, ID or name, in upper or lower case. The letter of an option is
 * the first one of its name, unless several names start with it. An answer that is a part of a name, or that names several options, selects
 * none.
 */
final class OptionMatcher {

    private final List<Set<String>> names = new ArrayList<>();
    private final List<String> letters = new ArrayList<>();

    /** Adds the next option. */
    OptionMatcher add(String id, String... itsNames) {
        Set<String> all = new LinkedHashSet<>();
        all.add(String.valueOf(names.size() + 1));
        all.add(normalized(id));
        for (String name : itsNames) {
            all.add(normalized(name));
        }
        names.add(all);
        String first = normalized(itsNames[0]);
        boolean hasLetter = !first.isEmpty() && Character.isLetter(first.codePointAt(0));
        letters.add(hasLetter ? Character.toString(first.codePointAt(0)) : "");
        return this;
    }

    private static String normalized(String text) {
        return text.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
    }

    /** Returns the letter of an option; null if it has none. */
    @Nullable
    String letter(int index) {
        String letter = letters.get(index);
        return letter.isEmpty() || letters.stream().filter(letter::equals).count() > 1 ? null : letter;
    }

    /** Returns the positions of the options that an answer names. */
    List<Integer> matches(String answer) {
        String name = normalized(answer);
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            if (!name.isEmpty() && (names.get(i).contains(name) || name.equals(letter(i)))) {
                found.add(i);
            }
        }
        return found;
    }

    /** Returns a text that states why an answer selects no option. */
    String refusal(String answer) {
        return matches(answer).size() > 1
                ? "\"" + answer.strip() + "\" names several options. Enter the number of one."
                : "Enter the number, letter, ID or name of an option.";
    }
}
