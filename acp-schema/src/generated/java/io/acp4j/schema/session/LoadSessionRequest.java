// Written by build-support/write-types from src/protocol/session.yaml: change that, not this.
package io.acp4j.schema.session;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.mcp.McpServer;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks the agent to open a session that it stores, and to replay it as updates before it responds.
 *
 * <p>Only for agents that advertise {@code loadSession}.
 *
 * @param sessionId the session
 * @param cwd its working directory, an absolute path
 * @param additionalDirectories the directories that it may work in besides, absolute paths, all of them; empty when
 *     there are none
 * @param mcpServers the MCP servers that it is to use
 * @param systemPrompt instructions of the client for the session; null for none, or for those that are stored with it
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup#loading-sessions">the specification</a>
 * @since 0.1.0
 */
public record LoadSessionRequest(
        SessionId sessionId,
        String cwd,
        List<String> additionalDirectories,
        List<McpServer> mcpServers,
        @Unstable("system-prompt") @Nullable SystemPrompt systemPrompt,
        @Nullable Meta meta)
        implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<LoadSessionRequest> CODEC = ObjectCodec.of("LoadSessionRequest", type -> {
        var mcpServers = type.requiredList("mcpServers", McpServer.CODEC, LoadSessionRequest::mcpServers);
        var cwd = type.required("cwd", Codecs.STRING, LoadSessionRequest::cwd);
        var additionalDirectories =
                type.list("additionalDirectories", Codecs.STRING, LoadSessionRequest::additionalDirectories);
        var sessionId = type.required("sessionId", SessionId.CODEC, LoadSessionRequest::sessionId);
        var systemPrompt = type.optional("systemPrompt", SystemPrompt.CODEC, LoadSessionRequest::systemPrompt);
        var meta = type.lenient("_meta", Meta.CODEC, LoadSessionRequest::meta);
        return in -> new LoadSessionRequest(
                in.get(sessionId),
                in.get(cwd),
                in.get(additionalDirectories),
                in.get(mcpServers),
                in.find(systemPrompt),
                in.find(meta));
    });

    /** Checks that what is required is there and copies the collections. */
    public LoadSessionRequest {
        Objects.requireNonNull(sessionId, "sessionId");
        Objects.requireNonNull(cwd, "cwd");
        additionalDirectories = List.copyOf(additionalDirectories);
        mcpServers = List.copyOf(mcpServers);
    }

    /**
     * Returns a request with what is required.
     *
     * @param sessionId the session
     * @param cwd its working directory, an absolute path
     * @param mcpServers the MCP servers that it is to use
     * @return the request
     */
    public static LoadSessionRequest of(SessionId sessionId, String cwd, List<McpServer> mcpServers) {
        return new LoadSessionRequest(sessionId, cwd, List.of(), mcpServers, null, null);
    }

    /**
     * Returns a request with what is required and nothing else.
     *
     * @param sessionId the session
     * @param cwd its working directory, an absolute path
     * @return the request
     */
    public static LoadSessionRequest of(SessionId sessionId, String cwd) {
        return new LoadSessionRequest(sessionId, cwd, List.of(), List.of(), null, null);
    }

    /**
     * Starts a request with what is required.
     *
     * @param sessionId the session
     * @param cwd its working directory, an absolute path
     * @return the builder
     */
    public static Builder builder(SessionId sessionId, String cwd) {
        return new Builder(sessionId, cwd);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this request holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(sessionId, cwd);
        copy.additionalDirectories = additionalDirectories;
        copy.mcpServers = mcpServers;
        copy.systemPrompt = systemPrompt;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link LoadSessionRequest}; used by one thread. */
    public static final class Builder {

        private final SessionId sessionId;
        private final String cwd;
        private List<String> additionalDirectories = List.of();
        private List<McpServer> mcpServers = List.of();
        private @Nullable SystemPrompt systemPrompt;
        private @Nullable Meta meta;

        private Builder(SessionId sessionId, String cwd) {
            this.sessionId = Objects.requireNonNull(sessionId, "sessionId");
            this.cwd = Objects.requireNonNull(cwd, "cwd");
        }

        /**
         * Sets the directories that it may work in besides, absolute paths, all of them.
         *
         * @param additionalDirectories the directories that it may work in besides, absolute paths, all of them; empty
         *     when there are none
         * @return this
         */
        public Builder additionalDirectories(List<String> additionalDirectories) {
            this.additionalDirectories = Objects.requireNonNull(additionalDirectories, "additionalDirectories");
            return this;
        }

        /**
         * Sets the MCP servers that it is to use.
         *
         * @param mcpServers the MCP servers that it is to use
         * @return this
         */
        public Builder mcpServers(List<McpServer> mcpServers) {
            this.mcpServers = Objects.requireNonNull(mcpServers, "mcpServers");
            return this;
        }

        /**
         * Sets instructions of the client for the session.
         *
         * @param systemPrompt instructions of the client for the session; null for none, or for those that are stored
         *     with it
         * @return this
         */
        @Unstable("system-prompt")
        public Builder systemPrompt(@Nullable SystemPrompt systemPrompt) {
            this.systemPrompt = systemPrompt;
            return this;
        }

        /**
         * Sets extra data.
         *
         * @param meta extra data; null when there is none
         * @return this
         */
        public Builder meta(@Nullable Meta meta) {
            this.meta = meta;
            return this;
        }

        /**
         * Returns the request.
         *
         * @return the request
         */
        public LoadSessionRequest build() {
            return new LoadSessionRequest(sessionId, cwd, additionalDirectories, mcpServers, systemPrompt, meta);
        }
    }
}
