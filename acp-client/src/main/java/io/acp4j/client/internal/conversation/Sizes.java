package io.acp4j.client.internal.conversation;

import io.acp4j.schema.content.AudioContent;
import io.acp4j.schema.content.BlobResourceContents;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.EmbeddedResource;
import io.acp4j.schema.content.EmbeddedResourceResource;
import io.acp4j.schema.content.ImageContent;
import io.acp4j.schema.content.ResourceLink;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.content.TextResourceContents;
import io.acp4j.schema.content.UnknownContent;
import io.acp4j.schema.content.UnknownResourceContents;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.tool.Content;
import io.acp4j.schema.tool.Diff;
import io.acp4j.schema.tool.FileChanges;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.UnknownToolCallContent;
import io.acp4j.schema.update.ToolCall;
import org.jspecify.annotations.Nullable;

/** About how much memory things take, counted in characters of their long members. */
public final class Sizes {

    /** What an entry takes beside its contents. */
    public static final long ENTRY = 100;

    private Sizes() {}

    public static long of(ContentBlock block) {
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

    public static long of(ToolCall call) {
        long size = call.title().length() + of(call.rawInput()) + of(call.rawOutput());
        for (ToolCallContent content : call.content()) {
            size += of(content);
        }
        return size;
    }

    public static long of(ToolCallContent content) {
        if (content instanceof Content block) {
            return of(block.content());
        }
        if (content instanceof Diff diff) {
            String old = diff.oldText();
            return (old == null ? 0L : old.length()) + diff.newText().length();
        }
        if (content instanceof FileChanges changes) {
            return changes.patch() == null ? 0 : changes.patch().text().length();
        }
        return content instanceof UnknownToolCallContent unknown ? unknown.raw().length() : 0;
    }

    private static long of(@Nullable RawJson json) {
        return json == null ? 0 : json.length();
    }
}
