package io.acp4j.agent.internal.model;

import io.acp4j.schema.content.AudioContent;
import io.acp4j.schema.content.BlobResourceContents;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.EmbeddedResource;
import io.acp4j.schema.content.ImageContent;
import io.acp4j.schema.content.ResourceLink;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.content.TextResourceContents;

/** A piece of what the user said. */
public sealed interface ModelPart {

    /**
     * A piece of text.
     *
     * @param text plain or Markdown
     */
    record Text(String text) implements ModelPart {}

    /**
     * A picture, a sound or a file.
     *
     * @param mimeType what it is
     * @param data its bytes in Base64
     */
    record Media(String mimeType, String data) implements ModelPart {}

    /** Returns what a model gets of a block; links and attached files are text with their address. */
    static ModelPart of(ContentBlock block) {
        if (block instanceof TextContent text) {
            return new Text(text.text());
        }
        if (block instanceof ImageContent image) {
            return new Media(image.mimeType(), image.data());
        }
        if (block instanceof AudioContent audio) {
            return new Media(audio.mimeType(), audio.data());
        }
        if (block instanceof ResourceLink link) {
            return new Text("[" + link.name() + "](" + link.uri() + ")");
        }
        if (block instanceof EmbeddedResource embedded) {
            if (embedded.resource() instanceof TextResourceContents file) {
                return new Text("<file uri=\"" + file.uri() + "\">\n" + file.text() + "\n</file>");
            }
            if (embedded.resource() instanceof BlobResourceContents file) {
                String mimeType = file.mimeType();
                return new Media(mimeType == null ? "application/octet-stream" : mimeType, file.blob());
            }
        }
        return new Text("[content of a kind that cannot be shown to the model]");
    }

    /** Returns the text that stands for a file of a kind that a library cannot give to models. */
    static String unsupported(String mimeType) {
        return "[a file of type " + mimeType + ", which cannot be shown to the model]";
    }
}
