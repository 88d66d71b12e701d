// Written by build-support/write-types from src/protocol/init.yaml: change that, not this.
package io.acp4j.schema.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.Members;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which kinds of content an agent takes in prompts besides text and links to resources.
 *
 * @param image whether pictures may be sent
 * @param audio whether sound may be sent
 * @param embeddedContext whether resources may be sent with their contents
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#prompt-capabilities">the specification</a>
 * @since 0.1.0
 */
public record PromptCapabilities(
        boolean image,
        boolean audio,
        boolean embeddedContext,
        @Nullable Meta meta,
        Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<PromptCapabilities> CODEC = ObjectCodec.of("PromptCapabilities", type -> {
        var image = type.isV2()
                ? type.lenientUnlessDefault("image", Codecs.MARKER, new Get<>(0), false)
                : type.lenient("image", Codecs.BOOLEAN, new Get<>(0), false);
        var audio = type.isV2()
                ? type.lenientUnlessDefault("audio", Codecs.MARKER, new Get<>(1), false)
                : type.lenient("audio", Codecs.BOOLEAN, new Get<>(1), false);
        var embeddedContext = type.isV2()
                ? type.lenientUnlessDefault("embeddedContext", Codecs.MARKER, new Get<>(2), false)
                : type.lenient("embeddedContext", Codecs.BOOLEAN, new Get<>(2), false);
        var meta = type.lenient("_meta", Meta.CODEC, new Get<>(3));
        type.extras(PromptCapabilities::extras);
        return new ObjectCodec.Maker<>() {
            @Override
            public PromptCapabilities make(Members in) {
                return new PromptCapabilities(
                        in.get(image), in.get(audio), in.get(embeddedContext), in.find(meta), in.extras());
            }
        };
    });

    /** Nothing advertised. */
    public static final PromptCapabilities NONE = new PromptCapabilities(false, false, false, null, Map.of());

    /** Copies the unknown members. */
    public PromptCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }

    /** Takes a member out of a value. */
    private static final class Get<V> implements Function<PromptCapabilities, V> {

        private final int member;

        Get(int member) {
            this.member = member;
        }

        @Override
        @SuppressWarnings("unchecked") // the codec declares each member as what it is
        public @Nullable V apply(PromptCapabilities value) {
            Object found = switch (member) {
                case 0 -> value.image;
                case 1 -> value.audio;
                case 2 -> value.embeddedContext;
                default -> value.meta;
            };
            return (V) found;
        }
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
        copy.image = image;
        copy.audio = audio;
        copy.embeddedContext = embeddedContext;
        copy.meta = meta;
        copy.extras.putAll(extras);
        return copy;
    }

    /** Collects the members of {@link PromptCapabilities}; used by one thread. */
    public static final class Builder {

        private boolean image = false;
        private boolean audio = false;
        private boolean embeddedContext = false;
        private @Nullable Meta meta;
        private final Map<String, RawJson> extras = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets whether pictures may be sent.
         *
         * @param image whether pictures may be sent
         * @return this
         */
        public Builder image(boolean image) {
            this.image = image;
            return this;
        }

        /**
         * Sets whether sound may be sent.
         *
         * @param audio whether sound may be sent
         * @return this
         */
        public Builder audio(boolean audio) {
            this.audio = audio;
            return this;
        }

        /**
         * Sets whether resources may be sent with their contents.
         *
         * @param embeddedContext whether resources may be sent with their contents
         * @return this
         */
        public Builder embeddedContext(boolean embeddedContext) {
            this.embeddedContext = embeddedContext;
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
         * Adds a member that this version does not know.
         *
         * @param name its name
         * @param value its value, converted by {@link RawJson#of}
         * @return this
         */
        public Builder extra(String name, @Nullable Object value) {
            extras.put(name, RawJson.of(value));
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public PromptCapabilities build() {
            return new PromptCapabilities(image, audio, embeddedContext, meta, extras);
        }
    }
}
