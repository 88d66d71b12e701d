// Written by build-support/write-types from src/protocol/elicitation.yaml: change that, not this.
package io.acp4j.schema.elicitation;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The user filled in the form, or agreed to visit the page.
 *
 * @param content the values by the names of the form's fields; null when none were sent, as for a page
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#responses">the specification</a>
 * @since 0.1.0
 */
public record ElicitationAccepted(
        @Nullable Map<String, ElicitationContentValue> content,
        @Nullable Meta meta) implements CreateElicitationResponse {

    /** Reads and writes the object, without the discriminator that {@link CreateElicitationResponse#CODEC} adds. */
    public static final ObjectCodec<ElicitationAccepted> CODEC = ObjectCodec.of("ElicitationAcceptAction", type -> {
        var content =
                type.optional("content", Codecs.mapOf(ElicitationContentValue.CODEC), ElicitationAccepted::content);
        var meta = type.lenient("_meta", Meta.CODEC, ElicitationAccepted::meta);
        return in -> new ElicitationAccepted(in.find(content), in.find(meta));
    });

    /** Names the members without what may be secret. */
    @Override
    public String toString() {
        return "ElicitationAccepted[content=" + (content == null ? "none" : content.keySet()) + ", meta=" + meta + "]";
    }

    /**
     * Starts a value, everything optional left out.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder();
        copy.content = content;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link ElicitationAccepted}; used by one thread. */
    public static final class Builder {

        private @Nullable Map<String, ElicitationContentValue> content;
        private @Nullable Meta meta;

        private Builder() {}

        /**
         * Sets the values by the names of the form's fields.
         *
         * @param content the values by the names of the form's fields; null when none were sent, as for a page
         * @return this
         */
        public Builder content(@Nullable Map<String, ElicitationContentValue> content) {
            this.content = content;
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
         * Returns the value.
         *
         * @return the value
         */
        public ElicitationAccepted build() {
            return new ElicitationAccepted(content, meta);
        }
    }
}
