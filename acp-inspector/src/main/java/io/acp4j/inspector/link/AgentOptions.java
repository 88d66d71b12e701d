package io.acp4j.inspector.link;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say which agent a command talks to, beside the words that start one. */
public final class AgentOptions {

    @Option(names = "--ws", paramLabel = "URL", description = "The address of an agent that serves WebSockets.")
    private @Nullable URI webSocket;

    @Option(names = "--http", paramLabel = "URL", description = "The address of an agent that serves Streamable HTTP.")
    private @Nullable URI http;

    @Mixin
    private AddressOptions reached = new AddressOptions();

    @Option(
            names = "--inherit",
            paramLabel = "NAME",
            description = "An environment variable that the agent inherits besides the usual ones. May be repeated.")
    private List<String> inherited = new ArrayList<>();

    /**
     * Returns whether exactly one agent is named.
     *
     * @param command the words that start one; empty for an agent with an address
     * @return true for a command or one address
     */
    public boolean isOne(List<String> command) {
        return command.isEmpty() ? (webSocket == null) != (http == null) : webSocket == null && http == null;
    }

    /**
     * Returns where the agent is.
     *
     * @return the address; null for an agent that a command starts
     */
    public @Nullable URI uri() {
        return webSocket == null ? http : webSocket;
    }

    /**
     * Returns which option has named the address.
     *
     * @return its name
     */
    public String option() {
        return webSocket == null ? "--http" : "--ws";
    }

    /**
     * Returns the address of an agent.
     *
     * @param uri where it is
     * @return the address
     * @throws IOException when the variable with the token is not set
     */
    public AgentAddress at(URI uri) throws IOException {
        return reached.at(uri);
    }

    /**
     * Returns which certificates are trusted.
     *
     * @return a PEM file; null for those that the JVM trusts
     */
    public @Nullable Path trust() {
        return reached.trust();
    }

    /**
     * Returns which variables of the environment the agent inherits besides the usual ones.
     *
     * @return their names
     */
    public List<String> inherited() {
        return List.copyOf(inherited);
    }
}
