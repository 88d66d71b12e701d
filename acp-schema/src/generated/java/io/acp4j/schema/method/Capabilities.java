// Written by build-support/write-types from src/capabilities.yaml: change that, not this.
package io.acp4j.schema.method;

import io.acp4j.schema.Capability;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.init.ClientCapabilities;

/**
 * The capabilities without which methods may not be called.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#capabilities">the specification</a>
 * @since 0.1.0
 */
public final class Capabilities {

    /** Sessions can be loaded with a replay of their history. */
    public static final Capability<AgentCapabilities> LOAD_SESSION = agent("loadSession");

    /** Sessions can be listed. */
    public static final Capability<AgentCapabilities> SESSION_LIST = agent("sessionCapabilities.list");

    /** Sessions can be deleted. */
    public static final Capability<AgentCapabilities> SESSION_DELETE = agent("sessionCapabilities.delete");

    /** Sessions can be resumed without a replay. */
    public static final Capability<AgentCapabilities> SESSION_RESUME = agent("sessionCapabilities.resume");

    /** Sessions can be closed. */
    public static final Capability<AgentCapabilities> SESSION_CLOSE = agent("sessionCapabilities.close");

    /** Sessions can be forked. */
    @Unstable("session-fork")
    public static final Capability<AgentCapabilities> SESSION_FORK = agent("sessionCapabilities.fork");

    /** Sessions can be forked at a message. */
    @Unstable("session-fork")
    public static final Capability<AgentCapabilities> FORK_AT_MESSAGE = agent("sessionCapabilities.fork.atMessageId");

    /** Sessions can work in further directories. */
    public static final Capability<AgentCapabilities> ADDITIONAL_DIRECTORIES =
            agent("sessionCapabilities.additionalDirectories");

    /** Prompts can hold images. */
    public static final Capability<AgentCapabilities> PROMPT_IMAGE = agent("promptCapabilities.image");

    /** Prompts can hold sound. */
    public static final Capability<AgentCapabilities> PROMPT_AUDIO = agent("promptCapabilities.audio");

    /** Prompts can hold the contents of resources. */
    public static final Capability<AgentCapabilities> PROMPT_EMBEDDED_CONTEXT =
            agent("promptCapabilities.embeddedContext");

    /** MCP servers that are programs can be used; in version 1 every agent can. */
    @Unstable("protocol-version-2")
    public static final Capability<AgentCapabilities> MCP_STDIO = agent("mcpCapabilities.stdio");

    /** MCP servers can be reached over HTTP. */
    public static final Capability<AgentCapabilities> MCP_HTTP = agent("mcpCapabilities.http");

    /** MCP servers can be reached over SSE, in version 1 only. */
    public static final Capability<AgentCapabilities> MCP_SSE = agent("mcpCapabilities.sse");

    /** MCP servers of the client can be reached over the connection itself. */
    @Unstable("mcp-over-acp")
    public static final Capability<AgentCapabilities> MCP_OVER_ACP = agent("mcpCapabilities.acp");

    /** Sessions can be given instructions, appended to those of the agent. */
    @Unstable("system-prompt")
    public static final Capability<AgentCapabilities> SYSTEM_PROMPT = agent("sessionCapabilities.systemPrompt");

    /** Sessions can be given instructions that take the place of those of the agent. */
    @Unstable("system-prompt")
    public static final Capability<AgentCapabilities> SYSTEM_PROMPT_OVERRIDE =
            agent("sessionCapabilities.systemPrompt.mode.override");

    /** Sessions can be archived. */
    @Unstable("session-archive")
    public static final Capability<AgentCapabilities> SESSION_ARCHIVE = agent("sessionCapabilities.archive");

    /** The agent tells which sessions are in memory. */
    @Unstable("session-status")
    public static final Capability<AgentCapabilities> SESSION_STATUS = agent("sessionCapabilities.status");

    /** Sessions can be given titles. */
    @Unstable("session-title")
    public static final Capability<AgentCapabilities> SESSION_TITLE = agent("sessionCapabilities.title");

    /** The agent tells whether the user is authenticated. */
    @Unstable("auth-status")
    public static final Capability<AgentCapabilities> AUTH_STATUS = agent("auth.status");

    /** The providers of models can be configured. */
    @Unstable("providers")
    public static final Capability<AgentCapabilities> PROVIDERS = agent("providers");

    /** Users can log out. */
    public static final Capability<AgentCapabilities> LOGOUT = agent("auth.logout");

    /** Text files can be read through the client. */
    public static final Capability<ClientCapabilities> READ_TEXT_FILE = client("fs.readTextFile");

