package io.acp4j.client.internal.session;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.SessionParameters;
import io.acp4j.client.internal.calls.MissingCapability;
import io.acp4j.client.internal.dialect.ForkDialects;
import io.acp4j.client.internal.protocol.ClientProtocol;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.Capability;
import io.acp4j.schema.Method;
import io.acp4j.schema.auth.AuthMethod;
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
import io.acp4j.schema.mcp.McpServerStdio;
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

    private final InitializeResponse response;
    private final AgentCapabilities agent;
    private final ForkDialects dialects;
    private final ClientProtocol protocol;

    /** The name of the login on this connection. */
    private final String login;

    AdvertisedMembers(InitializeResponse response, ForkDialects dialects, ClientProtocol protocol) {
        this.response = response;
        this.agent = response.agentCapabilities();
        this.dialects = dialects;
        this.protocol = protocol;
        this.login = protocol.login();
    }

    <P> void require(Method<P> method, P params) {
        if (params instanceof NewSessionRequest request) {
            require(method.name(), Parameters.of(request));
        } else if (params instanceof LoadSessionRequest request) {
            require(method.name(), Parameters.of(request));
        } else if (params instanceof ResumeSessionRequest request) {
            require(method.name(), Parameters.of(request));
        } else if (params instanceof ForkSessionRequest request) {
            require(method.name(), Parameters.of(request));
            fork(ForkSessionRequest.CODEC.toRaw(request).toTree());
        } else if (params instanceof PromptRequest request) {
            prompt(request.prompt());
        } else if (params instanceof ListSessionsRequest request) {
            archived(request.archived() != null);
        } else if (params instanceof AuthenticateRequest request) {
            authentication(request.methodId());
        } else if (Methods.request(method.name()) != null || method.name().equals(login)) {
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
            params.path("prompt").forEach(block -> content(block.path("type").asText()));
        } else if (is(method, Methods.SESSION_LIST)) {
            archived(has(params, "archived"));
        } else if (method.equals(login) && params.path("methodId").isTextual()) {
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
            directories(method);
        }
        params.path("mcpServers")
                .forEach(server -> server(method, server.path("type").asText()));
        JsonNode instructions = params.path("systemPrompt");
        if (has(params, "systemPrompt")) {
            systemPrompt(
                    method, new SystemPromptMode(instructions.path("mode").asText(SystemPromptMode.APPEND.value())));
        }
    }

    /** Refuses what the agent does not take. */
    void require(String method, SessionParameters parameters) {
        if (!parameters.additionalDirectories().isEmpty()) {
            directories(method);
        }
        servers(method, parameters.mcpServers());
        if (parameters.systemPrompt() != null) {
            systemPrompt(method, parameters.systemPrompt().mode());
        }
    }

    /** Refuses further directories. */
    private void directories(String method) {
        require(method + " with additional directories", Capabilities.ADDITIONAL_DIRECTORIES);
    }

    /** Refuses servers that the agent cannot connect to. */
    private void servers(String method, List<McpServer> servers) {
        for (McpServer server : servers) {
            if (server instanceof McpServerStdio) {
                server(method, "stdio");
            } else if (server instanceof McpServerHttp) {
                server(method, "http");
            } else if (server instanceof McpServerSse) {
                server(method, "sse");
            } else if (server instanceof McpServerAcp) {
                server(method, "acp");
            }
        }
    }

    private void server(String method, String type) {
        switch (type) {
            case "stdio" -> require(method + " with an MCP server that is a program", Capabilities.MCP_STDIO);
            case "http" -> require(method + " with an MCP server over HTTP", Capabilities.MCP_HTTP);
            case "sse" -> require(method + " with an MCP server over SSE", Capabilities.MCP_SSE);
            case "acp" -> require(method + " with an MCP server over the connection", Capabilities.MCP_OVER_ACP);
            default -> {
                // Over stdio in version 1, which every agent of it can, or of a kind that is the caller's own.
            }
        }
    }

    /** Refuses instructions for the session. */
    private void systemPrompt(String method, SystemPromptMode mode) {
        require(method + " with a system prompt", Capabilities.SYSTEM_PROMPT);
        if (!mode.equals(SystemPromptMode.APPEND)) {
            require(method + " with a system prompt that overrides", Capabilities.SYSTEM_PROMPT_OVERRIDE);
        }
    }

    private void require(String what, Capability<AgentCapabilities> needed) {
        if (!needed.in(agent)) {
            throw MissingCapability.of(what, needed, response);
        }
    }

    /** Refuses kinds of content that the agent does not take; text and links always pass, unknown kinds are the caller's. */
    void prompt(List<? extends ContentBlock> blocks) {
        for (ContentBlock block : blocks) {
            if (block instanceof ImageContent) {
                content("image");
            } else if (block instanceof AudioContent) {
                content("audio");
            } else if (block instanceof EmbeddedResource) {
                content("resource");
            }
        }
    }

    private void content(String type) {
        String what = "session/prompt with such content";
        switch (type) {
            case "image" -> require(what, Capabilities.PROMPT_IMAGE);
            case "audio" -> require(what, Capabilities.PROMPT_AUDIO);
            case "resource" -> require(what, Capabilities.PROMPT_EMBEDDED_CONTEXT);
            default -> {
                // Text and links, which every agent takes, or a kind that is the caller's own.
            }
        }
    }

    private void archived(boolean asked) {
        if (asked) {
            require("session/list of archived sessions", Capabilities.SESSION_ARCHIVE);
        }
    }

    private void authentication(AuthMethodId method) {
        AuthMethod chosen = null;
        for (AuthMethod offered : response.authMethods()) {
            if (offered.id().equals(method)) {
                chosen = offered;
            }
        }
        protocol.requireLogin(method, chosen);
    }

    /** Refuses a point to fork at, or a key, that the agent would pass over, and fork the whole session, or fork it twice. */
    private void fork(JsonNode params) {
        dialects.require(response, params);
        SessionForkCapabilities fork = agent.sessionCapabilities().fork();
        if (params.path("_meta").path(ForkRequestOptions.KEY).hasNonNull("idempotencyKey")) {
            if (fork == null || ForkDetails.of(fork.meta()) == null) {
                throw new UnsupportedCapabilityException(
                        "session/fork with an idempotency key",
                        MissingCapability.path(Capabilities.SESSION_FORK, response) + "._meta." + ForkDetails.KEY);
            }
        }
    }
}
