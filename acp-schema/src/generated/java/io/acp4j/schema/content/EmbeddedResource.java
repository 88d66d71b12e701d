// Written by build-support/write-types from src/protocol/content.yaml: change that, not this.
package io.acp4j.schema.content;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something's contents within the message itself; in prompts only for agents that advertise {@code
 * promptCapabilities.embeddedContext}.
 *
 * @param resource the contents
 * @param annotations hints about its use; null when there are none
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/content#embedded-resource">the specification</a>
 * @since 0.1.0
 */
public record EmbeddedResource(
        EmbeddedResourceResource resource,
        @Nullable Annotations annotations,
        @Nullable Meta meta) implements ContentBlock {

    /** Reads and writes the object, without the discriminator that {@link ContentBlock#CODEC} adds. */
    public static final ObjectCodec<EmbeddedResource> CODEC = ObjectCodec.of("EmbeddedResource", type -> {
        var resource = type.required("resource", EmbeddedResourceResource.CODEC, EmbeddedResource::resource);
        var annotations = type.lenient("annotations", Annotations.CODEC, EmbeddedResource::annotations);
        var meta = type.lenient("_meta", Meta.CODEC, EmbeddedResource::meta);
        return in -> new EmbeddedResource(in.get(resource), in.find(annotations), in.find(meta));
    });

    /** Checks that what is required is there. */
    public EmbeddedResource {
        Objects.requireNonNull(resource, "resource");
    }

    /**
     * Returns a value with what is required.
     *
     * @param resource the contents
     * @return the value
     */
    public static EmbeddedResource of(EmbeddedResourceResource resource) {
        return new EmbeddedResource(resource, null, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param resource the contents
     * @return the builder
     */
    public static Builder builder(EmbeddedResourceResource resource) {
        return new Builder(resource);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(resource);
        copy.annotations = annotations;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link EmbeddedResource}; used by one thread. */
    public static final class Builder {

        private final EmbeddedResourceResource resource;
        private @Nullable Annotations annotations;
        private @Nullable Meta meta;

        private Builder(EmbeddedResourceResource resource) {
            this.resource = Objects.requireNonNull(resource, "resource");
        }

        /**
         * Sets hints about its use.
         *
         * @param annotations hints about its use; null when there are none
         * @return this
         */
        public Builder annotations(@Nullable Annotations annotations) {
            this.annotations = annotations;
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
        public EmbeddedResource build() {
            return new EmbeddedResource(resource, annotations, meta);
        }
    }
}
