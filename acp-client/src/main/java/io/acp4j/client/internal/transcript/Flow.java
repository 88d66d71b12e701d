package io.acp4j.client.internal.transcript;

import io.acp4j.client.internal.conversation.Contents;
import io.acp4j.client.internal.conversation.DefaultCompaction;
import io.acp4j.client.internal.conversation.DefaultConversation;
import io.acp4j.client.internal.conversation.DefaultMessage;
import io.acp4j.client.internal.conversation.DefaultRefusedPrompt;
import io.acp4j.client.internal.conversation.DefaultTerminal;
import io.acp4j.client.internal.conversation.Details;
import io.acp4j.client.internal.conversation.MessageGaps;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptChange;
import io.acp4j.client.transcript.TranscriptChange.Detail;
import io.acp4j.client.transcript.TranscriptChange.EntryChanged;
import io.acp4j.client.transcript.TranscriptChange.Ignored;
import io.acp4j.client.transcript.TranscriptChange.MessageExtended;
import io.acp4j.client.transcript.TranscriptChange.TerminalChanged;
import io.acp4j.client.transcript.TranscriptChange.TurnEnded;
import io.acp4j.client.transcript.TranscriptChange.TurnStarted;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptOptions;
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
    private final EntryIndex index;
    private final EntryStore store;
    private final ToolCallEntries calls;

    /** Whether updates are patches in every member, extra data by name. */
    private final boolean patching;

    /** Whether the work of the last turn has ended, where the agent tells that. */
    private boolean settled;

    Flow(
            TranscriptOptions options,
            BiConsumer<TranscriptChange, DefaultConversation> changes,
            DefaultConversation start,
            boolean patching) {
        this(options, new EntryStore(options, changes, start, new EntryIndex(), 0), patching);
    }

    private Flow(TranscriptOptions options, EntryStore store, boolean patching) {
        this.options = options;
        this.store = store;
        this.index = store.index();
        this.calls = new ToolCallEntries(store, patching);
        this.patching = patching;
    }

    /** Returns a flow with the same entries that reports its changes to another listener. */
    Flow reportingTo(BiConsumer<TranscriptChange, DefaultConversation> others) {
        Flow same = new Flow(options, store.reportingTo(others), patching);
        same.settled = settled;
        return same;
    }

    /** Returns the entries, which are kept within the limits. */
    EntryStore store() {
        return store;
    }

    /** Returns the tool calls among the entries. */
    ToolCallEntries calls() {
        return calls;
    }

    DefaultConversation now() {
        return store.now();
    }

    /** Takes what is no entry: details, turns, what is inherited. */
    void set(DefaultConversation changed) {
        store.set(changed);
    }

    void changed(TranscriptChange change) {
        store.changed(change);
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
            calls.announced(call);
        } else if (update instanceof ToolCallUpdate patch) {
            closeAnonymous();
            calls.patched(patch, false);
        } else if (update instanceof ToolCallContentChunk piece) {
            closeAnonymous();
            calls.extended(piece.toolCallId(), piece.content(), options.maxSize());
        } else if (update instanceof TerminalUpdate terminal) {
            terminal(now().details().terminal(terminal.terminalId()).updatedBy(terminal));
        } else if (update instanceof TerminalOutputChunk output) {
            terminal(now().details().terminal(output.terminalId()).plus(output.bytes()));
        } else if (update instanceof CompactionUpdate compaction) {
            closeAnonymous();
            replace(compaction(compaction.compactionId()), before -> before.updatedBy(compaction, options.maxSize()));
        } else if (update instanceof CompactionSummaryChunk chunk) {
            closeAnonymous();
            replace(compaction(chunk.compactionId()), before -> before.plus(chunk.content(), options.maxSize()));
        } else if (update instanceof Notice notice) {
            store.add(new TranscriptEntry.AgentNotice(now().nextPosition(), turn(), notice));
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
            store.set(now().with(now().details().updatedBy(update, patching)));
            changed(new TranscriptChange.DetailChanged(detail));
        }
    }

    /** Returns whether a chunk belongs to a message that is there. */
    boolean continues(ContentChunk chunk) {
        return index.message(EntryIndex.keyOf(chunk), now().byPosition()) != null;
    }

    boolean knows(ToolCallId call) {
        return index.call(call, now().byPosition()) != null;
    }

    private void chunk(ContentChunk chunk) {
        EntryIndex.MessageKey key = EntryIndex.keyOf(chunk);
        DefaultMessage message = index.message(key, now().byPosition());
        if (message == null) {
            begin(key, Contents.EMPTY.plus(chunk.content()), newer(null, chunk.meta()));
        } else {
            DefaultMessage longer =
                    message.plus(chunk.content(), newer(message.meta(), chunk.meta()), options.maxSize());
            store.put(message, longer);
            changed(new MessageExtended(longer, chunk.content()));
            store.bound();
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
        DefaultMessage message = index.message(key, now().byPosition());
        if (message == null) {
            List<ContentBlock> blocks = said.content().value();
            begin(key, blocks == null ? Contents.EMPTY : Contents.of(blocks), Meta.patched(null, said.meta()));
        } else {
            DefaultMessage changed = message.patched(said.content(), said.meta(), options.maxSize());
            store.put(message, changed);
            changed(new EntryChanged(message, changed));
            if (!said.content().isUnchanged()) {
                endAtGaps(changed);
            }
            store.bound();
        }
        index.open(key);
    }

    /** Places the gaps inside a message after it, because the whole content has been sent again. */
    private void endAtGaps(DefaultMessage message) {
        for (TranscriptEntry.Gap gap : MessageGaps.after(now(), message)) {
            TranscriptEntry.Gap moved = new TranscriptEntry.Gap(
                    gap.position(), gap.turn(), gap.reason(), gap.unstoredText(), message.length());
            store.put(gap, moved);
            changed(new EntryChanged(gap, moved));
        }
    }

    private void terminal(DefaultTerminal.Changed change) {
        store.set(now().with(now().details().with(change.terminal())));
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
        store.set(now().with(new DefaultConversation.Turns(goesOn ? turn() : turn() + 1, true, null)));
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
        if (now().isTurnInProgress()) {
            store.set(now().with(new DefaultConversation.Turns(turn(), false, reason)));
            changed(new TurnEnded(turn(), reason));
        }
    }

    /** Begins a message with contents that have come. */
    void begin(EntryIndex.MessageKey key, Contents contents, @Nullable Meta meta) {
        if (key.role() == MessageRole.USER && !now().isTurnInProgress() && (settled || !endsWithUser())) {
            settled = false;
            store.set(now().with(new DefaultConversation.Turns(turn() + 1, false, null)));
            index.forgetUnfinished();
        }
        DefaultMessage message = new DefaultMessage(
                now().nextPosition(),
                turn(),
                now().nextIndex(),
                key.role(),
                key.id(),
                contents.within(options.maxSize()),
                meta);
        index.add(key, message.position());
        store.add(message);
    }

    private boolean endsWithUser() {
        int last = now().nextPosition() - 1;
        while (last > now().droppedEntries() && now().at(last) instanceof TranscriptEntry.Gap) {
            last--;
        }
        return !now().entries().isEmpty()
                && now().at(last) instanceof DefaultMessage message
                && message.role() == MessageRole.USER;
    }

    /** Adds the message of a prompt. */
    DefaultMessage prompted(Contents contents) {
        DefaultMessage prompt = new DefaultMessage(
                now().nextPosition(),
                turn(),
                now().nextIndex(),
                MessageRole.USER,
                null,
                contents.within(options.maxSize()),
                null);
        index.prompted(prompt.position());
        store.add(prompt);
        return prompt;
    }

    /** Puts the message of the prompt behind a history that has come after it. */
    void restore(DefaultMessage prompt) {
        DefaultMessage moved = prompt.moved(now().nextPosition(), turn(), now().nextIndex());
        store.append(moved);
        index.prompted(moved.position());
    }

    void forgetPrompt() {
        index.prompted(EntryIndex.NONE);
    }

    /** The message of the prompt under way, unless it has been dropped or the agent has sent it back. */
    @Nullable
    DefaultMessage prompt() {
        return index.untold(now().byPosition());
    }

    /** Notes that the agent has sent the prompt back. */
    void echoed(DefaultMessage prompt, EntryIndex.MessageKey key, ContentChunk chunk) {
        DefaultMessage told = prompt.told(key.id(), chunk.meta());
        index.told(key, prompt.position());
        store.put(prompt, told);
        changed(new EntryChanged(prompt, told));
        index.closeAnonymous();
    }

    /** Replaces an entry by one of another kind: the message of a prompt becomes a refused prompt, or the reverse. */
    void recast(TranscriptEntry before, TranscriptEntry after) {
        DefaultConversation earlier = now();
        store.recast(before, after);
        if (after instanceof DefaultMessage message && message.id() != null) {
            index.told(new EntryIndex.MessageKey(message.role(), message.id()), message.position());
        }
        for (int i = after.position(); i < now().nextPosition(); i++) {
            if (i == after.position() || now().at(i) instanceof DefaultMessage) {
                changed(new EntryChanged(earlier.at(i), now().at(i)));
            }
        }
    }

    /** Adds a prompt that the agent has refused. */
    void refused(List<ContentBlock> content, @Nullable ErrorObject error) {
        store.add(new DefaultRefusedPrompt(now().nextPosition(), turn(), content, error));
    }

    /** Adds a gap, unless the last entry is the same gap. */
    void gap(TranscriptEntry.Gap.Reason reason, String unstoredText) {
        gap(reason, unstoredText, MessageGaps.AFTER_MESSAGE);
    }

    private void gap(TranscriptEntry.Gap.Reason reason, String unstoredText, long maxOffset) {
        TranscriptEntry.Gap gap = MessageGaps.next(now(), reason, unstoredText, maxOffset);
        if (gap != null) {
            store.add(gap);
        }
    }

    /** Adds an entry of another conversation. A gap keeps its position inside a message if the last message here corresponds to it. */
    void retell(TranscriptEntry entry, Conversation source) {
        if (entry instanceof TranscriptEntry.RefusedPrompt refused) {
            refused(refused.content(), refused.error());
        } else if (entry instanceof TranscriptEntry.Gap gap) {
            gap(gap.reason(), gap.unstoredText(), MessageGaps.offsetInLast(now(), source, gap));
        } else {
            Updates.of(entry).forEach(this::update);
        }
    }

    private DefaultCompaction compaction(CompactionId id) {
        DefaultCompaction known = index.compaction(id, now().byPosition());
        if (known != null) {
            return known;
        }
        DefaultCompaction begun = DefaultCompaction.begun(now().nextPosition(), turn(), id);
        index.add(begun);
        store.add(begun);
        return begun;
    }

    private void replace(DefaultCompaction before, UnaryOperator<DefaultCompaction> change) {
        DefaultCompaction after = change.apply(before);
        store.put(before, after);
        changed(new EntryChanged(before, after));
        store.bound();
    }

    void closeAnonymous() {
        index.closeAnonymous();
    }

    void forgetUnfinished() {
        index.forgetUnfinished();
    }

    private int turn() {
        return now().turns();
    }
}
