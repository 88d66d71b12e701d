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
     * Makes a sound from its bytes.
     *
     * @param bytes the encoded sound
     * @param mimeType how it is encoded
     * @return the content
     */
    public static AudioContent of(byte[] bytes, String mimeType) {
        return new AudioContent(Base64.getEncoder().encodeToString(bytes), mimeType, null, null);
    }

    /** Returns only the size of the payload. */
    @Override
    public String toString() {
        return "AudioContent[mimeType=" + mimeType + ", data=" + data.length() + " characters]";
    }
}
