// Written by build-support/write-types from src/protocol/content.yaml: change that, not this.
package io.acp4j.schema.content;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Base64;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A sound; in prompts only for agents that advertise {@code promptCapabilities.audio}.
 *
 * @param data the bytes in Base64
 * @param mimeType what the bytes are, such as {@code audio/wav}
 * @param annotations hints about its use; null when there are none
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/content#audio-content">the specification</a>
 * @since 0.1.0
 */
public record AudioContent(
        String data,
        String mimeType,
        @Nullable Annotations annotations,
        @Nullable Meta meta) implements ContentBlock {

    /** Reads and writes the object, without the discriminator that {@link ContentBlock#CODEC} adds. */
    public static final ObjectCodec<AudioContent> CODEC = ObjectCodec.of("AudioContent", type -> {
        var data = type.required("data", Codecs.STRING, AudioContent::data);
        var mimeType = type.required("mimeType", Codecs.STRING, AudioContent::mimeType);
        var annotations = type.lenient("annotations", Annotations.CODEC, AudioContent::annotations);
        var meta = type.lenient("_meta", Meta.CODEC, AudioContent::meta);
        return in -> new AudioContent(in.get(data), in.get(mimeType), in.find(annotations), in.find(meta));
    });

    /** Checks that what is required is there. */
    public AudioContent {
        Objects.requireNonNull(data, "data");
        Objects.requireNonNull(mimeType, "mimeType");
    }

    /**
     * Returns a value with what is required.
     *
     * @param data the bytes in Base64
     * @param mimeType what the bytes are, such as {@code audio/wav}
     * @return the value
     */
    public static AudioContent of(String data, String mimeType) {
        return new AudioContent(data, mimeType, null, null);
    }

    /**
     * Returns a sound from its bytes.
     *
     * @param bytes the encoded sound
     * @param mimeType how it is encoded
     * @return the value
     */
    public static AudioContent of(byte[] bytes, String mimeType) {
        return of(Base64.getEncoder().encodeToString(bytes), mimeType);
    }

    /** Names what is short, and the size of the rest. */
    @Override
    public String toString() {
        return "AudioContent[mimeType=" + mimeType + ", data=" + data.length() + " characters]";
    }

    /**
     * Starts a value with what is required.
     *
     * @param data the bytes in Base64
     * @param mimeType what the bytes are, such as {@code audio/wav}
     * @return the builder
     */
    public static Builder builder(String data, String mimeType) {
        return new Builder(data, mimeType);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(data, mimeType);
        copy.annotations = annotations;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link AudioContent}; used by one thread. */
    public static final class Builder {

        private final String data;
        private final String mimeType;
        private @Nullable Annotations annotations;
        private @Nullable Meta meta;

        private Builder(String data, String mimeType) {
            this.data = Objects.requireNonNull(data, "data");
            this.mimeType = Objects.requireNonNull(mimeType, "mimeType");
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
        public AudioContent build() {
            return new AudioContent(data, mimeType, annotations, meta);
        }
    }
}
