package io.acp4j.client.transcript;

import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.v1.content.AudioContent;
import io.acp4j.schema.v1.content.BlobResourceContents;
import io.acp4j.schema.v1.content.ContentBlock;
import io.acp4j.schema.v1.content.EmbeddedResource;
import io.acp4j.schema.v1.content.EmbeddedResourceResource;
import io.acp4j.schema.v1.content.ImageContent;
import io.acp4j.schema.v1.content.ResourceLink;
import io.acp4j.schema.v1.content.TextContent;
import io.acp4j.schema.v1.content.TextResourceContents;
import io.acp4j.schema.v1.content.UnknownContent;
import io.acp4j.schema.v1.content.UnknownResourceContents;
import io.acp4j.schema.v1.tool.Content;
import io.acp4j.schema.v1.tool.Diff;
import io.acp4j.schema.v1.tool.ToolCallContent;
import io.acp4j.schema.v1.tool.UnknownToolCallContent;
import io.acp4j.schema.v1.update.ToolCall;
import org.jspecify.annotations.Nullable;

/** About how much memory things take, counted in characters of their long members. */
final class Weights {

    /** What an entry takes beside its contents. */
    static final long ENTRY = 100;

    private Weights() {}

    static long of(ContentBlock block) {
        if (block instanceof TextContent text) {
            return text.text().length();
        }
        if (block instanceof ImageContent image) {
            return image.data().length();
        }
        if (block instanceof AudioContent audio) {
            return audio.data().length();
        }
        if (block instanceof EmbeddedResource embedded) {
            return of(embedded.resource());
        }
        if (block instanceof ResourceLink link) {
            return link.uri().length();
        }
        return block instanceof UnknownContent unknown ? unknown.raw().length() : 0;
    }

    private static long of(EmbeddedResourceResource resource) {
        if (resource instanceof TextResourceContents text) {
            return text.text().length();
        }
        if (resource instanceof BlobResourceContents blob) {
            return blob.blob().length();
        }
        return resource instanceof UnknownResourceContents unknown
                ? unknown.raw().length()
                : 0;
    }

    static long of(ToolCall call) {
        long weight = call.title().length() + of(call.rawInput()) + of(call.rawOutput());
        for (ToolCallContent content : call.content()) {
            weight += of(content);
        }
        return weight;
    }

    private static long of(ToolCallContent content) {
        if (content instanceof Content block) {
            return of(block.content());
        }
        if (content instanceof Diff diff) {
            String old = diff.oldText();
            return (old == null ? 0L : old.length()) + diff.newText().length();
        }
        return content instanceof UnknownToolCallContent unknown ? unknown.raw().length() : 0;
    }

    private static long of(@Nullable RawJson json) {
        return json == null ? 0 : json.length();
    }
}
