package io.acp4j.schema.content;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Base64;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a resource that is not text.
 *
 * @param uri where the resource is
 * @param blob its bytes in Base64
 * @param mimeType its media type; null when unknown
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/content#embedded-resource">the specification</a>
 * @since 0.1.0
 */
public record BlobResourceContents(
        String uri,
        String blob,
        @Nullable String mimeType,
        @Nullable Meta meta) implements EmbeddedResourceResource {

    /** Reads and writes the object. */
    public static final ObjectCodec<BlobResourceContents> CODEC = ObjectCodec.of("BlobResourceContents", type -> {
        var uri = type.required("uri", Codecs.STRING, BlobResourceContents::uri);
        var blob = type.required("blob", Codecs.STRING, BlobResourceContents::blob);
        var mimeType = type.lenient("mimeType", Codecs.STRING, BlobResourceContents::mimeType);
        var meta = type.lenient("_meta", Meta.CODEC, BlobResourceContents::meta);
        return in -> new BlobResourceContents(in.get(uri), in.get(blob), in.find(mimeType), in.find(meta));
    });

    /** Checks that what is required is there. */
    public BlobResourceContents {
        Objects.requireNonNull(uri, "uri");
        Objects.requireNonNull(blob, "blob");
    }

    /**
     * Makes contents from bytes.
     *
     * @param uri where the resource is
     * @param bytes its contents
     * @param mimeType its media type; null when unknown
     * @return the contents
     */
    public static BlobResourceContents of(String uri, byte[] bytes, @Nullable String mimeType) {
        return new BlobResourceContents(uri, Base64.getEncoder().encodeToString(bytes), mimeType, null);
    }

    /** Returns only the size of the payload. */
    @Override
    public String toString() {
        return "BlobResourceContents[uri=" + uri + ", blob=" + blob.length() + " characters]";
    }
}
