// Written by build-support/write-types from src/protocol/elicitation.yaml: change that, not this.
package io.acp4j.schema.elicitation;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * The user said no.
 *
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#responses">the specification</a>
 * @since 0.1.0
 */
public record ElicitationDeclined(@Nullable Meta meta) implements CreateElicitationResponse {

    /** Reads and writes the object, without the discriminator that {@link CreateElicitationResponse#CODEC} adds. */
    public static final ObjectCodec<ElicitationDeclined> CODEC = ObjectCodec.of("CreateElicitationResponse", type -> {
        var meta = type.lenient("_meta", Meta.CODEC, ElicitationDeclined::meta);
        return in -> new ElicitationDeclined(in.find(meta));
    });

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
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link ElicitationDeclined}; used by one thread. */
    public static final class Builder {

        private @Nullable Meta meta;

        private Builder() {}

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
        public ElicitationDeclined build() {
            return new ElicitationDeclined(meta);
        }
    }
}
