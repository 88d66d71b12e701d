package io.acp4j.inspector;

import io.acp4j.rpc.VisibleText;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What may be wrong with the arguments of a command line, and how that is said: in a line, with no stack trace. */
final class Arguments {

    private static final int MAX_PORT = 65_535;

    /** How many letters of a name may be wrong; of a short one a single one. */
    private static final int MAX_WRONG = 2;

    private static final int SHORT = 4;

    private Arguments() {}

    /** Prints in a line what is wrong, and below it where to read more; returns the exit code. */
    static int misused(ParameterException wrong, String... args) {
        CommandLine line = wrong.getCommandLine();
        PrintWriter err = line.getErr();
        err.println(line.getColorScheme().errorText(VisibleText.of(String.valueOf(wrong.getMessage()))));
        UnmatchedArgumentException.printSuggestions(wrong, err);
        err.println(line.getCommandSpec().qualifiedName() + " --help tells more.");
        err.flush();
        return line.getCommandSpec().exitCodeOnInvalidInput();
    }

    /**
     * Checks a port to listen on.
     *
     * @throws ParameterException when there is none of that number
     */
    static void checkPort(CommandLine line, int port) {
        if (port < 0 || port > MAX_PORT) {
            throw new ParameterException(
                    line, "--port is a number from 0, for a free one, to " + MAX_PORT + ", not " + port + ".");
        }
    }

    /** Returns which of some names is meant by a word; null when it is like none of them. */
    static @Nullable String meant(String word, Collection<String> names) {
        return names.stream()
                .filter(name -> distance(word, name) <= (name.length() <= SHORT ? 1 : MAX_WRONG))
                .min(Comparator.<String>comparingInt(name -> distance(word, name))
                        .thenComparing(Comparator.naturalOrder()))
                .orElse(null);
    }

    /** Returns how many letters are missing, too many, different, or in the wrong order with their neighbours. */
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
