package io.acp4j.cli.agent;

import io.acp4j.cli.sample.SampleAgent;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.stdio.AgentCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * An agent that is launched as a child process.
 *
 * @param name the name for pages and tables
 * @param command the program, its arguments and its variables
 * @param inherited names of environment variables that the agent inherits besides the usual ones
 */
public record LaunchedAgent(String name, AgentCommand command, List<String> inherited) implements AgentTarget {

    /** Copies the list. */
    public LaunchedAgent {
        inherited = List.copyOf(inherited);
    }

    /**
     * Creates an agent that is named by its program and arguments.
     *
     * @param command the program, its arguments and its variables
     * @param inherited names of environment variables that the agent inherits besides the usual ones
     * @return the agent
     */
    public static LaunchedAgent of(AgentCommand command, List<String> inherited) {
        return new LaunchedAgent(String.join(" ", command.words()), command, inherited);
    }

    /**
     * Creates the sample agent of this program.
     *
     * @return the agent
     */
    public static LaunchedAgent sampleAgent() {
        return new LaunchedAgent(
                "the sample agent", AgentCommand.of(SampleAgent.command()), List.of(SampleAgent.STATE_VARIABLE));
    }

    @Override
    public Transport open(Consumer<String> errorLines) {
        return command.transport()
                .inheritEnvironment(inherited.toArray(new String[0]))
                .onStderrLine(errorLines)
                .launch();
    }

    @Override
    public List<String> kitArguments() {
        Map<String, String> variables = new TreeMap<>();
        for (String variable : inherited) {
            String value = System.getenv(variable);
            if (value != null) {
                variables.put(variable, value);
            }
        }
        variables.putAll(command.environment());
        List<String> arguments = new ArrayList<>();
        variables.forEach((variable, value) -> arguments.addAll(List.of("--env", variable + "=" + value)));
        arguments.add("--");
        arguments.addAll(command.words());
        return arguments;
    }

    /** Returns the name only, because arguments and variables may be secret. */
    @Override
    public String toString() {
        return name;
    }
}
