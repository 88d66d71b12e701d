// Written by build-support/write-types from src/protocol/content.yaml: change that, not this.
package io.acp4j.schema.content;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hints about whom a block of content is for and how much it matters.
 *
 * @param audience whom it is for; null when unsaid
 * @param lastModified when it last changed, as its sender writes it (ISO 8601); null when unsaid
 * @param priority from 0 (least) to 1 (most important); null when unsaid
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/content">the specification</a>
 * @since 0.1.0
 */
public record Annotations(
        @Nullable List<Role> audience,
        @Nullable String lastModified,
        @Nullable Double priority,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<Annotations> CODEC = ObjectCodec.of("Annotations", type -> {
        var audience = type.nullableLenientList("audience", Role.CODEC, Annotations::audience);
        var lastModified = type.lenient("lastModified", Codecs.STRING, Annotations::lastModified);
        var priority = type.lenient("priority", Codecs.DOUBLE, Annotations::priority);
        var meta = type.lenient("_meta", Meta.CODEC, Annotations::meta);
        return in -> new Annotations(in.find(audience), in.find(lastModified), in.find(priority), in.find(meta));
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
        copy.audience = audience;
        copy.lastModified = lastModified;
        copy.priority = priority;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link Annotations}; used by one thread. */
    public static final class Builder {

        private @Nullable List<Role> audience;
        private @Nullable String lastModified;
        private @Nullable Double priority;
        private @Nullable Meta meta;

        private Builder() {}

        /**
         * Sets whom it is for.
         *
         * @param audience whom it is for; null when unsaid
         * @return this
         */
        public Builder audience(@Nullable List<Role> audience) {
            this.audience = audience;
            return this;
        }

        /**
         * Sets when it last changed, as its sender writes it (ISO 8601).
         *
         * @param lastModified when it last changed, as its sender writes it (ISO 8601); null when unsaid
         * @return this
         */
        public Builder lastModified(@Nullable String lastModified) {
            this.lastModified = lastModified;
            return this;
        }

        /**
         * Sets from 0 (least) to 1 (most important).
         *
         * @param priority from 0 (least) to 1 (most important); null when unsaid
         * @return this
         */
        public Builder priority(@Nullable Double priority) {
            this.priority = priority;
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
        public Annotations build() {
            return new Annotations(audience, lastModified, priority, meta);
        }
    }
}
