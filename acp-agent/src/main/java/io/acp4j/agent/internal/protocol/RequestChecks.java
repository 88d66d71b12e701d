package io.acp4j.agent.internal.protocol;

import io.acp4j.agent.tree.BranchPoint;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.content.AudioContent;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.EmbeddedResource;
import io.acp4j.schema.content.ImageContent;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.content.UnknownContent;
import io.acp4j.schema.content.UnknownResourceContents;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.init.PromptCapabilities;
import io.acp4j.schema.init.SessionForkCapabilities;
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

    public RequestChecks(AgentCapabilities advertised) {
        this.advertised = advertised;
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
        if (!additionalDirectories.isEmpty() && advertised.sessionCapabilities().additionalDirectories() == null) {
            throw notAdvertised("/params/additionalDirectories", "sessionCapabilities.additionalDirectories");
        }
        for (int i = 0; i < additionalDirectories.size(); i++) {
            absolute(additionalDirectories.get(i), "/params/additionalDirectories/" + i);
        }
        for (int i = 0; i < mcpServers.size(); i++) {
            McpServer server = mcpServers.get(i);
            if (server instanceof McpServerStdio
                    && !advertised.mcpCapabilities().stdio()) {
                throw notAdvertised("/params/mcpServers/" + i, "mcpCapabilities.stdio");
            }
            if (server instanceof McpServerHttp && !advertised.mcpCapabilities().http()) {
                throw notAdvertised("/params/mcpServers/" + i, "mcpCapabilities.http");
            }
            if (server instanceof McpServerSse && !advertised.mcpCapabilities().sse()) {
                throw notAdvertised("/params/mcpServers/" + i, "mcpCapabilities.sse");
            }
            if (server instanceof McpServerAcp && !advertised.mcpCapabilities().acp()) {
                throw notAdvertised("/params/mcpServers/" + i, "mcpCapabilities.acp");
            }
        }
    }

    /** Refuses instructions that the agent could not follow to the letter. */
    void systemPrompt(@Nullable SystemPrompt prompt) {
        if (prompt == null) {
            return;
        }
        if (!Capabilities.SYSTEM_PROMPT.in(advertised)) {
            throw notAdvertised("/params/systemPrompt", "sessionCapabilities.systemPrompt");
        }
        boolean override = prompt.mode().equals(SystemPromptMode.OVERRIDE);
        if (override && !Capabilities.SYSTEM_PROMPT_OVERRIDE.in(advertised)) {
            throw notAdvertised("/params/systemPrompt/mode", "sessionCapabilities.systemPrompt.mode.override");
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
        if (filter != null && !Capabilities.SESSION_ARCHIVE.in(advertised)) {
            throw notAdvertised("/params/archived", "sessionCapabilities.archive");
        }
        if (filter != null && !isKnown(filter)) {
            throw invalid("unknown_filter", "/params/archived", "there is no such filter");
        }
    }

    /** No set of them: to hash records takes 30 ms when it is done for the first time, while a client waits for its agent. */
    private static boolean isKnown(SessionArchiveFilter filter) {
        return filter.equals(SessionArchiveFilter.EXCLUDE)
                || filter.equals(SessionArchiveFilter.INCLUDE)
                || filter.equals(SessionArchiveFilter.ONLY);
    }

    public void absolute(@Nullable String path, String member) {
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
        PromptCapabilities taken = advertised.promptCapabilities();
        for (int i = 0; i < prompt.size(); i++) {
            ContentBlock block = prompt.get(i);
            if (block instanceof ImageContent && !taken.image()) {
                throw notAdvertised("/params/prompt/" + i, "promptCapabilities.image");
            }
            if (block instanceof AudioContent && !taken.audio()) {
                throw notAdvertised("/params/prompt/" + i, "promptCapabilities.audio");
            }
            if (block instanceof EmbeddedResource && !taken.embeddedContext()) {
                throw notAdvertised("/params/prompt/" + i, "promptCapabilities.embeddedContext");
            }
            if (block instanceof EmbeddedResource embedded && embedded.resource() instanceof UnknownResourceContents) {
                throw invalid(
                        "unknown_contents", "/params/prompt/" + i + "/resource", "expected a member text or blob");
            }
            if (block instanceof UnknownContent) {
                throw invalid("not_advertised", "/params/prompt/" + i, "this agent takes no content of this type");
            }
        }
    }

    /** A fork at a message must never become a fork of the whole session. */
    public void forkPoint(BranchPoint.@Nullable OfMessage point) {
        SessionForkCapabilities fork = advertised.sessionCapabilities().fork();
        if (point != null && (fork == null || !fork.atMessageId())) {
            throw new AcpErrorException(
                    ErrorCode.INVALID_PARAMS,
                    "Invalid params: a fork at a message needs the capability sessionCapabilities.fork.atMessageId",
                    Map.of(
                            "reason",
                            "not_advertised",
                            "path",
                            "/params/messageId",
                            "messageId",
                            point.id().value()));
        }
    }

    private static AcpErrorException notAdvertised(String path, String capability) {
        return invalid("not_advertised", path, "needs the capability " + capability);
    }
}
