package io.acp4j.client.internal.transcript;

import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptChange;
import io.acp4j.client.transcript.TranscriptChange.Detail;
import io.acp4j.client.transcript.TranscriptChange.EntryAdded;
import io.acp4j.client.transcript.TranscriptChange.EntryChanged;
import io.acp4j.client.transcript.TranscriptChange.EntryDropped;
import io.acp4j.client.transcript.TranscriptChange.Ignored;
import io.acp4j.client.transcript.TranscriptChange.MessageExtended;
import io.acp4j.client.transcript.TranscriptChange.TerminalChanged;
import io.acp4j.client.transcript.TranscriptChange.TurnEnded;
import io.acp4j.client.transcript.TranscriptChange.TurnStarted;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptGap;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptNotice;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.client.transcript.TranscriptRefusedPrompt;
import io.acp4j.schema.CompactionId;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.Meta;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.CompactionSummaryChunk;
import io.acp4j.schema.update.CompactionUpdate;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.Notice;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.TerminalOutputChunk;
import io.acp4j.schema.update.TerminalUpdate;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallContentChunk;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The entries of a conversation, put together from updates; used by one thread at a time. */
final class Flow {

    private final TranscriptOptions options;
    private final BiConsumer<TranscriptChange, DefaultConversation> changes;
    private final EntryIndex index;

    /** Whether updates are patches in every member, extra data by name. */
    private final boolean patching;

    private DefaultConversation now;
    private long size;

    /** Whether the work of the last turn has ended, where the agent tells that. */
    private boolean settled;

    Flow(
            TranscriptOptions options,
            BiConsumer<TranscriptChange, DefaultConversation> changes,
            DefaultConversation start,
            boolean patching) {
        this(options, changes, start, patching, new EntryIndex(), 0);
    }

    private Flow(
            TranscriptOptions options,
            BiConsumer<TranscriptChange, DefaultConversation> changes,
            DefaultConversation start,
            boolean patching,
            EntryIndex index,
            long size) {
        this.options = options;
        this.changes = changes;
        this.now = start;
        this.patching = patching;
        this.index = index;
        this.size = size;
    }

    /** The same flow, whose changes are told to somebody else from now on. */
    Flow reportingTo(BiConsumer<TranscriptChange, DefaultConversation> others) {
        Flow same = new Flow(options, others, now, patching, index, size);
        same.settled = settled;
        return same;
    }

    DefaultConversation now() {
        return now;
    }

    /** Takes what is no entry: details, turns, what is inherited. */
    void set(DefaultConversation changed) {
        now = changed;
    }

    void changed(TranscriptChange change) {
        changes.accept(change, now);
    }

    /** Returns whether an update is part of the flow, rather than beside it. */
    static boolean takes(SessionUpdate update) {
        return update instanceof ContentChunk
                || update instanceof ToolCall
                || update instanceof ToolCallUpdate
                || update instanceof Notice
                || WholeMessage.of(update) != null
                || update instanceof ToolCallContentChunk
                || update instanceof CompactionUpdate
                || update instanceof CompactionSummaryChunk;
    }

    /**
     * Applies an update. A message without an id goes on until there is another message, a tool call, a plan, a compaction, or the
     * end of its turn; whatever else comes between its chunks does not split it.
     */
    void update(SessionUpdate update) {
        if (update instanceof ContentChunk chunk) {
            chunk(chunk);
        } else if (update instanceof ToolCall call) {
            closeAnonymous();
            call(call);
        } else if (update instanceof ToolCallUpdate patch) {
            patch(patch, false);
        } else if (update instanceof ToolCallContentChunk piece) {
            closeAnonymous();
            DefaultToolCall known = callOrNew(piece.toolCallId());
            replace(known, known.plus(piece.content(), options.maxSize()));
        } else if (update instanceof TerminalUpdate terminal) {
            terminal(now.details().terminal(terminal.terminalId()).updatedBy(terminal));
        } else if (update instanceof TerminalOutputChunk output) {
            terminal(now.details().terminal(output.terminalId()).plus(output.bytes()));
        } else if (update instanceof CompactionUpdate compaction) {
            closeAnonymous();
            replace(compaction(compaction.compactionId()), before -> before.updatedBy(compaction, options.maxSize()));
        } else if (update instanceof CompactionSummaryChunk chunk) {
            closeAnonymous();
            replace(compaction(chunk.compactionId()), before -> before.plus(chunk.content(), options.maxSize()));
        } else if (update instanceof Notice notice) {
            add(new TranscriptNotice(now.nextPosition(), turn(), notice));
        } else {
            wholeOrBeside(update);
        }
    }

