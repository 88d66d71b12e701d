package io.acp4j.agent.internal.protocol;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.Capability;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.content.AudioContent;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.EmbeddedResource;
import io.acp4j.schema.content.ImageContent;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.content.UnknownContent;
import io.acp4j.schema.content.UnknownResourceContents;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.mcp.McpServer;
import io.acp4j.schema.mcp.McpServerAcp;
import io.acp4j.schema.mcp.McpServerHttp;
import io.acp4j.schema.mcp.McpServerSse;
import io.acp4j.schema.mcp.McpServerStdio;
import io.acp4j.schema.method.Capabilities;
import io.acp4j.schema.session.SessionArchiveFilter;
import io.acp4j.schema.session.SystemPrompt;
import io.acp4j.schema.session.SystemPromptMode;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Refuses requests that are well-formed but not what the protocol allows, or need what is not advertised. */
public final class RequestChecks {

    /** Absolute on any system: the client may run on another one than the agent. */
    private static final Pattern ABSOLUTE = Pattern.compile("/.*|[A-Za-z]:[\\\\/].*|\\\\\\\\.*", Pattern.DOTALL);

    private final AgentCapabilities advertised;
    private final WireVersion version;

    /**
     * Creates the checks of connections of one version.
     *
     * @param version decides how capabilities are named that were not advertised
     */
    public RequestChecks(AgentCapabilities advertised, WireVersion version) {
        this.advertised = advertised;
        this.version = version;
    }

    public static AcpErrorException invalid(String reason, String path, String message) {
        return new AcpErrorException(
                ErrorCode.INVALID_PARAMS,
                "Invalid params: " + path + ": " + message,
                Map.of("reason", reason, "path", path));
    }

    /** Checks what a request that opens a session says about where it works. */
    public void surroundings(Surroundings asked) {
        surroundings(asked.cwd(), asked.additionalDirectories(), asked.mcpServers());
        systemPrompt(asked.systemPrompt());
    }

    public void surroundings(String cwd, List<String> additionalDirectories, List<McpServer> mcpServers) {
        absolute(cwd, "/params/cwd");
        if (!additionalDirectories.isEmpty()) {
            require(Capabilities.ADDITIONAL_DIRECTORIES, "/params/additionalDirectories");
        }
        for (int i = 0; i < additionalDirectories.size(); i++) {
            absolute(additionalDirectories.get(i), "/params/additionalDirectories/" + i);
        }
        for (int i = 0; i < mcpServers.size(); i++) {
            require(needed(mcpServers.get(i)), "/params/mcpServers/" + i);
        }
    }

    private static @Nullable Capability<AgentCapabilities> needed(McpServer server) {
        if (server instanceof McpServerStdio) {
            return Capabilities.MCP_STDIO;
        }
        if (server instanceof McpServerHttp) {
            return Capabilities.MCP_HTTP;
        }
        if (server instanceof McpServerSse) {
            return Capabilities.MCP_SSE;
        }
        return server instanceof McpServerAcp ? Capabilities.MCP_OVER_ACP : null;
    }

    /** Refuses instructions that the agent could not follow to the letter. */
    void systemPrompt(@Nullable SystemPrompt prompt) {
        if (prompt == null) {
            return;
        }
        require(Capabilities.SYSTEM_PROMPT, "/params/systemPrompt");
        boolean override = prompt.mode().equals(SystemPromptMode.OVERRIDE);
        if (override) {
            require(Capabilities.SYSTEM_PROMPT_OVERRIDE, "/params/systemPrompt/mode");
        }
        if (!override && !prompt.mode().equals(SystemPromptMode.APPEND)) {
            throw invalid("unknown_mode", "/params/systemPrompt/mode", "there is no such mode");
        }
        if (prompt.content().isEmpty()) {
            throw invalid("empty", "/params/systemPrompt/content", "expected at least one block");
        }
        for (int i = 0; i < prompt.content().size(); i++) {
            if (!(prompt.content().get(i) instanceof TextContent)) {
                throw invalid("not_text", "/params/systemPrompt/content/" + i, "expected a block of text");
            }
        }
    }

    /** Refuses a filter that the agent does not know, which must never be taken for another one. */
    public void archived(@Nullable SessionArchiveFilter filter) {
        if (filter == null) {
            return;
        }
        require(Capabilities.SESSION_ARCHIVE, "/params/archived");
        if (!isKnown(filter)) {
            throw invalid("unknown_filter", "/params/archived", "there is no such filter");
        }
    }

    /** No set of them: to hash records takes 30 ms when it is done for the first time, while a client waits for its agent. */
    private static boolean isKnown(SessionArchiveFilter filter) {
        return filter.equals(SessionArchiveFilter.EXCLUDE)
                || filter.equals(SessionArchiveFilter.INCLUDE)
                || filter.equals(SessionArchiveFilter.ONLY);
    }

    public static void absolute(@Nullable String path, String member) {
        if (path == null) {
            return;
        }
        if (!ABSOLUTE.matcher(path).matches()) {
            throw invalid("not_absolute", member, "expected an absolute path");
        }
        if (path.indexOf('\0') >= 0) {
            throw invalid("nul_character", member, "a path cannot contain a NUL character");
        }
    }

    public void prompt(List<ContentBlock> prompt) {
        if (prompt.isEmpty()) {
            throw invalid("empty", "/params/prompt", "expected at least one block");
        }
        for (int i = 0; i < prompt.size(); i++) {
            ContentBlock block = prompt.get(i);
            require(needed(block), "/params/prompt/" + i);
            if (block instanceof EmbeddedResource embedded && embedded.resource() instanceof UnknownResourceContents) {
                throw invalid(
                        "unknown_contents", "/params/prompt/" + i + "/resource", "expected a member text or blob");
            }
            if (block instanceof UnknownContent) {
                throw invalid("not_advertised", "/params/prompt/" + i, "this agent takes no content of this type");
            }
        }
    }

    private static @Nullable Capability<AgentCapabilities> needed(ContentBlock block) {
        if (block instanceof ImageContent) {
            return Capabilities.PROMPT_IMAGE;
        }
        if (block instanceof AudioContent) {
            return Capabilities.PROMPT_AUDIO;
        }
        return block instanceof EmbeddedResource ? Capabilities.PROMPT_EMBEDDED_CONTEXT : null;
    }

    /** A fork at a message must never become a fork of the whole session. */
    public void forkPoint(ForkPoint.@Nullable OfMessage point) {
        if (point != null && !Capabilities.FORK_AT_MESSAGE.in(advertised)) {
            throw new AcpErrorException(
                    ErrorCode.INVALID_PARAMS,
                    "Invalid params: a fork at a message needs the capability " + named(Capabilities.FORK_AT_MESSAGE),
                    Map.of(
                            "reason",
                            "not_advertised",
                            "path",
                            "/params/messageId",
                            "messageId",
                            point.id().value()));
        }
    }

    private void require(@Nullable Capability<AgentCapabilities> needed, String path) {
        if (needed != null && !needed.in(advertised)) {
            throw invalid("not_advertised", path, "needs the capability " + named(needed));
        }
    }

    private String named(Capability<?> capability) {
        return capability.at(version).path();
    }
}
