package io.acp4j.schema.method;

import io.acp4j.schema.Capability;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.init.ClientCapabilities;
import io.acp4j.schema.init.ElicitationCapabilities;
import io.acp4j.schema.init.SessionForkCapabilities;
import io.acp4j.schema.init.SessionSystemPromptCapabilities;

/**
 * The capabilities without which methods may not be called.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#capabilities">the specification</a>
 * @since 0.1.0
 */
public final class Capabilities {

    /** Sessions can be loaded with a replay of their history. */
    public static final Capability<AgentCapabilities> LOAD_SESSION =
            new Capability<>("agentCapabilities.loadSession", AgentCapabilities.class, AgentCapabilities::loadSession);

    /** Sessions can be listed. */
    public static final Capability<AgentCapabilities> SESSION_LIST = new Capability<>(
            "agentCapabilities.sessionCapabilities.list",
            AgentCapabilities.class,
            agent -> agent.sessionCapabilities().list() != null);

    /** Sessions can be deleted. */
    public static final Capability<AgentCapabilities> SESSION_DELETE = new Capability<>(
            "agentCapabilities.sessionCapabilities.delete",
            AgentCapabilities.class,
            agent -> agent.sessionCapabilities().delete() != null);

    /** Sessions can be resumed without a replay. */
    public static final Capability<AgentCapabilities> SESSION_RESUME = new Capability<>(
            "agentCapabilities.sessionCapabilities.resume",
            AgentCapabilities.class,
            agent -> agent.sessionCapabilities().resume() != null);

    /** Sessions can be closed. */
    public static final Capability<AgentCapabilities> SESSION_CLOSE = new Capability<>(
            "agentCapabilities.sessionCapabilities.close",
            AgentCapabilities.class,
            agent -> agent.sessionCapabilities().close() != null);

    /** Sessions can be forked. */
    @Unstable("session-fork")
    public static final Capability<AgentCapabilities> SESSION_FORK = new Capability<>(
            "agentCapabilities.sessionCapabilities.fork",
            AgentCapabilities.class,
            agent -> agent.sessionCapabilities().fork() != null);

    /** Sessions can be forked at a message. */
    @Unstable("session-fork")
    public static final Capability<AgentCapabilities> FORK_AT_MESSAGE = new Capability<>(
            "agentCapabilities.sessionCapabilities.fork.atMessageId",
            AgentCapabilities.class,
            agent -> forksAtMessage(agent));

    /** Sessions can work in further directories. */
    public static final Capability<AgentCapabilities> ADDITIONAL_DIRECTORIES = new Capability<>(
            "agentCapabilities.sessionCapabilities.additionalDirectories",
            AgentCapabilities.class,
            agent -> agent.sessionCapabilities().additionalDirectories() != null);

    /** Prompts can hold images. */
    public static final Capability<AgentCapabilities> PROMPT_IMAGE = new Capability<>(
            "agentCapabilities.promptCapabilities.image",
            AgentCapabilities.class,
            agent -> agent.promptCapabilities().image());

    /** Prompts can hold sound. */
    public static final Capability<AgentCapabilities> PROMPT_AUDIO = new Capability<>(
            "agentCapabilities.promptCapabilities.audio",
            AgentCapabilities.class,
            agent -> agent.promptCapabilities().audio());

    /** Prompts can hold the contents of resources. */
    public static final Capability<AgentCapabilities> PROMPT_EMBEDDED_CONTEXT = new Capability<>(
            "agentCapabilities.promptCapabilities.embeddedContext",
            AgentCapabilities.class,
            agent -> agent.promptCapabilities().embeddedContext());

    /** MCP servers that are programs can be used; in version 1 every agent can. */
    @Unstable("protocol-version-2")
    public static final Capability<AgentCapabilities> MCP_STDIO = new Capability<>(
            "agentCapabilities.mcpCapabilities.stdio",
            AgentCapabilities.class,
            agent -> agent.mcpCapabilities().stdio());

    /** MCP servers can be reached over HTTP. */
    public static final Capability<AgentCapabilities> MCP_HTTP = new Capability<>(
            "agentCapabilities.mcpCapabilities.http",
            AgentCapabilities.class,
            agent -> agent.mcpCapabilities().http());

    /** MCP servers can be reached over SSE, in version 1 only. */
    public static final Capability<AgentCapabilities> MCP_SSE = new Capability<>(
            "agentCapabilities.mcpCapabilities.sse",
            AgentCapabilities.class,
            agent -> agent.mcpCapabilities().sse());

    /** MCP servers of the client can be reached over the connection itself. */
    @Unstable("mcp-over-acp")
    public static final Capability<AgentCapabilities> MCP_OVER_ACP = new Capability<>(
            "agentCapabilities.mcpCapabilities.acp",
            AgentCapabilities.class,
            agent -> agent.mcpCapabilities().acp());

