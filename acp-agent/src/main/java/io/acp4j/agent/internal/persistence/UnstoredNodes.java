package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.schema.CompactionId;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.TerminalOutputChunk;
import io.acp4j.schema.update.TerminalUpdate;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What has been sent of a session and is not stored yet: the message that goes on, open tool calls, a compaction. */
final class UnstoredNodes {

    private final ToolCallRecords calls = new ToolCallRecords();
    private final TerminalRecords terminals = new TerminalRecords();
    private @Nullable MessageDraft message;
    private @Nullable CompactionDraft compaction;

    /**
     * Returns whether a chunk is the next one of the message that goes on.
     *
     * @param limited whether a message that has become long is stored in parts
     */
    boolean continues(NodeKind kind, MessageId id, boolean limited) {
        return message != null && message.isOf(kind, id) && !(limited && message.isFull());
    }

    void begin(NodeKind kind, MessageId id) {
        message = new MessageDraft(kind, id);
    }

    void add(ContentChunk chunk) {
        Objects.requireNonNull(message).add(chunk);
    }

    void add(MessageUpsert whole) {
        Objects.requireNonNull(message).add(whole.content(), whole.meta());
    }

    /** Returns what is to be stored of an update other than a chunk of a message; null when that is nothing, or can wait. */
    HistoryEntry.@Nullable Draft nodeOf(SessionUpdate update) {
        if (update instanceof TerminalUpdate terminal) {
            return terminals.changed(terminal);
        }
        if (update instanceof TerminalOutputChunk output) {
            terminals.wrote(output);
            return null;
        }
        if (update instanceof ToolCall call) {
            return calls.announced(call);
        }
        if (update instanceof ToolCallUpdate change) {
            return calls.changed(change);
        }
        CompactionId compacted = CompactionDraft.idOf(update);
        return compacted == null ? HistoryEntry.Draft.of(update) : compaction(compacted, update);
    }

    /** Returns the changes of a tool call that are to be stored before a piece of its content is; null when there are none. */
    HistoryEntry.@Nullable Draft changesOf(ToolCallId call) {
        return calls.flushed(call);
    }

    private HistoryEntry.@Nullable Draft compaction(CompactionId compacted, SessionUpdate update) {
        CompactionDraft open = compaction;
        if (open == null || !open.isOf(compacted)) {
            open = CompactionDraft.of(compacted);
        }
        open.add(update);
        HistoryEntry.Draft ended = open.ended();
        compaction = ended == null ? open : null;
        return ended;
    }

    /** Returns the message that goes on, if there is one, and a node that comes after it. */
    List<HistoryEntry.Draft> before(HistoryEntry.@Nullable Draft node) {
        List<HistoryEntry.Draft> nodes = new ArrayList<>(2);
        if (message != null) {
            nodes.add(message.seal());
        }
        if (node != null) {
            nodes.add(node);
        }
        return nodes;
    }

    /** Returns what has changed of open tool calls and terminals since it was stored last, which is stored now. */
    List<HistoryEntry.Draft> changes() {
        List<HistoryEntry.Draft> changes = new ArrayList<>(calls.flushed());
        changes.addAll(terminals.rest());
        return changes;
    }

    /** Returns what has been sent of the compaction and the message that go on. */
    List<SessionUpdate> goingOn() {
        List<SessionUpdate> sent = new ArrayList<>();
        if (compaction != null) {
            sent.addAll(compaction.unfinished().updates());
        }
        if (message != null) {
            sent.addAll(message.sent());
        }
        return sent;
    }

    /** Forgets the message that goes on; false when there is none. */
    boolean drop() {
        boolean dropped = message != null;
        message = null;
        return dropped;
    }

    /** Forgets open tool calls: what comes of them after this is stored as it comes. */
    void forgetCalls() {
        calls.clear();
    }

    /** Returns what is left at the end of a turn beside a message, and forgets it. */
    List<HistoryEntry.Draft> rest() {
        List<HistoryEntry.Draft> rest = new ArrayList<>(calls.rest());
        calls.clear();
        rest.addAll(terminals.rest());
        if (compaction != null) {
            rest.add(compaction.unfinished());
            compaction = null;
        }
        return rest;
    }
}