    private void wholeOrBeside(SessionUpdate update) {
        WholeMessage whole = WholeMessage.of(update);
        if (whole != null) {
            whole(whole);
            return;
        }
        if (Details.of(update) == Detail.PLAN) {
            closeAnonymous();
        }
        beside(update);
    }

    private void beside(SessionUpdate update) {
        Detail detail = Details.of(update);
        if (detail == null) {
            changed(new Ignored(update));
        } else {
            now = now.with(now.details().updatedBy(update, patching));
            changed(new TranscriptChange.DetailChanged(detail));
        }
    }

    /** Returns whether a chunk belongs to a message that is there. */
    boolean continues(ContentChunk chunk) {
        return index.message(EntryIndex.keyOf(chunk), now.byPosition()) != null;
    }

    boolean knows(ToolCallId call) {
        return index.call(call, now.byPosition()) != null;
    }

    private void chunk(ContentChunk chunk) {
        EntryIndex.MessageKey key = EntryIndex.keyOf(chunk);
        DefaultMessage message = index.message(key, now.byPosition());
        if (message == null) {
            begin(key, Contents.EMPTY.plus(chunk.content()), newer(null, chunk.meta()));
        } else {
            DefaultMessage longer =
                    message.plus(chunk.content(), newer(message.meta(), chunk.meta()), options.maxSize());
            put(message, longer);
            changed(new MessageExtended(longer, chunk.content()));
            bound();
        }
        index.open(key);
    }

    /** The extra data of a message after a chunk: that of the chunk is the message's in version 1 only. */
    private @Nullable Meta newer(@Nullable Meta before, @Nullable Meta chunk) {
        return chunk == null || patching ? before : chunk;
    }

    /** Takes what is said of a message as a whole. */
    private void whole(WholeMessage said) {
        EntryIndex.MessageKey key = new EntryIndex.MessageKey(said.role(), said.id());
        DefaultMessage message = index.message(key, now.byPosition());
        if (message == null) {
            List<ContentBlock> blocks = said.content().value();
            begin(key, blocks == null ? Contents.EMPTY : Contents.of(blocks), Meta.patched(null, said.meta()));
        } else {
            DefaultMessage changed = message.patched(said.content(), said.meta(), options.maxSize());
            put(message, changed);
            changed(new EntryChanged(message, changed));
            if (!said.content().isUnchanged()) {
                endAtGaps(changed);
            }
            bound();
        }
        index.open(key);
    }

    /** Places the gaps inside a message after it, because the whole content has been sent again. */
    private void endAtGaps(DefaultMessage message) {
        for (TranscriptGap gap : MessageGaps.after(now, message)) {
            TranscriptGap moved = new TranscriptGap(
                    gap.position(), gap.turn(), gap.reason(), gap.unstoredText(), message.length());
            put(gap, moved);
            changed(new EntryChanged(gap, moved));
        }
    }

    private DefaultToolCall callOrNew(ToolCallId id) {
        DefaultToolCall known = index.call(id, now.byPosition());
        if (known == null) {
            known = DefaultToolCall.announced(
                    now.nextPosition(), turn(), ToolCallUpdate.builder(id).build());
            index.add(known);
            add(known);
        }
        return known;
    }

    private void terminal(DefaultTerminal.Changed change) {
        now = now.with(now.details().with(change.terminal()));
        changed(new TerminalChanged(change.terminal(), change.added()));
    }

    /**
     * Begins a turn with work of the agent, or goes on with the one that a message has begun, or that is being replayed.
     *
     * @param known whether it has been told that the turn has begun
     */
    void workBegins(boolean replayed, boolean known) {
        boolean goesOn = !settled && turn() > 0 && (replayed || endsWithUser());
        settled = false;
        now = now.with(new DefaultConversation.Turns(goesOn ? turn() : turn() + 1, true, null));
        if (!known) {
            changed(new TurnStarted(turn()));
        }
    }

