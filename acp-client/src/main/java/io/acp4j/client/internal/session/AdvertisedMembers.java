package io.acp4j.client.internal.session;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.SessionParameters;
import io.acp4j.client.internal.dialect.ForkDialects;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.Capability;
import io.acp4j.schema.Method;
import io.acp4j.schema.auth.AuthenticateRequest;
import io.acp4j.schema.branching.ForkDetails;
import io.acp4j.schema.branching.ForkRequestOptions;
import io.acp4j.schema.content.AudioContent;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.EmbeddedResource;
import io.acp4j.schema.content.ImageContent;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.init.SessionForkCapabilities;
import io.acp4j.schema.mcp.McpServer;
import io.acp4j.schema.mcp.McpServerAcp;
import io.acp4j.schema.mcp.McpServerHttp;
import io.acp4j.schema.mcp.McpServerSse;
import io.acp4j.schema.method.Capabilities;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.prompt.PromptRequest;
import io.acp4j.schema.session.ForkSessionRequest;
import io.acp4j.schema.session.ListSessionsRequest;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.session.ResumeSessionRequest;
import io.acp4j.schema.session.SystemPromptMode;
import java.util.List;

/**
 * Refuses requests with members that the agent has not advertised, whichever call they are given to: an agent that does not
 * know a member does something else than what was asked for, and says nothing.
 *
 * <p>What is given as the types of this library is checked as it is; anything else by the JSON that would be sent.
 */
final class AdvertisedMembers {

    private static final String FORK = Capabilities.SESSION_FORK.path();

    private final InitializeResponse response;
    private final AgentCapabilities agent;
    private final ForkDialects dialects;

    AdvertisedMembers(InitializeResponse response, ForkDialects dialects) {
        this.response = response;
        this.agent = response.agentCapabilities();
        this.dialects = dialects;
    }

    <P> void require(Method<P> method, P params) {
        if (params instanceof NewSessionRequest request) {
            require(method.name(), agent, Parameters.of(request));
        } else if (params instanceof LoadSessionRequest request) {
            require(method.name(), agent, Parameters.of(request));
        } else if (params instanceof ResumeSessionRequest request) {
            require(method.name(), agent, Parameters.of(request));
        } else if (params instanceof ForkSessionRequest request) {
            require(method.name(), agent, Parameters.of(request));
            fork(ForkSessionRequest.CODEC.toRaw(request).toTree());
        } else if (params instanceof PromptRequest request) {
            prompt(agent, request.prompt());
        } else if (params instanceof ListSessionsRequest request) {
            archived(request.archived() != null);
        } else if (params instanceof AuthenticateRequest request) {
            authentication(request.methodId());
        } else if (Methods.request(method.name()) != null) {
            require(method.name(), method.params().toRaw(params).toTree());
        }
    }

    private void require(String method, JsonNode params) {
        if (is(method, Methods.SESSION_NEW)
                || is(method, Methods.SESSION_LOAD)
                || is(method, Methods.SESSION_RESUME)
                || is(method, Methods.SESSION_FORK)) {
            setup(method, params);
        }
        if (is(method, Methods.SESSION_FORK)) {
            fork(params);
        } else if (is(method, Methods.SESSION_PROMPT)) {
            params.path("prompt")
                    .forEach(block -> content(agent, block.path("type").asText()));
        } else if (is(method, Methods.SESSION_LIST)) {
            archived(has(params, "archived"));
        } else if (is(method, Methods.AUTHENTICATE) && params.path("methodId").isTextual()) {
            authentication(new AuthMethodId(params.path("methodId").textValue()));
        }
    }

    private static boolean is(String name, Method<?> method) {
        return method.name().equals(name);
    }

    private static boolean has(JsonNode params, String member) {
        return params.hasNonNull(member);
    }

    private void setup(String method, JsonNode params) {
        if (!params.path("additionalDirectories").isEmpty()) {
            directories(method, agent);
        }
        params.path("mcpServers")
                .forEach(server -> server(method, agent, server.path("type").asText()));
        JsonNode instructions = params.path("systemPrompt");
        if (has(params, "systemPrompt")) {
            systemPrompt(
                    method,
                    agent,
                    new SystemPromptMode(instructions.path("mode").asText(SystemPromptMode.APPEND.value())));
        }
    }

