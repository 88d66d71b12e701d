package io.acp4j.client.internal.transcript;

import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.update.AgentMessage;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AgentThought;
import io.acp4j.schema.update.AgentThoughtChunk;
import io.acp4j.schema.update.CompactionUpdate;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.UserMessage;
import io.acp4j.schema.update.UserMessageChunk;
import java.util.List;

/** The updates that make an entry. */
public final class Updates {

    private Updates() {}

    /** Returns updates that reproduce an entry; none for a refused prompt, which is not part of the conversation. */
    public static List<SessionUpdate> of(TranscriptEntry entry) {
        if (entry instanceof TranscriptMessage message
                && message.id() != null
                && message.content().isEmpty()) {
            return List.of(empty(message, message.id()));
        }
        if (entry instanceof TranscriptMessage message) {
            return message.content().stream()
                    .map(block -> chunk(message, block))
                    .toList();
        }
        if (entry instanceof TranscriptToolCall call) {
            return List.of(call.call());
        }
        if (entry instanceof TranscriptEntry.AgentNotice notice) {
            return List.of(notice.notice());
        }
        if (!(entry instanceof TranscriptEntry.Compaction compaction)) {
            return List.of();
        }
        String error = compaction.error();
        return List.of(new CompactionUpdate(
                compaction.id(),
                compaction.status(),
                Patch.of(compaction.summary()),
                error == null ? Patch.unchanged() : Patch.of(error),
                Patch.unchanged()));
    }

    private static SessionUpdate empty(TranscriptMessage message, MessageId id) {
        Patch<List<ContentBlock>> nothing = Patch.of(List.of());
        Patch<Meta> meta = Patch.ofNullable(message.meta());
        return switch (message.role()) {
            case USER -> new UserMessage(id, nothing, meta);
            case AGENT -> new AgentMessage(id, nothing, meta);
            case THOUGHT -> new AgentThought(id, nothing, meta);
        };
    }

    private static SessionUpdate chunk(TranscriptMessage message, ContentBlock block) {
        return switch (message.role()) {
            case USER -> new UserMessageChunk(block, message.id(), message.meta());
            case AGENT -> new AgentMessageChunk(block, message.id(), message.meta());
            case THOUGHT -> new AgentThoughtChunk(block, message.id(), message.meta());
        };
    }
}
