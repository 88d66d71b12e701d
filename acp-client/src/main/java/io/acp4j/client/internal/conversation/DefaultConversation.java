package io.acp4j.client.internal.conversation;

import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.PlanId;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.plan.PlanEntry;
import io.acp4j.schema.plan.PlanUpdateContent;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.AvailableCommand;
import io.acp4j.schema.update.BackgroundWork;
import io.acp4j.schema.update.StateUpdate;
import io.acp4j.schema.update.UsageUpdate;
import java.util.AbstractList;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/** A conversation on vectors that share what has not changed. */
public final class DefaultConversation implements Conversation {

    /** A conversation without anything. */
    public static final DefaultConversation EMPTY = new DefaultConversation(
            PersistentVector.empty(), PersistentVector.empty(), Details.NONE, Turns.NONE, Inherited.NOTHING);

    private final PersistentVector<TranscriptEntry> entries;

    /** The positions of messages. */
    private final PersistentVector<Integer> messages;

    private final Details details;
    private final Turns turns;
    private final Inherited inherited;

    private DefaultConversation(
            PersistentVector<TranscriptEntry> entries,
            PersistentVector<Integer> messages,
            Details details,
            Turns turns,
            Inherited inherited) {
        this.entries = entries;
        this.messages = messages;
        this.details = details;
        this.turns = turns;
        this.inherited = inherited;
    }

    /** How turns stand. */
    public record Turns(
            int count, boolean running, @Nullable StopReason lastStop) {
        static final Turns NONE = new Turns(0, false, null);
    }

    /**
     * What a fork has from its source.
     *
     * @param messages how many messages it inherited; -1 when that is not known
     * @param entries how many entries of the conversation that is
     * @param whole whether no message is missing among them
     */
    public record Inherited(int messages, int entries, boolean whole) {
        static final Inherited NOTHING = new Inherited(0, 0, false);
    }

    public DefaultConversation plus(TranscriptEntry entry) {
        return new DefaultConversation(
                entries.plus(entry),
                entry instanceof TranscriptMessage ? messages.plus(entry.position()) : messages,
                details,
                turns,
                inherited);
    }

    /** Puts a newer form of an entry in its place. */
    public DefaultConversation with(TranscriptEntry entry) {
        return new DefaultConversation(entries.with(entry.position(), entry), messages, details, turns, inherited);
    }

    /** Replaces an entry by one of another kind, and numbers the messages from there on. */
    public DefaultConversation recast(TranscriptEntry entry) {
        int at = entry.position();
        int count = messages.end();
        while (count > messages.first() && messages.at(count - 1) >= at) {
            count--;
        }
        PersistentVector<TranscriptEntry> changed = entries.with(at, entry);
        PersistentVector<Integer> numbered = messages.truncated(count);
        for (int i = at; i < changed.end(); i++) {
            if (changed.at(i) instanceof DefaultMessage message) {
                changed = changed.with(i, message.moved(i, message.turn(), numbered.end()));
                numbered = numbered.plus(i);
            }
        }
        return new DefaultConversation(changed, numbered, details, turns, inherited);
    }

    public DefaultConversation withoutFirst() {
        return new DefaultConversation(
                entries.withoutFirst(),
                entries.get(0) instanceof TranscriptMessage ? messages.withoutFirst() : messages,
                details,
                turns,
                inherited);
    }

    public DefaultConversation with(Details newDetails) {
        return new DefaultConversation(entries, messages, newDetails, turns, inherited);
    }

    public DefaultConversation with(Turns newTurns) {
        return new DefaultConversation(entries, messages, details, newTurns, inherited);
    }

    /** Begins with the entries of another conversation; for one that has none. */
    public DefaultConversation inheriting(DefaultConversation history) {
        return new DefaultConversation(
                history.entries,
                history.messages,
                details,
                new Turns(history.turns.count(), turns.running(), turns.lastStop()),
                inherited);
    }

    /** Returns a conversation as it is implemented here. */
    public static DefaultConversation of(Conversation conversation) {
        if (conversation instanceof DefaultConversation known) {
            return known;
        }
        throw new IllegalArgumentException("a conversation must come from a transcript, not be a "
                + conversation.getClass().getName());
    }

    public DefaultConversation inheriting(Inherited what) {
        return new DefaultConversation(entries, messages, details, turns, what);
    }

    public Inherited inheritance() {
        return inherited;
    }

    public int spokenMessages() {
        int count = 0;
        for (TranscriptMessage message : messages()) {
            count += message.role() == MessageRole.THOUGHT ? 0 : 1;
        }
        return count;
    }

    public Details details() {
        return details;
    }

    public int nextPosition() {
        return entries.end();
    }

    public int nextIndex() {
        return messages.end();
    }

    public PersistentVector<TranscriptEntry> byPosition() {
        return entries;
    }

