package io.acp4j.schema.v1.content;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a resource that is text.
 *
 * @param uri where the resource is
 * @param text its contents
 * @param mimeType its media type; null when unknown
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/content#embedded-resource">the specification</a>
 * @since 0.1.0
 */
public record TextResourceContents(
        String uri,
        String text,
        @Nullable String mimeType,
        @Nullable Meta meta) implements EmbeddedResourceResource {

    /** Reads and writes the object. */
    public static final ObjectCodec<TextResourceContents> CODEC = ObjectCodec.of("TextResourceContents", type -> {
        var uri = type.required("uri", Codecs.STRING, TextResourceContents::uri);
        var text = type.required("text", Codecs.STRING, TextResourceContents::text);
        var mimeType = type.lenient("mimeType", Codecs.STRING, TextResourceContents::mimeType);
        var meta = type.lenient("_meta", Meta.CODEC, TextResourceContents::meta);
        return in -> new TextResourceContents(in.get(uri), in.get(text), in.find(mimeType), in.find(meta));
    });

    /** Checks that what is required is there. */
    public TextResourceContents {
        Objects.requireNonNull(uri, "uri");
        Objects.requireNonNull(text, "text");
    }

    /**
     * Makes contents of unsaid media type.
     *
     * @param uri where the resource is
     * @param text its contents
     * @return the contents
     */
    public static TextResourceContents of(String uri, String text) {
        return new TextResourceContents(uri, text, null, null);
    }
}
