package io.acp4j.schema.v1.content;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Text, plain or Markdown; every agent takes it in prompts.
 *
 * @param text the text
 * @param annotations hints about its use; null when there are none
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/content#text-content">the specification</a>
 * @since 0.1.0
 */
public record TextContent(
        String text,
        @Nullable Annotations annotations,
        @Nullable Meta meta) implements ContentBlock {

    /** Reads and writes the object, without the discriminator that {@link ContentBlock#CODEC} adds. */
    public static final ObjectCodec<TextContent> CODEC = ObjectCodec.of("TextContent", type -> {
        var annotations = type.lenient("annotations", Annotations.CODEC, TextContent::annotations);
        var text = type.required("text", Codecs.STRING, TextContent::text);
        var meta = type.lenient("_meta", Meta.CODEC, TextContent::meta);
        return in -> new TextContent(in.get(text), in.find(annotations), in.find(meta));
    });

    /** Checks that the text is there. */
    public TextContent {
        Objects.requireNonNull(text, "text");
    }

    /**
     * Makes text without hints or extra data.
     *
     * @param text the text
     * @return the content
     */
    public static TextContent of(String text) {
        return new TextContent(text, null, null);
    }
}
