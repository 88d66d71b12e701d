package io.acp4j.client.transcript;

import io.acp4j.client.transcript.TranscriptChange.Detail;
import io.acp4j.client.transcript.TranscriptChange.DetailChanged;
import io.acp4j.client.transcript.TranscriptChange.EntryAdded;
import io.acp4j.client.transcript.TranscriptChange.EntryChanged;
import io.acp4j.client.transcript.TranscriptChange.EntryDropped;
import io.acp4j.client.transcript.TranscriptChange.Ignored;
import io.acp4j.client.transcript.TranscriptChange.MessageExtended;
import io.acp4j.client.transcript.TranscriptChange.Replaced;
import io.acp4j.client.transcript.TranscriptChange.TurnEnded;
import io.acp4j.client.transcript.TranscriptChange.TurnStarted;
import io.acp4j.schema.CompactionId;
import io.acp4j.schema.v1.config.SessionConfigOption;
import io.acp4j.schema.v1.content.ContentBlock;
import io.acp4j.schema.v1.mode.SessionModeState;
import io.acp4j.schema.v1.prompt.StopReason;
import io.acp4j.schema.v1.update.CompactionSummaryChunk;
import io.acp4j.schema.v1.update.CompactionUpdate;
import io.acp4j.schema.v1.update.ContentChunk;
import io.acp4j.schema.v1.update.Notice;
import io.acp4j.schema.v1.update.SessionUpdate;
import io.acp4j.schema.v1.update.ToolCall;
import io.acp4j.schema.v1.update.ToolCallUpdate;
import io.acp4j.schema.v1.update.UnknownSessionUpdate;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Puts a conversation together; used by one thread at a time. */
final class Assembly {

    private final TranscriptOptions options;
    private final BiConsumer<TranscriptChange, Conversation> changes;
    private Conversation now = Conversation.EMPTY;
    private EntryIndex index = new EntryIndex();
    private long weight;
    private @Nullable Replay replay;

    Assembly(TranscriptOptions options, BiConsumer<TranscriptChange, Conversation> changes) {
        this.options = options;
        this.changes = changes;
    }

    /** A replay that is awaited, or, once it has begun, what was before it. */
    private static final class Replay {
        private @Nullable Conversation before;
        private @Nullable EntryIndex index;
        private long weight;
    }

    Conversation now() {
        return now;
    }

    void update(SessionUpdate update) {
        Detail detail = Details.of(update);
        if (replay != null && replay.before == null && isHistory(update)) {
            startOver(replay);
        }
        if (update instanceof ContentChunk chunk) {
            chunk(chunk);
            return;
        }
        index.closeAnonymous();
        if (detail != null) {
            now = now.with(now.details().updatedBy(update));
            changed(new DetailChanged(detail));
        } else if (update instanceof ToolCall call) {
            call(call);
        } else if (update instanceof ToolCallUpdate patch) {
            patch(patch, false);
        } else if (update instanceof Notice notice) {
            add(new TranscriptNotice(now.nextPosition(), turn(), notice));
        } else if (update instanceof CompactionUpdate compaction) {
            replace(compaction(compaction.compactionId()), before -> before.updatedBy(compaction));
        } else if (update instanceof CompactionSummaryChunk chunk) {
            replace(compaction(chunk.compactionId()), before -> before.plus(chunk.content()));
        } else {
            changed(new Ignored(update));
        }
    }

    private static boolean isHistory(SessionUpdate update) {
        return Details.of(update) == Detail.PLAN
                || (Details.of(update) == null && !(update instanceof UnknownSessionUpdate));
    }

    private void chunk(ContentChunk chunk) {
        EntryIndex.MessageKey key = EntryIndex.keyOf(chunk);
        TranscriptMessage message = index.message(key, now);
        if (message == null && key.role() == MessageRole.USER) {
            TranscriptMessage prompt = index.untold(now);
            if (prompt != null && isEcho(prompt, chunk)) {
                echo(prompt, key, chunk);
                return;
            }
        }
        if (message == null) {
            begin(key, chunk);
        } else {
            TranscriptMessage longer = message.plus(chunk.content(), chunk.meta());
            put(message, longer);
            changed(new MessageExtended(longer, chunk.content()));
            bound();
        }
        index.open(key);
    }

    private void begin(EntryIndex.MessageKey key, ContentChunk chunk) {
        if (key.role() == MessageRole.USER && !now.turnInProgress() && !endsWithUser()) {
            now = now.with(new Conversation.Turns(turn() + 1, false, null));
            index.forgetUnfinished();
        }
        TranscriptMessage message = new TranscriptMessage(
                now.nextPosition(),
                turn(),
                now.nextIndex(),
                key.role(),
                key.id(),
                Contents.EMPTY.plus(chunk.content()),
                chunk.meta());
        index.add(key, message.position());
        add(message);
    }

    private boolean endsWithUser() {
        int last = now.nextPosition() - 1;
        return !now.entries().isEmpty()
                && now.at(last) instanceof TranscriptMessage message
                && message.role() == MessageRole.USER;
    }

    /** Whether the agent tells the prompt back; an agent that does so later than at once must use the same words. */
    private boolean isEcho(TranscriptMessage prompt, ContentChunk chunk) {
        return prompt.position() == now.nextPosition() - 1
                || (!chunk.text().isEmpty() && prompt.text().startsWith(chunk.text()));
    }