    /** Sessions can be given instructions, appended to those of the agent. */
    @Unstable("system-prompt")
    public static final Capability<AgentCapabilities> SYSTEM_PROMPT = new Capability<>(
            "agentCapabilities.sessionCapabilities.systemPrompt",
            AgentCapabilities.class,
            agent -> agent.sessionCapabilities().systemPrompt() != null);

    /** Sessions can be given instructions that take the place of those of the agent. */
    @Unstable("system-prompt")
    public static final Capability<AgentCapabilities> SYSTEM_PROMPT_OVERRIDE = new Capability<>(
            "agentCapabilities.sessionCapabilities.systemPrompt.mode.override",
            AgentCapabilities.class,
            Capabilities::systemPromptOverride);

    /** Sessions can be archived. */
    @Unstable("session-archive")
    public static final Capability<AgentCapabilities> SESSION_ARCHIVE = new Capability<>(
            "agentCapabilities.sessionCapabilities.archive",
            AgentCapabilities.class,
            agent -> agent.sessionCapabilities().archive() != null);

    /** The agent tells which sessions are in memory. */
    @Unstable("session-status")
    public static final Capability<AgentCapabilities> SESSION_STATUS = new Capability<>(
            "agentCapabilities.sessionCapabilities.status",
            AgentCapabilities.class,
            agent -> agent.sessionCapabilities().status() != null);

    /** Sessions can be given titles. */
    @Unstable("session-title")
    public static final Capability<AgentCapabilities> SESSION_TITLE = new Capability<>(
            "agentCapabilities.sessionCapabilities.title",
            AgentCapabilities.class,
            agent -> agent.sessionCapabilities().title() != null);

    /** The agent tells whether the user is authenticated. */
    @Unstable("auth-status")
    public static final Capability<AgentCapabilities> AUTH_STATUS = new Capability<>(
            "agentCapabilities.auth.status",
            AgentCapabilities.class,
            agent -> agent.auth().status() != null);

    /** The providers of models can be configured. */
    @Unstable("providers")
    public static final Capability<AgentCapabilities> PROVIDERS = new Capability<>(
            "agentCapabilities.providers", AgentCapabilities.class, agent -> agent.providers() != null);

    /** Users can log out. */
    public static final Capability<AgentCapabilities> LOGOUT = new Capability<>(
            "agentCapabilities.auth.logout",
            AgentCapabilities.class,
            agent -> agent.auth().logout() != null);

    /** Text files can be read through the client. */
    public static final Capability<ClientCapabilities> READ_TEXT_FILE = new Capability<>(
            "clientCapabilities.fs.readTextFile",
            ClientCapabilities.class,
            client -> client.fs().readTextFile());

    /** Text files can be written through the client. */
    public static final Capability<ClientCapabilities> WRITE_TEXT_FILE = new Capability<>(
            "clientCapabilities.fs.writeTextFile",
            ClientCapabilities.class,
            client -> client.fs().writeTextFile());

    /** Commands can be run in terminals of the client. */
    public static final Capability<ClientCapabilities> TERMINAL =
            new Capability<>("clientCapabilities.terminal", ClientCapabilities.class, ClientCapabilities::terminal);

    /** The user can be asked for input, in one mode at least. */
    public static final Capability<ClientCapabilities> ELICITATION =
            new Capability<>("clientCapabilities.elicitation", ClientCapabilities.class, Capabilities::elicitation);

    /** The user can be asked to fill in forms. */
    public static final Capability<ClientCapabilities> ELICITATION_FORM = new Capability<>(
            "clientCapabilities.elicitation.form",
            ClientCapabilities.class,
            client -> client.elicitation() != null && client.elicitation().form() != null);

    /** The user can be asked to visit web pages. */
    public static final Capability<ClientCapabilities> ELICITATION_URL = new Capability<>(
            "clientCapabilities.elicitation.url",
            ClientCapabilities.class,
            client -> client.elicitation() != null && client.elicitation().url() != null);

    /** Plans with ids are understood. */
    @Unstable("plan-operations")
    public static final Capability<ClientCapabilities> PLAN =
            new Capability<>("clientCapabilities.plan", ClientCapabilities.class, client -> client.plan() != null);

    /** Sessions of subagents are understood. */
    @Unstable("subagents")
    public static final Capability<ClientCapabilities> SUBAGENTS = new Capability<>(
            "clientCapabilities.subagents", ClientCapabilities.class, client -> client.subagents() != null);

    private Capabilities() {}

    private static boolean forksAtMessage(AgentCapabilities agent) {
        SessionForkCapabilities fork = agent.sessionCapabilities().fork();
        return fork != null && fork.atMessageId();
    }

    private static boolean systemPromptOverride(AgentCapabilities agent) {
        SessionSystemPromptCapabilities systemPrompt =
                agent.sessionCapabilities().systemPrompt();
        return systemPrompt != null
                && systemPrompt.mode() != null
                && systemPrompt.mode().override() != null;
    }

    private static boolean elicitation(ClientCapabilities client) {
        ElicitationCapabilities elicitation = client.elicitation();
        return elicitation != null && (elicitation.form() != null || elicitation.url() != null);
    }
}
