// Written by build-support/write-types from src/protocol/branching.yaml: change that, not this.
package io.acp4j.schema.branching;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * Reports from where the session goes on.
 *
 * @param head the message that the next prompt follows; null when that is none
 * @param text the text of the message of the user that was asked for, for the editor; null when it was no such message
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record NavigateSessionResponse(
        @Nullable MessageId head,
        @Nullable String text,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<NavigateSessionResponse> CODEC = ObjectCodec.of("NavigateSessionResponse", type -> {
        var head = type.optional("head", MessageId.CODEC, NavigateSessionResponse::head);
        var text = type.lenient("text", Codecs.STRING, NavigateSessionResponse::text);
        var meta = type.lenient("_meta", Meta.CODEC, NavigateSessionResponse::meta);
        return in -> new NavigateSessionResponse(in.find(head), in.find(text), in.find(meta));
    });

    /**
     * Starts a response, everything optional left out.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this response holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder();
        copy.head = head;
        copy.text = text;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link NavigateSessionResponse}; used by one thread. */
    public static final class Builder {

        private @Nullable MessageId head;
        private @Nullable String text;
        private @Nullable Meta meta;

        private Builder() {}

        /**
         * Sets the message that the next prompt follows.
         *
         * @param head the message that the next prompt follows; null when that is none
         * @return this
         */
        public Builder head(@Nullable MessageId head) {
            this.head = head;
            return this;
        }

        /**
         * Sets the text of the message of the user that was asked for, for the editor.
         *
         * @param text the text of the message of the user that was asked for, for the editor; null when it was no such
         *     message
         * @return this
         */
        public Builder text(@Nullable String text) {
            this.text = text;
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
         * Returns the response.
         *
         * @return the response
         */
        public NavigateSessionResponse build() {
            return new NavigateSessionResponse(head, text, meta);
        }
    }
}