    /** Text files can be written through the client. */
    public static final Capability<ClientCapabilities> WRITE_TEXT_FILE = client("fs.writeTextFile");

    /** Commands can be run in terminals of the client. */
    public static final Capability<ClientCapabilities> TERMINAL = client("terminal");

    /** The user can be asked for input, in one mode at least. */
    public static final Capability<ClientCapabilities> ELICITATION = client("elicitation");

    /** The user can be asked to fill in forms. */
    public static final Capability<ClientCapabilities> ELICITATION_FORM = client("elicitation.form");

    /** The user can be asked to visit web pages. */
    public static final Capability<ClientCapabilities> ELICITATION_URL = client("elicitation.url");

    /** Plans with ids are understood. */
    @Unstable("plan-operations")
    public static final Capability<ClientCapabilities> PLAN = client("plan");

    /** Sessions of subagents are understood. */
    @Unstable("subagents")
    public static final Capability<ClientCapabilities> SUBAGENTS = client("subagents");

    private Capabilities() {}

    private static Capability<AgentCapabilities> agent(String path) {
        return new Capability<>("agentCapabilities." + path, AgentCapabilities.class, agent -> advertises(agent, path));
    }

    /** Returns whether a path is advertised; a switch, since a program that starts pays for each lambda. */
    private static boolean advertises(AgentCapabilities agent, String path) {
        return switch (path) {
            case "loadSession" -> agent.loadSession();
            case "sessionCapabilities.list" -> agent.sessionCapabilities().list() != null;
            case "sessionCapabilities.delete" -> agent.sessionCapabilities().delete() != null;
            case "sessionCapabilities.resume" -> agent.sessionCapabilities().resume() != null;
            case "sessionCapabilities.close" -> agent.sessionCapabilities().close() != null;
            case "sessionCapabilities.fork" -> agent.sessionCapabilities().fork() != null;
            case "sessionCapabilities.fork.atMessageId" ->
                agent.sessionCapabilities().fork() != null
                        && agent.sessionCapabilities().fork().atMessageId();
            case "sessionCapabilities.additionalDirectories" ->
                agent.sessionCapabilities().additionalDirectories() != null;
            case "promptCapabilities.image" -> agent.promptCapabilities().image();
            case "promptCapabilities.audio" -> agent.promptCapabilities().audio();
            case "promptCapabilities.embeddedContext" ->
                agent.promptCapabilities().embeddedContext();
            case "mcpCapabilities.stdio" -> agent.mcpCapabilities().stdio();
            case "mcpCapabilities.http" -> agent.mcpCapabilities().http();
            case "mcpCapabilities.sse" -> agent.mcpCapabilities().sse();
            case "mcpCapabilities.acp" -> agent.mcpCapabilities().acp();
            case "sessionCapabilities.systemPrompt" ->
                agent.sessionCapabilities().systemPrompt() != null;
            case "sessionCapabilities.systemPrompt.mode.override" ->
                agent.sessionCapabilities().systemPrompt() != null
                        && agent.sessionCapabilities().systemPrompt().mode() != null
                        && agent.sessionCapabilities().systemPrompt().mode().override() != null;
            case "sessionCapabilities.archive" -> agent.sessionCapabilities().archive() != null;
            case "sessionCapabilities.status" -> agent.sessionCapabilities().status() != null;
            case "sessionCapabilities.title" -> agent.sessionCapabilities().title() != null;
            case "auth.status" -> agent.auth().status() != null;
            case "providers" -> agent.providers() != null;
            case "auth.logout" -> agent.auth().logout() != null;
            default -> throw new IllegalArgumentException("no capability of agents is called " + path);
        };
    }

    private static Capability<ClientCapabilities> client(String path) {
        return new Capability<>(
                "clientCapabilities." + path, ClientCapabilities.class, client -> advertises(client, path));
    }

    /** Returns whether a path is advertised; a switch, since a program that starts pays for each lambda. */
    private static boolean advertises(ClientCapabilities client, String path) {
        return switch (path) {
            case "fs.readTextFile" -> client.fs().readTextFile();
            case "fs.writeTextFile" -> client.fs().writeTextFile();
            case "terminal" -> client.terminal();
            case "elicitation" -> advertises(client, "elicitation.form") || advertises(client, "elicitation.url");
            case "elicitation.form" ->
                client.elicitation() != null && client.elicitation().form() != null;
            case "elicitation.url" ->
                client.elicitation() != null && client.elicitation().url() != null;
            case "plan" -> client.plan() != null;
            case "subagents" -> client.subagents() != null;
            default -> throw new IllegalArgumentException("no capability of clients is called " + path);
        };
    }
}
