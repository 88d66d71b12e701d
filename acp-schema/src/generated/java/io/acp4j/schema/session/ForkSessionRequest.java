// Written by build-support/write-types from src/protocol/session.yaml: change that, not this.
package io.acp4j.schema.session;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.internal.codec.ForkPointCodec;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.mcp.McpServer;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks the agent for a new session that starts with the history of another one.
 *
 * <p>Only for agents that advertise {@code sessionCapabilities.fork}, and with {@code messageId} only for those that
 * also advertise {@code atMessageId}: another agent would not see the member and fork the whole session. For the same
 * reason a malformed {@code messageId} is an error and never read as absent.
 *
 * <p>The member {@code messageId} is what the proposal foresees; the published schema does not have it yet.
 *
 * @param sessionId the session to fork
 * @param cwd the working directory of the new session, an absolute path
 * @param messageId the message that the new history ends with, this one included; null takes all of it
 * @param additionalDirectories the directories that the new session may work in besides, absolute paths, all of them;
 *     empty when there are none
 * @param mcpServers the MCP servers that the new session is to use
 * @param systemPrompt instructions of the client for the session; null for none, or for those that are stored with it
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/session-fork">the specification</a>
 * @since 0.1.0
 */
@Unstable("session-fork")
public record ForkSessionRequest(
        SessionId sessionId,
        String cwd,
        @Unstable("session-fork") @Nullable MessageId messageId,
        List<String> additionalDirectories,
        List<McpServer> mcpServers,
        @Unstable("system-prompt") @Nullable SystemPrompt systemPrompt,
        @Nullable Meta meta)
        implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<ForkSessionRequest> CODEC = ObjectCodec.of("ForkSessionRequest", type -> {
        var sessionId = type.required("sessionId", SessionId.CODEC, ForkSessionRequest::sessionId);
        var messageId = type.optional("messageId", ForkPointCodec.INSTANCE, ForkSessionRequest::messageId);
        var cwd = type.required("cwd", Codecs.STRING, ForkSessionRequest::cwd);
        var additionalDirectories =
                type.list("additionalDirectories", Codecs.STRING, ForkSessionRequest::additionalDirectories);
        var mcpServers = type.list("mcpServers", McpServer.CODEC, ForkSessionRequest::mcpServers);
        var systemPrompt = type.optional("systemPrompt", SystemPrompt.CODEC, ForkSessionRequest::systemPrompt);
        var meta = type.lenient("_meta", Meta.CODEC, ForkSessionRequest::meta);
        return in -> new ForkSessionRequest(
                in.get(sessionId),
                in.get(cwd),
                in.find(messageId),
                in.get(additionalDirectories),
                in.get(mcpServers),
                in.find(systemPrompt),
                in.find(meta));
    });

    /** Checks that what is required is there and copies the collections. */
    public ForkSessionRequest {
        Objects.requireNonNull(sessionId, "sessionId");
        Objects.requireNonNull(cwd, "cwd");
        ForkPointCodec.requireNotEmpty(messageId);
        additionalDirectories = List.copyOf(additionalDirectories);
        mcpServers = List.copyOf(mcpServers);
    }

    /**
     * Returns a request with what is required.
     *
     * @param sessionId the session to fork
     * @param cwd the working directory of the new session, an absolute path
     * @return the request
     */
    public static ForkSessionRequest of(SessionId sessionId, String cwd) {
        return new ForkSessionRequest(sessionId, cwd, null, List.of(), List.of(), null, null);
    }

    /**
     * Starts a request with what is required.
     *
     * @param sessionId the session to fork
     * @param cwd the working directory of the new session, an absolute path
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
        copy.messageId = messageId;
        copy.additionalDirectories = additionalDirectories;
        copy.mcpServers = mcpServers;
        copy.systemPrompt = systemPrompt;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link ForkSessionRequest}; used by one thread. */
    public static final class Builder {

        private final SessionId sessionId;
        private final String cwd;
        private @Nullable MessageId messageId;
        private List<String> additionalDirectories = List.of();
        private List<McpServer> mcpServers = List.of();
        private @Nullable SystemPrompt systemPrompt;
        private @Nullable Meta meta;

        private Builder(SessionId sessionId, String cwd) {
            this.sessionId = Objects.requireNonNull(sessionId, "sessionId");
            this.cwd = Objects.requireNonNull(cwd, "cwd");
        }

        /**
         * Sets the message that the new history ends with, this one included.
         *
         * @param messageId the message that the new history ends with, this one included; null takes all of it
         * @return this
         */
        @Unstable("session-fork")
        public Builder messageId(@Nullable MessageId messageId) {
            this.messageId = messageId;
            return this;
        }

        /**
         * Sets the directories that the new session may work in besides, absolute paths, all of them.
         *
         * @param additionalDirectories the directories that the new session may work in besides, absolute paths, all of
         *     them; empty when there are none
         * @return this
         */
        public Builder additionalDirectories(List<String> additionalDirectories) {
            this.additionalDirectories = Objects.requireNonNull(additionalDirectories, "additionalDirectories");
            return this;
        }

        /**
         * Sets the MCP servers that the new session is to use.
         *
         * @param mcpServers the MCP servers that the new session is to use
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
        public ForkSessionRequest build() {
            return new ForkSessionRequest(
                    sessionId, cwd, messageId, additionalDirectories, mcpServers, systemPrompt, meta);
        }
    }
}
