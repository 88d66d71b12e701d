package io.acp4j.cli.agent;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The option that selects the file with the configured agents. */
public final class ConfigurationOption {

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The configured agents. Default: $XDG_CONFIG_HOME/acp/agents.json.")
    private @Nullable Path file;

    /** Creates the option, for picocli. */
    public ConfigurationOption() {}

    /**
     * Reads the configured agents.
     *
     * @return the agents
     * @throws IOException if the file cannot be read or is invalid; the message contains its path
     */
    public AgentCatalog read() throws IOException {
        return AgentCatalog.read(file());
    }

    Path file() {
        return file == null ? AgentCatalog.defaultFile(System.getenv()) : file;
    }

    /**
     * Returns a configured agent.
     *
     * @param line the command, for error messages
     * @param name the name of the agent
     * @return its entry
     * @throws ParameterException if the file cannot be read or does not contain the agent
     */
    public AgentEntry find(CommandLine line, String name) {
        try {
            return read().get(name);
        } catch (IOException e) {
            throw new ParameterException(line, "--agent: " + e.getMessage(), e);
        }
    }
}
