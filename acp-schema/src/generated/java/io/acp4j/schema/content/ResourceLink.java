// Written by build-support/write-types from src/protocol/content.yaml: change that, not this.
package io.acp4j.schema.content;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A reference to something that the agent can fetch itself; every agent takes it in prompts.
 *
 * @param uri where it is
 * @param name what to call it, for people
 * @param title a longer name for display; null when there is none
 * @param description what it is, for people; null when unsaid
 * @param mimeType its media type; null when unknown
 * @param size its size in bytes; null when unknown
 * @param annotations hints about its use; null when there are none
 * @param icons pictures to show it by; empty when there are none
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/content#resource-link">the specification</a>
 * @since 0.1.0
 */
public record ResourceLink(
        String uri,
        String name,
        @Nullable String title,
        @Nullable String description,
        @Nullable String mimeType,
        @Nullable Long size,
        @Nullable Annotations annotations,
        @Unstable("protocol-version-2") List<Icon> icons,
        @Nullable Meta meta)
        implements ContentBlock {

    /** Reads and writes the object, without the discriminator that {@link ContentBlock#CODEC} adds. */
    public static final ObjectCodec<ResourceLink> CODEC = ObjectCodec.of("ResourceLink", type -> {
        var uri = type.required("uri", Codecs.STRING, ResourceLink::uri);
        var name = type.required("name", Codecs.STRING, ResourceLink::name);
        var title = type.lenient("title", Codecs.STRING, ResourceLink::title);
        var description = type.lenient("description", Codecs.STRING, ResourceLink::description);
        var mimeType = type.lenient("mimeType", Codecs.STRING, ResourceLink::mimeType);
        var size = type.lenient("size", Codecs.INT64, ResourceLink::size);
        var annotations = type.lenient("annotations", Annotations.CODEC, ResourceLink::annotations);
        var icons = type.isV2()
                ? type.lenientList("icons", Icon.CODEC, ResourceLink::icons)
                : type.<List<Icon>>absent(List.of());
        var meta = type.lenient("_meta", Meta.CODEC, ResourceLink::meta);
        return in -> new ResourceLink(
                in.get(uri),
                in.get(name),
                in.find(title),
                in.find(description),
                in.find(mimeType),
                in.find(size),
                in.find(annotations),
                in.get(icons),
                in.find(meta));
    });

    /** Checks that what is required is there and copies the collections. */
    public ResourceLink {
        Objects.requireNonNull(uri, "uri");
        Objects.requireNonNull(name, "name");
        icons = List.copyOf(icons);
    }

    /**
     * Returns a value with what is required.
     *
     * @param uri where it is
     * @param name what to call it, for people
     * @return the value
     */
    public static ResourceLink of(String uri, String name) {
        return new ResourceLink(uri, name, null, null, null, null, null, List.of(), null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param uri where it is
     * @param name what to call it, for people
     * @return the builder
     */
    public static Builder builder(String uri, String name) {
        return new Builder(uri, name);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(uri, name);
        copy.title = title;
        copy.description = description;
        copy.mimeType = mimeType;
        copy.size = size;
        copy.annotations = annotations;
        copy.icons = icons;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link ResourceLink}; used by one thread. */
    public static final class Builder {

        private final String uri;
        private final String name;
        private @Nullable String title;
        private @Nullable String description;
        private @Nullable String mimeType;
        private @Nullable Long size;
        private @Nullable Annotations annotations;
        private List<Icon> icons = List.of();
        private @Nullable Meta meta;

        private Builder(String uri, String name) {
            this.uri = Objects.requireNonNull(uri, "uri");
            this.name = Objects.requireNonNull(name, "name");
        }

        /**
         * Sets a longer name for display.
         *
         * @param title a longer name for display; null when there is none
         * @return this
         */
        public Builder title(@Nullable String title) {
            this.title = title;
            return this;
        }

        /**
         * Sets what it is, for people.
         *
         * @param description what it is, for people; null when unsaid
         * @return this
         */
        public Builder description(@Nullable String description) {
            this.description = description;
            return this;
        }

        /**
         * Sets its media type.
         *
         * @param mimeType its media type; null when unknown
         * @return this
         */
        public Builder mimeType(@Nullable String mimeType) {
            this.mimeType = mimeType;
            return this;
        }

        /**
         * Sets its size in bytes.
         *
         * @param size its size in bytes; null when unknown
         * @return this
         */
        public Builder size(@Nullable Long size) {
            this.size = size;
            return this;
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
         * Sets pictures to show it by.
         *
         * @param icons pictures to show it by; empty when there are none
         * @return this
         */
        @Unstable("protocol-version-2")
        public Builder icons(List<Icon> icons) {
            this.icons = Objects.requireNonNull(icons, "icons");
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
        public ResourceLink build() {
            return new ResourceLink(uri, name, title, description, mimeType, size, annotations, icons, meta);
        }
    }
}