    /** Ends the last turn although the agent has not ended it: the next message of the user begins another turn. */
    void settle() {
        settled = true;
    }

    /** Notes that the agent works on nothing: what comes next is another turn. */
    void workEnds(@Nullable StopReason reason) {
        settle();
        if (now.turnInProgress()) {
            now = now.with(new DefaultConversation.Turns(turn(), false, reason));
            changed(new TurnEnded(turn(), reason));
        }
    }

    /** Begins a message with contents that have come. */
    void begin(EntryIndex.MessageKey key, Contents contents, @Nullable Meta meta) {
        if (key.role() == MessageRole.USER && !now.turnInProgress() && (settled || !endsWithUser())) {
            settled = false;
            now = now.with(new DefaultConversation.Turns(turn() + 1, false, null));
            index.forgetUnfinished();
        }
        DefaultMessage message = new DefaultMessage(
                now.nextPosition(),
                turn(),
                now.nextIndex(),
                key.role(),
                key.id(),
                contents.within(options.maxSize()),
                meta);
        index.add(key, message.position());
        add(message);
    }

    private boolean endsWithUser() {
        int last = now.nextPosition() - 1;
        while (last > now.droppedEntries() && now.at(last) instanceof TranscriptGap) {
            last--;
        }
        return !now.entries().isEmpty()
                && now.at(last) instanceof DefaultMessage message
                && message.role() == MessageRole.USER;
    }

    /** Adds the message of a prompt. */
    DefaultMessage prompted(Contents contents) {
        DefaultMessage prompt = new DefaultMessage(
                now.nextPosition(),
                turn(),
                now.nextIndex(),
                MessageRole.USER,
                null,
                contents.within(options.maxSize()),
                null);
        index.prompted(prompt.position());
        add(prompt);
        return prompt;
    }

    /** Puts the message of the prompt behind a history that has come after it. */
    void restore(DefaultMessage prompt) {
        DefaultMessage moved = prompt.moved(now.nextPosition(), turn(), now.nextIndex());
        now = now.plus(moved);
        size += moved.size();
        index.prompted(moved.position());
    }

    void forgetPrompt() {
        index.prompted(EntryIndex.NONE);
    }

    /** The message of the prompt under way, unless it has been dropped or the agent has sent it back. */
    @Nullable
    DefaultMessage prompt() {
        return index.untold(now.byPosition());
    }

    /** Notes that the agent has sent the prompt back. */
    void echoed(DefaultMessage prompt, EntryIndex.MessageKey key, ContentChunk chunk) {
        DefaultMessage told = prompt.told(key.id(), chunk.meta());
        index.told(key, prompt.position());
        put(prompt, told);
        changed(new EntryChanged(prompt, told));
        index.closeAnonymous();
    }

    /** Replaces an entry by one of another kind: the message of a prompt becomes a refused prompt, or the reverse. */
    void recast(TranscriptEntry before, TranscriptEntry after) {
        DefaultConversation earlier = now;
        now = now.recast(after);
        size += after.size() - before.size();
        if (after instanceof DefaultMessage message && message.id() != null) {
            index.told(new EntryIndex.MessageKey(message.role(), message.id()), message.position());
        }
        for (int i = after.position(); i < now.nextPosition(); i++) {
            if (i == after.position() || now.at(i) instanceof DefaultMessage) {
                changed(new EntryChanged(earlier.at(i), now.at(i)));
            }
        }
    }

    /** Adds a prompt that the agent has refused. */
    void refused(List<ContentBlock> content, @Nullable ErrorObject error) {
        add(new DefaultRefusedPrompt(now.nextPosition(), turn(), content, error));
    }

    /** Adds a gap, unless the last entry is the same gap. */
    void gap(TranscriptGap.Reason reason, String unstoredText) {
        gap(reason, unstoredText, Long.MAX_VALUE);
    }

