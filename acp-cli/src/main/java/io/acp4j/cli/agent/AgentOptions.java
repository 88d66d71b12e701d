package io.acp4j.cli.agent;

import io.acp4j.transport.stdio.AgentCommand;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that select the agent of a command, besides the words of a program. */
public final class AgentOptions {

    @Option(
            names = "--agent",
            paramLabel = "NAME",
            completionCandidates = ConfiguredNames.class,
            description = "A configured agent; acp agents lists them.")
    private @Nullable String name;

    @Option(names = "--ws", paramLabel = "URL", description = "The address of an agent that serves WebSocket.")
    private @Nullable String webSocket;

    @Option(names = "--http", paramLabel = "URL", description = "The address of an agent that serves Streamable HTTP.")
    private @Nullable String http;

    @Mixin
    private AddressOptions address = new AddressOptions();

    @Option(
            names = "--inherit",
            paramLabel = "NAME",
            description = "A variable that a launched agent also inherits. May be repeated.")
    private List<String> inherited = new ArrayList<>();

    @Mixin
    private ConfigurationOption configuration = new ConfigurationOption();

    /** Creates the options, for picocli. */
    public AgentOptions() {}

    /**
     * Returns the agent that the arguments select.
     *
     * @param line the command, for error messages
     * @param words the program of an agent and its arguments, with {@code NAME=VALUE} for variables before it; may be empty
     * @return the agent; null if the arguments select none
     * @throws ParameterException if the arguments select several agents or are invalid
     */
    public @Nullable AgentTarget find(CommandLine line, List<String> words) {
        long selected =
                Stream.of(name, webSocket, http).filter(Objects::nonNull).count() + (words.isEmpty() ? 0 : 1);
        if (selected > 1) {
            throw oneExpected(line);
        }
        AgentTarget target = selected(line, words);
        if (address.arePresent() && !(target instanceof RemoteAgent)) {
            throw new ParameterException(
                    line, "--bearer-variable and --trust need an agent at an address: --ws, --http or --agent.");
        }
        return target;
    }

    private @Nullable AgentTarget selected(CommandLine line, List<String> words) {
        if (name != null) {
            return configuration.find(line, name).target(line, address, inherited);
        }
        if (webSocket != null) {
            return address.agent(line, "--ws", webSocket);
        }
        if (http != null) {
            return address.agent(line, "--http", http);
        }
        return words.isEmpty() ? null : LaunchedAgent.of(command(line, words), inherited);
    }

    /**
     * Returns the agent that the arguments select.
     *
     * @param line the command, for error messages
     * @param words the program of an agent and its arguments, with {@code NAME=VALUE} for variables before it; may be empty
     * @return the agent
     * @throws ParameterException if the arguments do not select exactly one agent or are invalid
     */
    public AgentTarget get(CommandLine line, List<String> words) {
        AgentTarget target = find(line, words);
        if (target == null) {
            throw oneExpected(line);
        }
        return target;
    }

    private static ParameterException oneExpected(CommandLine line) {
        return new ParameterException(line, "Name one agent: -- COMMAND, --agent NAME, --ws URL or --http URL.");
    }

    private static AgentCommand command(CommandLine line, List<String> words) {
        try {
            return AgentCommand.of(words);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(line, "After --: " + e.getMessage(), e);
        }
    }

    /**
     * Returns another agent, which is written in one word.
     *
     * @param line the command, for error messages
     * @param text the name of a configured agent, an address, or a command and its arguments, separated by spaces
     * @return the agent
     * @throws ParameterException if the text is invalid
     */
    public AgentTarget other(CommandLine line, String text) {
        String told = text.strip();
        try {
            if (RemoteAgent.isAddress(told)) {
                return new RemoteAgent(URI.create(told), null, address.trust());
            }
            if (Files.exists(configuration.file()) && configuration.read().contains(told)) {
                return configuration.find(line, told).target(line, address, inherited);
            }
            return LaunchedAgent.of(AgentCommand.of(List.of(told.split("\\s+"))), List.of());
        } catch (IllegalArgumentException | IOException e) {
            throw new ParameterException(line, "--other: " + e.getMessage(), e);
        }
    }
}
