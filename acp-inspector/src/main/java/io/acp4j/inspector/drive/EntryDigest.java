package io.acp4j.inspector.drive;

import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.schema.content.AudioContent;
import io.acp4j.schema.content.BlobResourceContents;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.EmbeddedResource;
import io.acp4j.schema.content.ImageContent;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.tool.Content;
import io.acp4j.schema.tool.DiffPatch;
import io.acp4j.schema.tool.FileChanges;
import io.acp4j.schema.tool.Terminal;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.update.ToolCall;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What makes two entries of a comparison the same: all that they say, but neither their ids nor their places. */
final class EntryDigest {

    private EntryDigest() {}

    static String of(TranscriptEntry entry, Conversation conversation) {
        if (entry instanceof TranscriptMessage message) {
            return message.role() + " "
                    + conversation.parts(message).stream()
                            .map(EntryDigest::part)
                            .collect(Collectors.joining());
        }
        if (entry instanceof TranscriptToolCall tool) {
            return toolCall(tool);
        }
        if (entry instanceof TranscriptEntry.AgentNotice notice) {
            return "notice " + notice.notice().severity() + ' '
                    + notice.notice().title() + ' ' + notice.notice().description();
        }
        if (entry instanceof TranscriptEntry.RefusedPrompt refused) {
            return "refused " + blocks(refused.content());
        }
        if (entry instanceof TranscriptEntry.Gap gap) {
            return gap(gap);
        }
        TranscriptEntry.Compaction compaction = (TranscriptEntry.Compaction) entry;
        return "compaction " + compaction.status() + ' ' + blocks(compaction.summary()) + ' ' + compaction.error();
    }

    private static String part(TranscriptMessage.Part part) {
        return blocks(part.content()) + (part.gap() == null ? "" : '\n' + gap(part.gap()) + '\n');
    }

    private static String gap(TranscriptEntry.Gap gap) {
        return "gap " + gap.reason() + ' ' + gap.unstoredText();
    }

    private static String toolCall(TranscriptToolCall tool) {
        ToolCall call = tool.call();
        StringBuilder digest = new StringBuilder("tool ");
        digest.append(call.title()).append(' ').append(call.kind()).append(' ');
        digest.append(tool.isCancelled() ? "cancelled" : call.status()).append(' ');
        call.locations()
                .forEach(place -> digest.append(place.path())
                        .append(':')
                        .append(place.line())
                        .append(' '));
        digest.append(raw(call.rawInput())).append(' ').append(raw(call.rawOutput()));
        call.content().forEach(content -> digest.append(' ').append(content(content)));
        return digest.toString();
    }

    /** Terminals have an id and nothing else. */
    private static String content(ToolCallContent content) {
        if (content instanceof Terminal) {
            return "terminal";
        }
        if (content instanceof Content said) {
            return blocks(List.of(said.content()));
        }
        if (content instanceof FileChanges changes) {
            DiffPatch patch = changes.patch();
            return changes.changes() + " " + (patch == null ? "" : patch.text());
        }
        return content.toString();
    }

    /** Texts are one text, however they were cut into chunks. */
    private static String blocks(List<? extends ContentBlock> blocks) {
        StringBuilder digest = new StringBuilder();
        for (ContentBlock block : blocks) {
            if (block instanceof TextContent text) {
                digest.append(text.text());
            } else if (block instanceof ImageContent image) {
                digest.append(image.mimeType()).append(' ').append(image.data());
            } else if (block instanceof AudioContent audio) {
                digest.append(audio.mimeType()).append(' ').append(audio.data());
            } else if (block instanceof EmbeddedResource embedded
                    && embedded.resource() instanceof BlobResourceContents blob) {
                digest.append(blob.uri()).append(' ').append(blob.blob());
            } else {
                digest.append(block);
            }
        }
        return digest.toString();
    }

    private static String raw(@Nullable RawJson value) {
        return value == null ? "" : Objects.toString(value.toTree());
    }
}