    private void gap(TranscriptGap.Reason reason, String unstoredText, long maxOffset) {
        List<TranscriptMessage> messages = now.messages();
        long length =
                messages.isEmpty() ? 0 : messages.get(messages.size() - 1).length();
        long offset = Math.min(length, maxOffset);
        TranscriptGap gap = new TranscriptGap(now.nextPosition(), turn(), reason, unstoredText, offset);
        boolean known = !now.entries().isEmpty()
                && now.at(gap.position() - 1) instanceof TranscriptGap last
                && last.reason() == reason
                && last.offset() == offset
                && last.unstoredText().equals(unstoredText);
        if (!known) {
            add(gap);
        }
    }

    /** Adds an entry of another flow. */
    void retell(TranscriptEntry entry) {
        if (entry instanceof TranscriptRefusedPrompt refused) {
            refused(refused.content(), refused.error());
        } else if (entry instanceof TranscriptGap gap) {
            gap(gap.reason(), gap.unstoredText(), gap.offset());
        } else {
            Updates.of(entry).forEach(this::update);
        }
    }

    private void call(ToolCall call) {
        DefaultToolCall known = index.call(call.toolCallId(), now.byPosition());
        if (known == null || known.turn() != turn()) {
            DefaultToolCall begun = DefaultToolCall.announced(now.nextPosition(), turn(), call);
            index.add(begun);
            add(begun);
        } else {
            replace(known, known.announced(call));
        }
    }

    /** Takes what is said of a call; where it was only asked about, nothing that is known is changed. */
    void patch(ToolCallUpdate said, boolean asked) {
        closeAnonymous();
        DefaultToolCall known = index.call(said.toolCallId(), now.byPosition());
        if (known == null || (asked && !patching && known.turn() != turn() && known.finished())) {
            DefaultToolCall begun = patching
                    ? DefaultToolCall.upserted(now.nextPosition(), turn(), said)
                    : DefaultToolCall.announced(now.nextPosition(), turn(), said);
            index.add(begun);
            add(begun);
        } else if (patching) {
            replace(known, known.upsertedBy(said));
        } else {
            replace(known, asked ? known.completedBy(said) : known.updatedBy(said));
        }
    }

    private void replace(DefaultToolCall before, DefaultToolCall after) {
        index.update(after);
        put(before, after);
        changed(new EntryChanged(before, after));
        bound();
    }

    private DefaultCompaction compaction(CompactionId id) {
        DefaultCompaction known = index.compaction(id, now.byPosition());
        if (known != null) {
            return known;
        }
        DefaultCompaction begun = DefaultCompaction.begun(now.nextPosition(), turn(), id);
        index.add(begun);
        add(begun);
        return begun;
    }

    private void replace(DefaultCompaction before, UnaryOperator<DefaultCompaction> change) {
        DefaultCompaction after = change.apply(before);
        put(before, after);
        changed(new EntryChanged(before, after));
        bound();
    }

    /** Marks what is unfinished in the turn that is under way. */
    void cancel() {
        for (int position : index.takeUnfinished()) {
            DefaultToolCall call = (DefaultToolCall) now.at(position);
            DefaultToolCall marked = call.marked();
            put(call, marked);
            changed(new EntryChanged(call, marked));
        }
    }

    void closeAnonymous() {
        index.closeAnonymous();
    }

    void forgetUnfinished() {
        index.forgetUnfinished();
    }

    /** Begins with the entries of another conversation. */
    void inherit(DefaultConversation history) {
        now = now.inheriting(history);
        for (TranscriptEntry entry : history.entries()) {
            index.inherit(entry);
            size += entry.size();
        }
    }

    private int turn() {
        return now.turns();
    }

    private void add(TranscriptEntry entry) {
        now = now.plus(entry);
        size += entry.size();
        changed(new EntryAdded(entry));
        bound();
    }

    private void put(TranscriptEntry before, TranscriptEntry after) {
        now = now.with(after);
        size += after.size() - before.size();
    }

    /** Drops all entries, as they may be those of another branch. */
    void dropAll() {
        while (!now.entries().isEmpty()) {
            dropOldest();
        }
    }

    void bound() {
        while ((now.entries().size() > options.maxEntries() || size > options.maxSize())
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
