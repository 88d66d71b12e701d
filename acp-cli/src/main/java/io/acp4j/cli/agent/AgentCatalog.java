package io.acp4j.cli.agent;

import io.acp4j.cli.usage.NameSuggestion;
import io.acp4j.rpc.VisibleText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;

/** The agents of a configuration file, in its order. */
public final class AgentCatalog {

    /** Maximum size of the file in bytes. */
    static final int MAX_BYTES = 1 << 20;

    /** A file with one agent, for error messages. */
    static final String EXAMPLE =
            "{\"agent_servers\": {\"opencode\": {\"command\": \"opencode\", \"args\": [\"acp\"]}}}";

    private final Path file;
    private final Map<String, AgentEntry> entries;

    AgentCatalog(Path file, Map<String, AgentEntry> entries) {
        this.file = file;
        this.entries = Collections.unmodifiableMap(entries);
    }

    /**
     * Returns the file that is used unless an option names another one.
     *
     * @param environment the environment variables; {@code XDG_CONFIG_HOME} is used if it is an absolute path
     * @return {@code acp/agents.json} in the user's configuration directory
     */
    static Path defaultFile(Map<String, String> environment) {
        String configured = environment.get("XDG_CONFIG_HOME");
        Path base = configured != null && Path.of(configured).isAbsolute()
                ? Path.of(configured)
                : Path.of(System.getProperty("user.home"), ".config");
        return base.resolve("acp").resolve("agents.json");
    }

    /**
     * Reads a file.
     *
     * @param file the file
     * @return its agents
     * @throws IOException if the file cannot be read or is invalid; the message contains its path and no values
     */
    public static AgentCatalog read(Path file) throws IOException {
        byte[] content;
        try (InputStream in = Files.newInputStream(file)) {
            content = in.readNBytes(MAX_BYTES + 1);
        } catch (NoSuchFileException e) {
            throw new IOException(
                    "There is no file " + shown(file) + " with configured agents. Create it, for example with: "
                            + EXAMPLE,
                    e);
        } catch (IOException e) {
            throw new IOException(
                    shown(file) + " cannot be read" + (Files.isDirectory(file) ? ": it is a directory." : "."), e);
        }
        if (content.length > MAX_BYTES) {
            throw new IOException(shown(file) + " is larger than " + MAX_BYTES + " bytes. Is it the right file?");
        }
        return new AgentCatalog(file, AgentCatalogParser.parse(shown(file), content));
    }

    private static String shown(Path file) {
        return VisibleText.line(file.toString());
    }

    /**
     * Returns the agents.
     *
     * @return the agents in the order of the file
     */
    public Collection<AgentEntry> entries() {
        return entries.values();
    }

    /** Returns true if the file contains an agent of this name. */
    boolean contains(String name) {
        return entries.containsKey(name);
    }

    /**
     * Returns an agent.
     *
     * @param name its name
     * @return the agent
     * @throws IOException if the file does not contain it
     */
    public AgentEntry get(String name) throws IOException {
        AgentEntry entry = entries.get(name);
        if (entry == null) {
            String similar = NameSuggestion.closest(name, entries.keySet());
            throw new IOException("There is no agent \"" + VisibleText.line(name) + "\" in " + shown(file)
                    + (similar == null
                            ? entries.isEmpty()
                                    ? ", which is empty."
                                    : "; it contains " + String.join(", ", entries.keySet()) + "."
                            : "; did you mean " + similar + "?"));
        }
        return entry;
    }
}
