// Written by build-support/write-types from src/protocol/tool.yaml: change that, not this.
package io.acp4j.schema.tool;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks the agent to stop one tool call.
 *
 * <p>Only for a tool call that has {@code capabilities.cancel}. The last update of the call confirms it.
 *
 * @param sessionId the session
 * @param toolCallId the call
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/tool-calls">the specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record CancelToolCallRequest(
        SessionId sessionId,
        ToolCallId toolCallId,
        @Nullable Meta meta) implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<CancelToolCallRequest> CODEC = ObjectCodec.of("CancelToolCallRequest", type -> {
        var sessionId = type.required("sessionId", SessionId.CODEC, CancelToolCallRequest::sessionId);
        var toolCallId = type.required("toolCallId", ToolCallId.CODEC, CancelToolCallRequest::toolCallId);
        var meta = type.lenient("_meta", Meta.CODEC, CancelToolCallRequest::meta);
        return in -> new CancelToolCallRequest(in.get(sessionId), in.get(toolCallId), in.find(meta));
    });

    /** Checks that what is required is there. */
    public CancelToolCallRequest {
        Objects.requireNonNull(sessionId, "sessionId");
        Objects.requireNonNull(toolCallId, "toolCallId");
    }

    /**
     * Returns a request with what is required.
     *
     * @param sessionId the session
     * @param toolCallId the call
     * @return the request
     */
    public static CancelToolCallRequest of(SessionId sessionId, ToolCallId toolCallId) {
        return new CancelToolCallRequest(sessionId, toolCallId, null);
    }

    /**
     * Starts a request with what is required.
     *
     * @param sessionId the session
     * @param toolCallId the call
     * @return the builder
     */
    public static Builder builder(SessionId sessionId, ToolCallId toolCallId) {
        return new Builder(sessionId, toolCallId);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this request holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(sessionId, toolCallId);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link CancelToolCallRequest}; used by one thread. */
    public static final class Builder {

        private final SessionId sessionId;
        private final ToolCallId toolCallId;
        private @Nullable Meta meta;

        private Builder(SessionId sessionId, ToolCallId toolCallId) {
            this.sessionId = Objects.requireNonNull(sessionId, "sessionId");
            this.toolCallId = Objects.requireNonNull(toolCallId, "toolCallId");
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
        public CancelToolCallRequest build() {
            return new CancelToolCallRequest(sessionId, toolCallId, meta);
        }
    }
}
