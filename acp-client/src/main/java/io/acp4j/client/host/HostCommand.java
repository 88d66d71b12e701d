package io.acp4j.client.host;

import io.acp4j.client.ClientSession;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

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

    /** Names the program only, as arguments and variables may hold secrets. */
    @Override
    public String toString() {
        return "HostCommand[" + words.get(0) + " in " + directory + "]";
    }
}
