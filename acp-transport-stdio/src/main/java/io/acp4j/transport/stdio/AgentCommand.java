package io.acp4j.transport.stdio;

import io.acp4j.process.ProgramSearch;
import io.acp4j.rpc.transport.Transport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How to launch an agent, as users write it on a command line or in a settings file; launches it as often as asked.
 *
 * @param words the program and its arguments; no shell interprets them
 * @param environment variables to add to the environment that {@link StdioTransportBuilder} describes
 * @since 0.1.0
 */
public record AgentCommand(List<String> words, Map<String, String> environment) implements Transport.Factory {

    private static final Pattern ASSIGNMENT = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*=.*", Pattern.DOTALL);

    /**
     * Checks that there is a program.
     *
     * @throws IllegalArgumentException when there is none
     */
    public AgentCommand {
        words = List.copyOf(words);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        if (words.isEmpty() || words.get(0).isEmpty()) {
            throw new IllegalArgumentException("the agent's command names no program");
        }
    }

    /**
     * Reads a list of arguments, for instance what follows {@code --} on a command line. Words such as {@code NAME=value}
     * before the program set variables, as with the command {@code env}.
     *
     * @param arguments the words
     * @return the command
     * @throws IllegalArgumentException when no program is among the words
     */
    public static AgentCommand of(List<String> arguments) {
        Map<String, String> variables = new LinkedHashMap<>();
        int at = 0;
        while (at < arguments.size() && ASSIGNMENT.matcher(arguments.get(at)).matches()) {
            String word = arguments.get(at++);
            int equals = word.indexOf('=');
            variables.put(word.substring(0, equals), word.substring(equals + 1));
        }
        return new AgentCommand(arguments.subList(at, arguments.size()), variables);
    }

    /**
     * Reads a list of arguments, as {@link #of(List)} does.
     *
     * @param arguments the words
     * @return the command
     */
    public static AgentCommand of(String... arguments) {
        return of(List.of(arguments));
    }

    /**
     * Returns the command with more arguments and variables, such as an agent asks for to be logged in with in a terminal.
     *
     * @param arguments to be added after the others
     * @param variables to be added; they replace others of the same names
     * @return the longer command
     * @see <a href="https://agentclientprotocol.com/protocol/v1/authentication">the specification</a>
     */
    public AgentCommand with(List<String> arguments, Map<String, String> variables) {
        List<String> more = new ArrayList<>(words);
        more.addAll(arguments);
        Map<String, String> all = new LinkedHashMap<>(environment);
        all.putAll(variables);
        return new AgentCommand(more, all);
    }

    /**
     * Returns the file of the program, to tell whether an agent is installed: what {@link #open} would start, found
     * as {@link ProgramSearch} describes it.
     *
     * @return its absolute path; null when there is none that can be started
     */
    public @Nullable Path find() {
        String file = ProgramSearch.ofThisSystem(null).find(words.get(0));
        return file == null ? null : Path.of(file);
    }

    /**
     * Starts the description of a process to launch, with further settings.
     *
     * @return a builder with this command and its variables
     */
    public StdioTransportBuilder transport() {
        StdioTransportBuilder builder = StdioTransport.builder(words);
        environment.forEach(builder::environment);
        return builder;
    }

    /**
     * Launches the agent.
     *
     * @return the transport to the running process, not yet started
     * @throws LaunchException when the process cannot be launched
     */
    @Override
    public StdioTransport open() {
        return transport().launch();
    }

    /** Names the program only, as arguments and variables may hold secrets. */
    @Override
    public String toString() {
        return "AgentCommand[" + words.get(0) + "]";
    }
}
