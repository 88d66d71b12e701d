package io.acp4j.client.internal.transcript;

import io.acp4j.client.internal.conversation.DefaultConversation;
import io.acp4j.client.transcript.TranscriptChange;
import io.acp4j.client.transcript.TranscriptChange.EntryAdded;
import io.acp4j.client.transcript.TranscriptChange.EntryDropped;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptOptions;
import java.util.function.BiConsumer;

/** The entries of a conversation, which are kept within limits, and the listener to their changes. Used by one thread at a time. */
final class EntryStore {

    private final TranscriptOptions options;
    private final BiConsumer<TranscriptChange, DefaultConversation> changes;
    private final EntryIndex index;
    private DefaultConversation now;
    private long size;
    private boolean unlimited;

    EntryStore(
            TranscriptOptions options,
            BiConsumer<TranscriptChange, DefaultConversation> changes,
            DefaultConversation start,
            EntryIndex index,
            long size) {
        this.options = options;
        this.changes = changes;
        this.now = start;
        this.index = index;
        this.size = size;
    }

    /** Returns a store of the same entries that reports its changes to another listener. */
    EntryStore reportingTo(BiConsumer<TranscriptChange, DefaultConversation> others) {
        return new EntryStore(options, others, now, index, size);
    }

    /** Suspends the limits of this store. They apply again in the store that {@link #reportingTo} returns. */
    void suspendLimits() {
        unlimited = true;
    }

    EntryIndex index() {
        return index;
    }

    DefaultConversation now() {
        return now;
    }

    /** Changes the conversation in other parts than its entries. */
    void set(DefaultConversation changed) {
        now = changed;
    }

    void changed(TranscriptChange change) {
        changes.accept(change, now);
    }

    /** Adds an entry and reports it. */
    void add(TranscriptEntry entry) {
        append(entry);
        changed(new EntryAdded(entry));
        bound();
    }

    /** Adds an entry without a report. */
    void append(TranscriptEntry entry) {
        now = now.plus(entry);
        size += entry.size();
    }

    /** Replaces an entry by its newer form. */
    void put(TranscriptEntry before, TranscriptEntry after) {
        now = now.with(after);
        size += after.size() - before.size();
    }

    /** Replaces an entry by one of another kind. */
    void recast(TranscriptEntry before, TranscriptEntry after) {
        now = now.recast(after);
        size += after.size() - before.size();
    }

    /** Begins with the entries of another conversation. */
    void inherit(DefaultConversation history) {
        now = now.inheriting(history);
        for (TranscriptEntry entry : history.entries()) {
            index.inherit(entry);
            size += entry.size();
        }
    }

    /** Drops all entries, as they may be those of another branch. */
    void dropAll() {
        while (!now.entries().isEmpty()) {
            dropOldest();
        }
    }

    /** Drops the oldest entries that exceed the limits. */
    void bound() {
        while (!unlimited
                && (now.entries().size() > options.maxEntries() || size > options.maxSize())
                && now.entries().size() > 1) {
            dropOldest();
        }
    }

    private void dropOldest() {
        TranscriptEntry oldest = now.entries().get(0);
        now = now.withoutFirst();
        size -= oldest.size();
        index.remove(oldest);
        changed(new EntryDropped(oldest));
    }
}
