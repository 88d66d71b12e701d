// Written by build-support/write-types from src/protocol/prompt.yaml: change that, not this.
package io.acp4j.schema.prompt;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Starts a turn with what the user says; the response comes when the turn ends.
 *
 * @param sessionId the session
 * @param prompt what the user says; kinds beyond text and links only as the agent advertises them
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn#1-user-message">the specification</a>
 * @since 0.1.0
 */
public record PromptRequest(
        SessionId sessionId,
        List<ContentBlock> prompt,
        @Nullable Meta meta) implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<PromptRequest> CODEC = ObjectCodec.of("PromptRequest", type -> {
        var sessionId = type.required("sessionId", SessionId.CODEC, PromptRequest::sessionId);
        var prompt = type.required("prompt", Codecs.listOf(ContentBlock.CODEC), PromptRequest::prompt);
        var meta = type.lenient("_meta", Meta.CODEC, PromptRequest::meta);
        return in -> new PromptRequest(in.get(sessionId), in.get(prompt), in.find(meta));
    });

    /** Checks that what is required is there and copies the collections. */
    public PromptRequest {
        Objects.requireNonNull(sessionId, "sessionId");
        prompt = List.copyOf(prompt);
    }

    /**
     * Returns a request with what is required.
     *
     * @param sessionId the session
     * @param prompt what the user says; kinds beyond text and links only as the agent advertises them
     * @return the request
     */
    public static PromptRequest of(SessionId sessionId, List<ContentBlock> prompt) {
        return new PromptRequest(sessionId, prompt, null);
    }

    /**
     * Returns a prompt of one text.
     *
     * @param sessionId the session
     * @param text what the user says
     * @return the request
     */
    public static PromptRequest text(SessionId sessionId, String text) {
        return of(sessionId, List.of(ContentBlock.text(text)));
    }

    /**
     * Starts a request with what is required.
     *
     * @param sessionId the session
     * @param prompt what the user says; kinds beyond text and links only as the agent advertises them
     * @return the builder
     */
    public static Builder builder(SessionId sessionId, List<ContentBlock> prompt) {
        return new Builder(sessionId, prompt);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this request holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(sessionId, prompt);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link PromptRequest}; used by one thread. */
    public static final class Builder {

        private final SessionId sessionId;
        private final List<ContentBlock> prompt;
        private @Nullable Meta meta;

        private Builder(SessionId sessionId, List<ContentBlock> prompt) {
            this.sessionId = Objects.requireNonNull(sessionId, "sessionId");
            this.prompt = Objects.requireNonNull(prompt, "prompt");
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
        public PromptRequest build() {
            return new PromptRequest(sessionId, prompt, meta);
        }
    }
}
