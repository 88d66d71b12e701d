package io.acp4j.client.host;

import io.acp4j.client.ClientSession;
import io.acp4j.rpc.VisibleText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A command that an agent wants to run.
 *
 * @param session the session
 * @param words the program and its arguments, as they will be run; with a shell, its name comes first
 * @param environment the variables that the agent adds; they may change what the command does
 * @param directory where it would run, within the session's directories and without links
 * @since 0.1.0
 */
public record HostCommand(ClientSession session, List<String> words, Map<String, String> environment, Path directory) {

    /** Keeps copies. */
    public HostCommand {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
    }

    /**
     * Returns the command in a form that can be shown to the user who decides. It contains the added variables and the words, quoted as in
     * a POSIX shell so that the end of each word is visible. Hidden characters are {@linkplain VisibleText escapes}.
     *
     * @return one line, which may contain secrets
     */
    public String commandLine() {
        Stream<String> variables = new TreeMap<>(environment)
                .entrySet().stream().map(variable -> quoted(variable.getKey()) + "=" + quoted(variable.getValue()));
        return VisibleText.line(Stream.concat(variables, words.stream().map(HostCommand::quoted))
                .collect(Collectors.joining(" ")));
    }

    private static String quoted(String word) {
        return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** Names the program only, as arguments and variables may hold secrets. */
    @Override
    public String toString() {
        return "HostCommand[" + words.get(0) + " in " + directory + "]";
    }
}
