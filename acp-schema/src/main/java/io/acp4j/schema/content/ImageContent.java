package io.acp4j.schema.content;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Base64;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A picture; in prompts only for agents that advertise {@code promptCapabilities.image}.
 *
 * @param data the bytes in Base64
 * @param mimeType what the bytes are, such as {@code image/png}
 * @param uri where the picture comes from; null when unsaid
 * @param annotations hints about its use; null when there are none
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/content#image-content">the specification</a>
 * @since 0.1.0
 */
public record ImageContent(
        String data,
        String mimeType,
        @Nullable String uri,
        @Nullable Annotations annotations,
        @Nullable Meta meta) implements ContentBlock {

    /** Reads and writes the object, without the discriminator that {@link ContentBlock#CODEC} adds. */
    public static final ObjectCodec<ImageContent> CODEC = ObjectCodec.of("ImageContent", type -> {
        var data = type.required("data", Codecs.STRING, ImageContent::data);
        var mimeType = type.required("mimeType", Codecs.STRING, ImageContent::mimeType);
        var uri = type.lenient("uri", Codecs.STRING, ImageContent::uri);
        var annotations = type.lenient("annotations", Annotations.CODEC, ImageContent::annotations);
        var meta = type.lenient("_meta", Meta.CODEC, ImageContent::meta);
        return in ->
                new ImageContent(in.get(data), in.get(mimeType), in.find(uri), in.find(annotations), in.find(meta));
    });

    /** Checks that what is required is there. */
    public ImageContent {
        Objects.requireNonNull(data, "data");
        Objects.requireNonNull(mimeType, "mimeType");
    }

    /**
     * Makes a picture from its bytes.
     *
     * @param bytes the encoded picture
     * @param mimeType how it is encoded
     * @return the content
     */
    public static ImageContent of(byte[] bytes, String mimeType) {
        return new ImageContent(Base64.getEncoder().encodeToString(bytes), mimeType, null, null, null);
    }

    /** Returns only the size of the payload. */
    @Override
    public String toString() {
        return "ImageContent[mimeType=" + mimeType + ", data=" + data.length() + " characters]";
    }
}
