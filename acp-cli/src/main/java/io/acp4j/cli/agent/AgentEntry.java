package io.acp4j.cli.agent;

import io.acp4j.transport.stdio.AgentCommand;
import java.net.URI;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** A configured agent. */
public sealed interface AgentEntry {

    /**
     * Returns the name of the entry.
     *
     * @return the name
     */
    String name();

    /**
     * Returns a description without the values of variables.
     *
     * @return the command or the address, and the names of variables
     */
    String summary();

    /**
     * Returns the agent that the entry describes.
     *
     * @param line the command, for error messages
     * @param options options for agents at an address
     * @param inherited names of variables that a launched agent inherits
     * @return the agent
     * @throws ParameterException if the options do not fit the agent
     */
    AgentTarget target(CommandLine line, AddressOptions options, List<String> inherited);

    /**
     * An agent that is launched.
     *
     * @param name the name of the entry
     * @param command the program, its arguments and its variables
     */
    record Program(String name, AgentCommand command) implements AgentEntry {

        @Override
        public String summary() {
            String variables = command.environment().keySet().stream().sorted().collect(Collectors.joining(", "));
            return String.join(" ", command.words()) + (variables.isEmpty() ? "" : "  (sets " + variables + ")");
        }

        @Override
        public AgentTarget target(CommandLine line, AddressOptions options, List<String> inherited) {
            return new LaunchedAgent(name, command, inherited);
        }
    }

    /**
     * An agent at an address.
     *
     * @param name the name of the entry
     * @param uri the address
     * @param bearerVariable the variable with the bearer token; null for none
     */
    record Address(String name, URI uri, @Nullable String bearerVariable) implements AgentEntry {

        @Override
        public String summary() {
            return new RemoteAgent(uri, null, null).name()
                    + (bearerVariable == null ? "" : "  (token in " + bearerVariable + ")");
        }

        @Override
        public AgentTarget target(CommandLine line, AddressOptions options, List<String> inherited) {
            try {
                return options.agent(line, uri, bearerVariable);
            } catch (IllegalArgumentException e) {
                throw new ParameterException(line, "--agent " + name + ": " + e.getMessage(), e);
            }
        }
    }
}
