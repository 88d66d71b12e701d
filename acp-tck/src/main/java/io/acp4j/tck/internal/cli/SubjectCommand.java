package io.acp4j.tck.internal.cli;

import io.acp4j.process.PlatformEncoding;
import io.acp4j.process.ProgramSearch;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How to start the subject, as users write it after {@code --}: words such as {@code NAME=value} before the program set variables, as
 * with the command {@code env}.
 *
 * @param words the program and its arguments; none when no command was given
 * @param environment the variables
 */
record SubjectCommand(List<String> words, Map<String, String> environment) {

    private static final Pattern ASSIGNMENT = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*=.*", Pattern.DOTALL);

    /**
     * Reads the words of a command line.
     *
     * @param given variables that are set anyway
     */
    static SubjectCommand of(List<String> arguments, Map<String, String> given) {
        Map<String, String> variables = new LinkedHashMap<>(given);
        int at = 0;
        while (at < arguments.size() && ASSIGNMENT.matcher(arguments.get(at)).matches()) {
            String word = arguments.get(at++);
            int equals = word.indexOf('=');
            variables.put(word.substring(0, equals), word.substring(equals + 1));
        }
        return new SubjectCommand(List.copyOf(arguments.subList(at, arguments.size())), Map.copyOf(variables));
    }

    /**
     * Checks that it can be started in a directory.
     *
     * @param directory null for that of this process
     * @throws IllegalArgumentException when it cannot; says why, and names no argument
     */
    void check(@Nullable Path directory) {
        if (directory != null && !Files.isDirectory(directory)) {
            throw new IllegalArgumentException("--cwd: there is no directory " + directory);
        }
        for (int i = 0; i < words.size(); i++) {
            PlatformEncoding.ofThisSystem().requireWord(words.get(i), i == 0 ? "the program" : "argument " + i);
        }
        if (words.isEmpty() || ProgramSearch.ofThisSystem(directory).find(words.get(0)) != null) {
            return;
        }
        String program = words.get(0);
        throw new IllegalArgumentException(
                "There is no program \"" + program + "\" that could be started; " + hint(program));
    }

    private static String hint(String program) {
        File named = new File(program);
        if (named.isDirectory()) {
            return "that is a directory";
        }
        if (named.exists()) {
            return "the file is not executable: make it so, or start the program that runs it";
        }
        return program.indexOf(' ') >= 0
                ? "if that is a program with its arguments, give them as words of their own, not as one in quotes"
                : "is it installed, and its directory on the PATH?";
    }
}
