package io.acp4j.client.internal.transcript;

import io.acp4j.client.internal.conversation.DefaultToolCall;
import io.acp4j.client.transcript.TranscriptChange.EntryChanged;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;

/** The tool calls of a conversation and the rules by which updates change them. Used by one thread at a time. */
final class ToolCallEntries {

    private final EntryStore store;
    private final EntryIndex index;

    /** True in version 2, where each member of an update is a patch. */
    private final boolean patching;

    ToolCallEntries(EntryStore store, boolean patching) {
        this.store = store;
        this.index = store.index();
        this.patching = patching;
    }

    /** Adds a call, or replaces the announced values of one of this turn. */
    void announced(ToolCall call) {
        DefaultToolCall known = index.call(call.toolCallId(), store.now().byPosition());
        if (known == null || known.turn() != turn()) {
            begin(DefaultToolCall.announced(store.now().nextPosition(), turn(), call));
        } else {
            replace(known, known.announced(call));
        }
    }

    /** Applies an update of a call. The description in a permission request does not change known values. */
    void patched(ToolCallUpdate update, boolean asked) {
        DefaultToolCall known = index.call(update.toolCallId(), store.now().byPosition());
        if (known == null || (asked && !patching && known.turn() != turn() && known.isFinished())) {
            begin(
                    patching
                            ? DefaultToolCall.upserted(store.now().nextPosition(), turn(), update)
                            : DefaultToolCall.announced(store.now().nextPosition(), turn(), update));
        } else if (patching) {
            replace(known, known.upsertedBy(update));
        } else {
            replace(known, asked ? known.completedBy(update) : known.updatedBy(update));
        }
    }

    /** Adds content to a call. */
    void extended(ToolCallId id, ToolCallContent content, long maxSize) {
        DefaultToolCall known = index.call(id, store.now().byPosition());
        if (known == null) {
            known = DefaultToolCall.announced(
                    store.now().nextPosition(),
                    turn(),
                    ToolCallUpdate.builder(id).build());
            begin(known);
        }
        replace(known, known.plus(content, maxSize));
    }

    /** Marks the unfinished calls of the current turn as cancelled. */
    void cancel() {
        for (int position : index.takeUnfinished()) {
            DefaultToolCall call = (DefaultToolCall) store.now().at(position);
            DefaultToolCall marked = call.marked();
            store.put(call, marked);
            store.changed(new EntryChanged(call, marked));
        }
    }

    private int turn() {
        return store.now().turns();
    }

    private void begin(DefaultToolCall call) {
        index.add(call);
        store.add(call);
    }

    private void replace(DefaultToolCall before, DefaultToolCall after) {
        index.update(after);
        store.put(before, after);
        store.changed(new EntryChanged(before, after));
        store.bound();
    }
}