    public TranscriptEntry at(int position) {
        return entries.at(position);
    }

    @Override
    public List<TranscriptEntry> entries() {
        return entries;
    }

    @Override
    public List<TranscriptMessage> messages() {
        return new Messages(entries, messages);
    }

    @Override
    public List<TranscriptMessage.Part> parts(TranscriptMessage message) {
        return MessageGaps.parts(this, message);
    }

    @Override
    public boolean isInsideMessage(TranscriptEntry.Gap gap) {
        return MessageGaps.isInside(this, gap);
    }

    @Override
    public @Nullable TranscriptMessage find(MessageRole role, MessageId id) {
        List<TranscriptMessage> all = messages();
        for (int i = all.size() - 1; i >= 0; i--) {
            TranscriptMessage message = all.get(i);
            if (message.role() == role && id.equals(message.id())) {
                return message;
            }
        }
        return null;
    }

    @Override
    public List<TranscriptMessage> find(MessageId id) {
        return messages().stream().filter(message -> id.equals(message.id())).toList();
    }

    @Override
    public @Nullable TranscriptToolCall find(ToolCallId id) {
        for (int i = entries.size() - 1; i >= 0; i--) {
            if (entries.get(i) instanceof TranscriptToolCall call && call.id().equals(id)) {
                return call;
            }
        }
        return null;
    }

    @Override
    public int droppedEntries() {
        return entries.first();
    }

    @Override
    public int droppedMessages() {
        return messages.first();
    }

    @Override
    public int inheritedMessages() {
        return inherited.messages();
    }

    @Override
    public int inheritedEntries() {
        return inherited.entries();
    }

    @Override
    public boolean inheritsAll() {
        return inherited.whole() && droppedEntries() == 0;
    }

    @Override
    public DefaultConversation through(TranscriptMessage last) {
        return until(last.position() + 1);
    }

    @Override
    public DefaultConversation throughTurn(TranscriptMessage message) {
        int end = message.position() + 1;
        while (end < nextPosition() && at(end).turn() == message.turn()) {
            end++;
        }
        return until(end);
    }

    @Override
    public DefaultConversation settled() {
        if (!turns.running()) {
            return until(nextPosition());
        }
        int end = nextPosition();
        while (end > entries.first() && at(end - 1).turn() == turns.count()) {
            end--;
        }
        return until(end);
    }

    private DefaultConversation until(int end) {
        PersistentVector<TranscriptEntry> kept = entries.truncated(end);
        int count = messages.end();
        while (count > messages.first() && messages.at(count - 1) >= end) {
            count--;
        }
        int lastTurn = kept.isEmpty() ? 0 : kept.at(end - 1).turn();
        return new DefaultConversation(
                kept, messages.truncated(count), Details.NONE, new Turns(lastTurn, false, null), Inherited.NOTHING);
    }

    @Override
    public int turns() {
        return turns.count();
    }

    @Override
    public boolean isTurnInProgress() {
        return turns.running();
    }

    @Override
    public @Nullable StopReason lastStop() {
        return turns.lastStop();
    }

    @Override
    public List<PlanEntry> plan() {
        return details.plan();
    }

    @Override
    public Map<PlanId, PlanUpdateContent> plans() {
        return details.plans();
    }

    @Override
    public Map<TerminalId, Conversation.TerminalState> terminals() {
        return details.terminals();
    }

    @Override
    public @Nullable StateUpdate state() {
        return details.state();
    }

    @Override
    public @Nullable List<BackgroundWork> background() {
        return Work.background(details.state());
    }

    @Override
    public List<AvailableCommand> commands() {
        return details.commands();
    }

    @Override
    public @Nullable SessionModeState modes() {
        return details.modes();
    }

    @Override
    public List<SessionConfigOption> configOptions() {
        return details.configOptions();
    }

    @Override
    public @Nullable UsageUpdate usage() {
        return details.usage();
    }

    @Override
    public @Nullable String title() {
        return details.title();
    }

    @Override
    public @Nullable String updatedAt() {
        return details.updatedAt();
    }

    /** Describes the conversation without its contents. */
    @Override
    public String toString() {
        return "Conversation[" + entries.size() + " entries, " + messages.size() + " messages, turn " + turns.count()
                + "]";
    }

    private static final class Messages extends AbstractList<TranscriptMessage> implements RandomAccess {

        private final PersistentVector<TranscriptEntry> entries;
        private final PersistentVector<Integer> positions;

        Messages(PersistentVector<TranscriptEntry> entries, PersistentVector<Integer> positions) {
            this.entries = entries;
            this.positions = positions;
        }

        @Override
        public TranscriptMessage get(int index) {
            return (TranscriptMessage) entries.at(positions.get(index));
        }

        @Override
        public int size() {
            return positions.size();
        }
    }
}