    /** Refuses what the agent does not take. */
    static void require(String method, AgentCapabilities agent, SessionParameters parameters) {
        if (!parameters.additionalDirectories().isEmpty()) {
            directories(method, agent);
        }
        servers(method, agent, parameters.mcpServers());
        if (parameters.systemPrompt() != null) {
            systemPrompt(method, agent, parameters.systemPrompt().mode());
        }
    }

    /** Refuses further directories. */
    private static void directories(String method, AgentCapabilities agent) {
        if (agent.sessionCapabilities().additionalDirectories() == null) {
            throw new UnsupportedCapabilityException(
                    method + " with additional directories",
                    "agentCapabilities.sessionCapabilities.additionalDirectories");
        }
    }

    /** Refuses servers that the agent cannot connect to. */
    private static void servers(String method, AgentCapabilities agent, List<McpServer> servers) {
        for (McpServer server : servers) {
            if (server instanceof McpServerHttp) {
                server(method, agent, "http");
            } else if (server instanceof McpServerSse) {
                server(method, agent, "sse");
            } else if (server instanceof McpServerAcp) {
                server(method, agent, "acp");
            }
        }
    }

    private static void server(String method, AgentCapabilities agent, String type) {
        switch (type) {
            case "http" ->
                require(
                        agent.mcpCapabilities().http(),
                        method + " with an MCP server over HTTP",
                        "agentCapabilities.mcpCapabilities.http");
            case "sse" ->
                require(
                        agent.mcpCapabilities().sse(),
                        method + " with an MCP server over SSE",
                        "agentCapabilities.mcpCapabilities.sse");
            case "acp" ->
                require(
                        agent.mcpCapabilities().acp(),
                        method + " with an MCP server over the connection",
                        Capabilities.MCP_OVER_ACP.path());
            default -> {
                // Over stdio, which every agent can, or of a kind that is the caller's own.
            }
        }
    }

    /** Refuses instructions for the session. */
    private static void systemPrompt(String method, AgentCapabilities agent, SystemPromptMode mode) {
        require(method + " with a system prompt", Capabilities.SYSTEM_PROMPT, agent);
        if (!mode.equals(SystemPromptMode.APPEND)) {
            require(method + " with a system prompt that overrides", Capabilities.SYSTEM_PROMPT_OVERRIDE, agent);
        }
    }

    private static void require(String what, Capability<AgentCapabilities> needed, AgentCapabilities agent) {
        require(needed.in(agent), what, needed.path());
    }

    private static void require(boolean advertised, String what, String capability) {
        if (!advertised) {
            throw new UnsupportedCapabilityException(what, capability);
        }
    }

    /** Refuses kinds of content that the agent does not take; text and links always pass, unknown kinds are the caller's. */
    static void prompt(AgentCapabilities agent, List<? extends ContentBlock> blocks) {
        for (ContentBlock block : blocks) {
            if (block instanceof ImageContent) {
                content(agent, "image");
            } else if (block instanceof AudioContent) {
                content(agent, "audio");
            } else if (block instanceof EmbeddedResource) {
                content(agent, "resource");
            }
        }
    }

    private static void content(AgentCapabilities agent, String type) {
        String prompts = "agentCapabilities.promptCapabilities.";
        String what = "session/prompt with such content";
        switch (type) {
            case "image" -> require(agent.promptCapabilities().image(), what, prompts + "image");
            case "audio" -> require(agent.promptCapabilities().audio(), what, prompts + "audio");
            case "resource" -> require(agent.promptCapabilities().embeddedContext(), what, prompts + "embeddedContext");
            default -> {
                // Text and links, which every agent takes, or a kind that is the caller's own.
            }
        }
    }

    private void archived(boolean asked) {
        if (asked) {
            require("session/list of archived sessions", Capabilities.SESSION_ARCHIVE, agent);
        }
    }

    private void authentication(AuthMethodId method) {
        require(
                response.authMethods().stream().anyMatch(offered -> offered.id().equals(method)),
                Methods.AUTHENTICATE.name(),
                "authMethods[id=" + method.value() + "]");
    }

    /** Refuses a point to fork at, or a key, that the agent would pass over, and fork the whole session, or fork it twice. */
    private void fork(JsonNode params) {
        dialects.require(response, params);
        SessionForkCapabilities fork = agent.sessionCapabilities().fork();
        if (params.path("_meta").path(ForkRequestOptions.KEY).hasNonNull("idempotencyKey")) {
            require(
                    fork != null && ForkDetails.of(fork.meta()) != null,
                    "session/fork with an idempotency key",
                    FORK + "._meta." + ForkDetails.KEY);
        }
    }
}