    private void echo(TranscriptMessage prompt, EntryIndex.MessageKey key, ContentChunk chunk) {
        TranscriptMessage told = prompt.told(key.id(), chunk.content(), chunk.meta());
        index.told(key, prompt.position());
        put(prompt, told);
        changed(new EntryChanged(prompt, told));
        index.open(key);
        bound();
    }

    private void call(ToolCall call) {
        TranscriptToolCall known = index.call(call.toolCallId(), now);
        if (known == null || known.turn() != turn()) {
            TranscriptToolCall begun = TranscriptToolCall.announced(now.nextPosition(), turn(), call);
            index.add(begun);
            add(begun);
        } else {
            replace(known, known.announced(call));
        }
    }

    /** Takes what is said of a call; where it was only asked about, nothing that is known is changed. */
    void patch(ToolCallUpdate said, boolean asked) {
        TranscriptToolCall known = index.call(said.toolCallId(), now);
        if (known == null || (asked && known.turn() != turn() && known.finished())) {
            TranscriptToolCall begun = TranscriptToolCall.sighted(now.nextPosition(), turn(), said);
            index.add(begun);
            add(begun);
        } else {
            replace(known, asked ? known.completedBy(said) : known.updatedBy(said));
        }
        index.closeAnonymous();
    }

    private void replace(TranscriptToolCall before, TranscriptToolCall after) {
        index.update(after);
        put(before, after);
        changed(new EntryChanged(before, after));
        bound();
    }

    private TranscriptCompaction compaction(CompactionId id) {
        TranscriptCompaction known = index.compaction(id, now);
        if (known != null) {
            return known;
        }
        TranscriptCompaction begun = TranscriptCompaction.begun(now.nextPosition(), turn(), id);
        index.add(begun);
        add(begun);
        return begun;
    }

    private void replace(TranscriptCompaction before, UnaryOperator<TranscriptCompaction> change) {
        TranscriptCompaction after = change.apply(before);
        put(before, after);
        changed(new EntryChanged(before, after));
        bound();
    }

    void prompted(List<? extends ContentBlock> content) {
        int turn = turn() + 1;
        now = now.with(new Conversation.Turns(turn, true, null));
        index.closeAnonymous();
        index.forgetUnfinished();
        changed(new TurnStarted(turn));
        TranscriptMessage prompt = new TranscriptMessage(
                now.nextPosition(), turn, now.nextIndex(), MessageRole.USER, null, Contents.of(content), null);
        index.prompted(prompt.position());
        add(prompt);
    }

    /** Marks what is unfinished in the turn that is under way. */
    void cancel() {
        for (int position : index.takeUnfinished()) {
            TranscriptToolCall call = (TranscriptToolCall) now.at(position);
            TranscriptToolCall marked = call.marked();
            put(call, marked);
            changed(new EntryChanged(call, marked));
        }
    }

    void ended(@Nullable StopReason reason) {
        if (!now.turnInProgress()) {
            return;
        }
        if (reason == null || reason.equals(StopReason.CANCELLED)) {
            cancel();
        }
        index.closeAnonymous();
        index.prompted(EntryIndex.NONE);
        now = now.with(new Conversation.Turns(turn(), false, reason));
        changed(new TurnEnded(turn(), reason));
    }

    void settled(@Nullable SessionModeState modes, @Nullable List<SessionConfigOption> configOptions) {
        if (modes != null && !modes.equals(now.modes())) {
            now = now.with(now.details().with(modes));
            changed(new DetailChanged(Detail.MODES));
        }
        if (configOptions != null && !configOptions.equals(now.configOptions())) {
            now = now.with(now.details().with(configOptions));
            changed(new DetailChanged(Detail.CONFIG_OPTIONS));
        }
    }

    void replayAwaited() {
        if (replay == null) {
            replay = new Replay();
        }
    }

    void replayEnded(boolean complete) {
        Replay ended = replay;
        if (ended == null) {
            return;
        }
        if (complete && ended.before == null) {
            startOver(ended);
        } else if (!complete && ended.before != null && ended.index != null && !isBlank(ended.before)) {
            Conversation failed = now;
            now = ended.before.with(now.details());
            index = ended.index;
            weight = ended.weight;
            changed(new Replaced(failed));
        }
        index.closeAnonymous();
        replay = null;
    }

    /** Puts the conversation aside for the one that is being replayed; what is beside its flow stays until told anew. */
    private void startOver(Replay begun) {
        begun.before = now;
        begun.index = index;
        begun.weight = weight;
        now = Conversation.EMPTY.with(now.details().withoutPlan());
        index = new EntryIndex();
        weight = 0;
        if (!isBlank(begun.before)) {
            changed(new Replaced(begun.before));
        }
    }

    private static boolean isBlank(Conversation conversation) {
        return conversation.entries().isEmpty()
                && conversation.plan().isEmpty()
                && conversation.plans().isEmpty();
    }

    private int turn() {
        return now.turns();
    }

    private void add(TranscriptEntry entry) {
        now = now.plus(entry);
        weight += entry.weight();
        changed(new EntryAdded(entry));
        bound();
    }

    private void put(TranscriptEntry before, TranscriptEntry after) {
        now = now.with(after);
        weight += after.weight() - before.weight();
    }

    private void bound() {
        while ((now.entries().size() > options.maxEntries() || weight > options.maxWeight())
                && now.entries().size() > 1) {
            TranscriptEntry oldest = now.entries().get(0);
            now = now.withoutFirst();
            weight -= oldest.weight();
            index.remove(oldest);
            changed(new EntryDropped(oldest));
        }
    }

    private void changed(TranscriptChange change) {
        changes.accept(change, now);
    }
}
