package io.acp4j.client.transcript;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.PlanId;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.Unstable;
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

/**
 * A conversation at one moment; immutable, and cheap to keep since it shares its entries with what came before and after.
 *
 * @since 0.1.0
 */
public final class Conversation {

    /** A conversation without anything. */
    public static final Conversation EMPTY = new Conversation(
            PersistentVector.empty(), PersistentVector.empty(), Details.NONE, Turns.NONE, Inherited.NOTHING);

    private final PersistentVector<TranscriptEntry> entries;

    /** The positions of messages. */
    private final PersistentVector<Integer> messages;

    private final Details details;
    private final Turns turns;
    private final Inherited inherited;

    private Conversation(
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
    record Turns(int count, boolean running, @Nullable StopReason lastStop) {
        static final Turns NONE = new Turns(0, false, null);
    }

    /**
     * What a fork has from its source.
     *
     * @param messages how many messages it inherited; -1 when that is not known
     * @param entries how many entries of the conversation that is
     * @param whole whether no message is missing among them
     */
    record Inherited(int messages, int entries, boolean whole) {
        static final Inherited NOTHING = new Inherited(0, 0, false);
    }

    Conversation plus(TranscriptEntry entry) {
        return new Conversation(
                entries.plus(entry),
                entry instanceof TranscriptMessage ? messages.plus(entry.position()) : messages,
                details,
                turns,
                inherited);
    }

    /** Puts a newer form of an entry in its place. */
    Conversation with(TranscriptEntry entry) {
        return new Conversation(entries.with(entry.position(), entry), messages, details, turns, inherited);
    }

    Conversation withoutFirst() {
        return new Conversation(
                entries.withoutFirst(),
                entries.get(0) instanceof TranscriptMessage ? messages.withoutFirst() : messages,
                details,
                turns,
                inherited);
    }

    Conversation with(Details newDetails) {
        return new Conversation(entries, messages, newDetails, turns, inherited);
    }

    Conversation with(Turns newTurns) {
        return new Conversation(entries, messages, details, newTurns, inherited);
    }

    /** Begins with the entries of another conversation; for one that has none. */
    Conversation inheriting(Conversation history) {
        return new Conversation(
                history.entries,
                history.messages,
                details,
                new Turns(history.turns.count(), turns.running(), turns.lastStop()),
                inherited);
    }

    Conversation inheriting(Inherited what) {
        return new Conversation(entries, messages, details, turns, what);
    }

    Inherited inheritance() {
        return inherited;
    }

    int spokenMessages() {
        int count = 0;
        for (TranscriptMessage message : messages()) {
            count += message.role() == MessageRole.THOUGHT ? 0 : 1;
        }
        return count;
    }

    Details details() {
        return details;
    }

    Turns turnState() {
        return turns;
    }

    int nextPosition() {
        return entries.end();
    }

    int nextIndex() {
        return messages.end();
    }

    TranscriptEntry at(int position) {
        return entries.at(position);
    }

    /**
     * Returns messages, tool calls and notices in the order in which they began.
     *
     * @return an immutable list; its first element has the position {@link #droppedEntries()}
     */
    public List<TranscriptEntry> entries() {
        return entries;
    }

    /**
     * Returns the messages in the order in which they began.
     *
     * @return an immutable list; its first element has the index {@link #droppedMessages()}
     */
    public List<TranscriptMessage> messages() {
        return new Messages(entries, messages);
    }

    /**
     * Finds a message by its id and role. Looks from the newest to the oldest.
     *
     * @param role who speaks; a thought and a message may have the same id
     * @param id the id, compared whole
     * @return the message; null when there is none, as for ids from before the conversation was replaced
     */
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

    /**
     * Finds messages by their id alone: one, or a thought and a message of the agent that share it. Looks at all of them.
     *
     * @param id the id, compared whole
     * @return the messages in order; empty when there is none
     */
    public List<TranscriptMessage> find(MessageId id) {
        return messages().stream().filter(message -> id.equals(message.id())).toList();
    }

    /**
     * Finds the newest tool call of an id. Looks from the newest entry to the oldest.
     *
     * @param id the id, compared whole
     * @return the call; null when there is none
     */
    public @Nullable TranscriptToolCall find(ToolCallId id) {
        for (int i = entries.size() - 1; i >= 0; i--) {
            if (entries.get(i) instanceof TranscriptToolCall call && call.id().equals(id)) {
                return call;
            }
        }
        return null;
    }

    /**
     * Returns how many entries have been dropped to keep within {@link TranscriptOptions}: where it is not 0, the beginning of
     * the conversation is missing.
     *
     * @return their number
     */
    public int droppedEntries() {
        return entries.first();
    }

    /**
     * Returns how many messages are among the entries that have been dropped.
     *
     * @return their number
     */
    public int droppedMessages() {
        return messages.first();
    }

    /**
     * Returns how many messages the session inherited when it was forked, thoughts not counted.
     *
     * @return their number; 0 when it is no fork, -1 when it is not known how many there are
     */
    public int inheritedMessages() {
        return inherited.messages();
    }

    /**
     * Returns how many entries at the beginning of the conversation were inherited when the session was forked.
     *
     * @return the position of the first entry that is the session's own; 0 when nothing is known of what it inherited
     */
    public int inheritedEntries() {
        return inherited.entries();
    }

    /**
     * Returns whether the conversation begins with all that the session inherited when it was forked.
     *
     * @return true when the first of {@link #messages()} is the first message of the session; false when it is no fork, or
     *     some of what it inherited is not known here or has been dropped
     */
    public boolean inheritsAll() {
        return inherited.whole() && droppedEntries() == 0;
    }

    /**
     * Returns the beginning of the conversation, as a fork at a message has it. Takes time in proportion to the conversation.
     *
     * @param last its last message
     * @return the entries up to that message, which is included, without what is beside them
     */
    public Conversation through(TranscriptMessage last) {
        return until(last.position() + 1);
    }

    /**
     * Returns the beginning of the conversation, as a fork at the turn of a message has it. Takes time in proportion to the
     * conversation.
     *
     * @param message a message of its last turn
     * @return the entries up to the end of that turn, without what is beside them
     */
    public Conversation throughTurn(TranscriptMessage message) {
        int end = message.position() + 1;
        while (end < nextPosition() && at(end).turn() == message.turn()) {
            end++;
        }
        return until(end);
    }

    /**
     * Returns the beginning of the conversation without the turn that is under way. Takes time in proportion to the
     * conversation.
     *
     * @return the entries of the turns that have ended, without what is beside them
     */
    public Conversation settled() {
        if (!turns.running()) {
            return until(nextPosition());
        }
        int end = nextPosition();
        while (end > entries.first() && at(end - 1).turn() == turns.count()) {
            end--;
        }
        return until(end);
    }

    private Conversation until(int end) {
        PersistentVector<TranscriptEntry> kept = entries.truncated(end);
        int count = messages.end();
        while (count > messages.first() && messages.at(count - 1) >= end) {
            count--;
        }
        int lastTurn = kept.isEmpty() ? 0 : kept.at(end - 1).turn();
        return new Conversation(
                kept, messages.truncated(count), Details.NONE, new Turns(lastTurn, false, null), Inherited.NOTHING);
    }

    /**
     * Returns how many turns have begun.
     *
     * @return their number; where the history was replayed, each message of the user that follows something else counts as
     *     the beginning of one
     */
    public int turns() {
        return turns.count();
    }

    /**
     * Returns whether a turn is under way.
     *
     * @return true from a prompt to the agent's answer, or, in version 2 of the protocol, while the agent works
     */
    public boolean turnInProgress() {
        return turns.running();
    }

    /**
     * Returns why the last turn ended.
     *
     * @return the reason; null when none has ended, one is under way, or it failed
     */
    public @Nullable StopReason lastStop() {
        return turns.lastStop();
    }

    /**
     * Returns the plan.
     *
     * @return its entries; empty when the agent has none
     * @see <a href="https://agentclientprotocol.com/protocol/v1/agent-plan">the specification</a>
     */
    public List<PlanEntry> plan() {
        return details.plan();
    }

    /**
     * Returns the plans with ids: lists of tasks, files and texts.
     *
     * @return the plans by their ids, in the order in which they came, {@link #plan()} not among them; at most the 100 newest
     * @see <a href="https://agentclientprotocol.com/rfds/plan-operations">the specification</a>
     */
    @Unstable("plan-operations")
    public Map<PlanId, PlanUpdateContent> plans() {
        return details.plans();
    }

    /**
     * Returns the terminals of the agent. Version 1 of the protocol has none.
     *
     * @return the terminals by their ids, in the order in which they began; at most the 100 newest
     */
    @Unstable("protocol-version-2")
    public Map<TerminalId, TranscriptTerminal> terminals() {
        return details.terminals();
    }

    /**
     * Returns what the agent does for the session. Version 1 of the protocol does not tell.
     *
     * @return what was told last; null when nothing has been
     */
    @Unstable("protocol-version-2")
    public @Nullable StateUpdate state() {
        return details.state();
    }

    /**
     * Returns what runs in the background of the session: cancelling a turn does not end it. Version 1 of the protocol does not tell.
     *
     * @return all of it, as the last state told; null when the agent does not report it
     */
    @Unstable("protocol-version-2")
    public @Nullable List<BackgroundWork> background() {
        return Work.background(details.state());
    }

    /**
     * Returns the commands that the user may call.
     *
     * @return the commands; empty when the agent has none
     * @see <a href="https://agentclientprotocol.com/protocol/v1/slash-commands">the specification</a>
     */
    public List<AvailableCommand> commands() {
        return details.commands();
    }

    /**
     * Returns the mode and those to choose from.
     *
     * @return the modes; null when the agent has named none
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-modes">the specification</a>
     */
    public @Nullable SessionModeState modes() {
        return details.modes();
    }

    /**
     * Returns the options with their values.
     *
     * @return the options; empty when the agent has named none
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-config-options">the specification</a>
     */
    public List<SessionConfigOption> configOptions() {
        return details.configOptions();
    }

    /**
     * Returns how full the agent's context is.
     *
     * @return the last report; null when there has been none
     */
    public @Nullable UsageUpdate usage() {
        return details.usage();
    }

    /**
     * Returns the title of the session.
     *
     * @return the title; null when it has none
     */
    public @Nullable String title() {
        return details.title();
    }

    /**
     * Returns when the session was last active.
     *
     * @return an ISO 8601 date and time, as the agent wrote it; null when it has not said
     */
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
