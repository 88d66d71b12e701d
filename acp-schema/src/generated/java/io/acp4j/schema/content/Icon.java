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
 * A picture to show something by.
 *
 * @param src its URI
 * @param mimeType its media type; null when unknown
 * @param sizes the sizes that it serves, such as {@code 48x48} or {@code any}; empty when unsaid
 * @param theme the kind of background that it is made for; null when it goes with any
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/content#resource-link">the specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record Icon(
        String src,
        @Nullable String mimeType,
        List<String> sizes,
        @Nullable IconTheme theme,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<Icon> CODEC = ObjectCodec.of("Icon", type -> {
        var src = type.required("src", Codecs.STRING, Icon::src);
        var mimeType = type.lenient("mimeType", Codecs.STRING, Icon::mimeType);
        var sizes = type.lenientList("sizes", Codecs.STRING, Icon::sizes);
        var theme = type.lenient("theme", IconTheme.CODEC, Icon::theme);
        var meta = type.lenient("_meta", Meta.CODEC, Icon::meta);
        return in -> new Icon(in.get(src), in.find(mimeType), in.get(sizes), in.find(theme), in.find(meta));
    });

    /** Checks that what is required is there and copies the collections. */
    public Icon {
        Objects.requireNonNull(src, "src");
        sizes = List.copyOf(sizes);
    }

    /**
     * Returns a value with what is required.
     *
     * @param src its URI
     * @return the value
     */
    public static Icon of(String src) {
        return new Icon(src, null, List.of(), null, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param src its URI
     * @return the builder
     */
    public static Builder builder(String src) {
        return new Builder(src);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(src);
        copy.mimeType = mimeType;
        copy.sizes = sizes;
        copy.theme = theme;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link Icon}; used by one thread. */
    public static final class Builder {

        private final String src;
        private @Nullable String mimeType;
        private List<String> sizes = List.of();
        private @Nullable IconTheme theme;
        private @Nullable Meta meta;

        private Builder(String src) {
            this.src = Objects.requireNonNull(src, "src");
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
         * Sets the sizes that it serves, such as {@code 48x48} or {@code any}.
         *
         * @param sizes the sizes that it serves, such as {@code 48x48} or {@code any}; empty when unsaid
         * @return this
         */
        public Builder sizes(List<String> sizes) {
            this.sizes = Objects.requireNonNull(sizes, "sizes");
            return this;
        }

        /**
         * Sets the kind of background that it is made for.
         *
         * @param theme the kind of background that it is made for; null when it goes with any
         * @return this
         */
        public Builder theme(@Nullable IconTheme theme) {
            this.theme = theme;
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
        public Icon build() {
            return new Icon(src, mimeType, sizes, theme, meta);
        }
    }
}
