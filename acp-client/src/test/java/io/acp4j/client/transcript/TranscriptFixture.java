package io.acp4j.client.transcript;

import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AgentThoughtChunk;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import io.acp4j.schema.update.UserMessageChunk;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Updates in short, and conversations as lines of text. */
final class TranscriptFixture {

    private TranscriptFixture() {}

    static SessionUpdate agent(@Nullable String id, String text) {
        return new AgentMessageChunk(TextContent.of(text), id == null ? null : new MessageId(id), null);
    }

    static SessionUpdate user(@Nullable String id, String text) {
        return new UserMessageChunk(TextContent.of(text), id == null ? null : new MessageId(id), null);
    }

    static SessionUpdate thought(@Nullable String id, String text) {
        return new AgentThoughtChunk(TextContent.of(text), id == null ? null : new MessageId(id), null);
    }

    static SessionUpdate call(String id, String title) {
        return ToolCall.builder(new ToolCallId(id), title).build();
    }

    static SessionUpdate callUpdate(String id, ToolCallStatus status) {
        return ToolCallUpdate.builder(new ToolCallId(id)).status(status).build();
    }

    static List<ContentBlock> prompt(String text) {
        return List.of(ContentBlock.text(text));
    }

    static DefaultSessionTranscript transcript(SessionUpdate... updates) {
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create();
        for (SessionUpdate update : updates) {
            transcript.update(update);
        }
        return transcript;
    }

    static List<String> lines(SessionTranscript transcript) {
        return lines(transcript.snapshot());
    }

    /** One line for each entry, such as {@code agent m1: Hello} and {@code tool call_1 completed: Reading}. */
    static List<String> lines(Conversation conversation) {
        List<String> lines = new ArrayList<>();
        for (TranscriptEntry entry : conversation.entries()) {
            lines.add(line(entry));
        }
        return lines;
    }

    private static String line(TranscriptEntry entry) {
        if (entry instanceof TranscriptMessage message) {
            MessageId id = message.id();
            return message.role().name().toLowerCase(java.util.Locale.ROOT) + (id == null ? "" : " " + id) + ": "
                    + message.text();
        }
        if (entry instanceof TranscriptToolCall call) {
            return "tool " + call.id() + " "
                    + (call.isCancelled() ? "cancelled" : call.call().status()) + ": "
                    + call.call().title();
        }
        if (entry instanceof TranscriptEntry.AgentNotice notice) {
            return "notice: " + notice.notice().title();
        }
        if (entry instanceof TranscriptEntry.Gap gap) {
            return "gap " + gap.reason() + " " + gap.unstoredText();
        }
        TranscriptEntry.Compaction compaction = (TranscriptEntry.Compaction) entry;
        return "compaction " + compaction.id() + " " + compaction.status() + ": "
                + compaction.summary().stream()
                        .map(block -> block instanceof TextContent text ? text.text() : "")
                        .collect(Collectors.joining());
    }
}
