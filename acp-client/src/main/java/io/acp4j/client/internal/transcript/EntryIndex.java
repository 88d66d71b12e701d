package io.acp4j.client.internal.transcript;

import io.acp4j.client.internal.conversation.DefaultCompaction;
import io.acp4j.client.internal.conversation.DefaultMessage;
import io.acp4j.client.internal.conversation.DefaultToolCall;
import io.acp4j.client.internal.conversation.PersistentVector;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.schema.CompactionId;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.UserMessageChunk;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where the entries are that updates may speak of. */
final class EntryIndex {

    static final int NONE = -1;

    private final Map<MessageKey, Integer> messages = new HashMap<>();
    private final Map<ToolCallId, Integer> calls = new HashMap<>();
    private final Map<CompactionId, Integer> compactions = new HashMap<>();

    /** Calls of the current turn that have not ended. */
    private final Set<Integer> unfinished = new LinkedHashSet<>();

    /** The message that a chunk without an id continues. */
    private int anonymous = NONE;

    /** The prompt of this client that the agent has not told back. */
    private int prompt = NONE;

    /** What tells messages apart: ids are unique only among those of one type. */
    record MessageKey(MessageRole role, @Nullable MessageId id) {}

    static MessageKey keyOf(ContentChunk chunk) {
        return new MessageKey(roleOf(chunk), chunk.messageId());
    }

    private static MessageRole roleOf(ContentChunk chunk) {
        if (chunk instanceof AgentMessageChunk) {
            return MessageRole.AGENT;
        }
        return chunk instanceof UserMessageChunk ? MessageRole.USER : MessageRole.THOUGHT;
    }

    @Nullable
    DefaultMessage message(MessageKey key, PersistentVector<TranscriptEntry> entries) {
        Integer position = key.id() == null ? (Integer) anonymous : messages.get(key);
        if (position == null || position == NONE) {
            return null;
        }
        DefaultMessage message = (DefaultMessage) entries.at(position);
        return message.role() == key.role() ? message : null;
    }

    void add(MessageKey key, int position) {
        if (key.id() == null) {
            anonymous = position;
        } else {
            messages.put(key, position);
        }
    }

    /** Notes that a chunk has come: one with an id ends the message that has none. */
    void open(MessageKey key) {
        if (key.id() != null) {
            anonymous = NONE;
        }
    }

    void closeAnonymous() {
        anonymous = NONE;
    }

    void prompted(int position) {
        prompt = position;
    }

    @Nullable
    DefaultMessage untold(PersistentVector<TranscriptEntry> entries) {
        return prompt == NONE ? null : (DefaultMessage) entries.at(prompt);
    }

    void told(MessageKey key, int position) {
        prompt = NONE;
        add(key, position);
    }

    @Nullable
    DefaultToolCall call(ToolCallId id, PersistentVector<TranscriptEntry> entries) {
        Integer position = calls.get(id);
        return position == null ? null : (DefaultToolCall) entries.at(position);
    }

    void add(DefaultToolCall call) {
        calls.put(call.id(), call.position());
        update(call);
    }

    /** Takes an entry that was there before; a call that has not ended in another session does not end in this one. */
    void inherit(TranscriptEntry entry) {
        if (entry instanceof DefaultMessage message && message.id() != null) {
            messages.put(new MessageKey(message.role(), message.id()), message.position());
        } else if (entry instanceof DefaultToolCall call) {
            calls.put(call.id(), call.position());
        } else if (entry instanceof DefaultCompaction compaction) {
            add(compaction);
        }
    }

    void update(DefaultToolCall call) {
        if (call.isFinished()) {
            unfinished.remove(call.position());
        } else {
            unfinished.add(call.position());
        }
    }

    List<Integer> takeUnfinished() {
        List<Integer> taken = List.copyOf(unfinished);
        unfinished.clear();
        return taken;
    }

    void forgetUnfinished() {
        unfinished.clear();
    }

    @Nullable
    DefaultCompaction compaction(CompactionId id, PersistentVector<TranscriptEntry> entries) {
        Integer position = compactions.get(id);
        return position == null ? null : (DefaultCompaction) entries.at(position);
    }

    void add(DefaultCompaction compaction) {
        compactions.put(compaction.id(), compaction.position());
    }

    /** Forgets an entry that is dropped. */
    void remove(TranscriptEntry entry) {
        Integer position = entry.position();
        if (entry instanceof DefaultMessage message) {
            messages.remove(new MessageKey(message.role(), message.id()), position);
            prompt = prompt == position ? NONE : prompt;
            anonymous = anonymous == position ? NONE : anonymous;
        } else if (entry instanceof DefaultToolCall call) {
            calls.remove(call.id(), position);
            unfinished.remove(position);
        } else if (entry instanceof DefaultCompaction compaction) {
            compactions.remove(compaction.id(), position);
        }
    }
}
