package io.acp4j.client.transcript;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.PlanId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.v1.config.SessionConfigOption;
import io.acp4j.schema.v1.mode.SessionModeState;
import io.acp4j.schema.v1.plan.PlanEntry;
import io.acp4j.schema.v1.plan.PlanUpdateContent;
import io.acp4j.schema.v1.prompt.StopReason;
import io.acp4j.schema.v1.update.AvailableCommand;
import io.acp4j.schema.v1.update.UsageUpdate;
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

    static final Conversation EMPTY =
            new Conversation(PersistentVector.empty(), PersistentVector.empty(), Details.NONE, Turns.NONE);

    private final PersistentVector<TranscriptEntry> entries;

    /** The positions of messages. */
    private final PersistentVector<Integer> messages;

    private final Details details;
    private final Turns turns;

    private Conversation(
            PersistentVector<TranscriptEntry> entries,
            PersistentVector<Integer> messages,
            Details details,
            Turns turns) {
        this.entries = entries;
        this.messages = messages;
        this.details = details;
        this.turns = turns;
    }

    /** How turns stand. */
    record Turns(int count, boolean running, @Nullable StopReason lastStop) {
        static final Turns NONE = new Turns(0, false, null);
    }

    Conversation plus(TranscriptEntry entry) {
        return new Conversation(
                entries.plus(entry),
                entry instanceof TranscriptMessage ? messages.plus(entry.position()) : messages,
                details,
                turns);
    }

    /** Puts a newer form of an entry in its place. */
    Conversation with(TranscriptEntry entry) {
        return new Conversation(entries.with(entry.position(), entry), messages, details, turns);
    }

    Conversation withoutFirst() {
        return new Conversation(
                entries.withoutFirst(),
                entries.get(0) instanceof TranscriptMessage ? messages.withoutFirst() : messages,
                details,
                turns);
    }

    Conversation with(Details newDetails) {
        return new Conversation(entries, messages, newDetails, turns);
    }

    Conversation with(Turns newTurns) {
        return new Conversation(entries, messages, details, newTurns);
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
     * Gives messages, tool calls and notices in the order in which they began.
     *
     * @return an immutable list; its first element has the position {@link #droppedEntries()}
     */
    public List<TranscriptEntry> entries() {
        return entries;
    }

    /**
     * Gives the messages in the order in which they began.
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
     * Tells how many entries have been dropped to keep within {@link TranscriptOptions}: where it is not 0, the beginning of
     * the conversation is missing.
     *
     * @return their number
     */
    public int droppedEntries() {
        return entries.first();
    }

    /**
     * Tells how many messages are among the entries that have been dropped.
     *
     * @return their number
     */
    public int droppedMessages() {
        return messages.first();
    }

    /**
     * Tells how many turns have begun.
     *
     * @return their number; where the history was replayed, each message of the user that follows something else counts as
     *     the beginning of one
     */
    public int turns() {
        return turns.count();
    }

    /**
     * Tells whether a turn is under way.
     *
     * @return true from a prompt to the agent's answer
     */
    public boolean turnInProgress() {
        return turns.running();
    }

    /**
     * Tells why the last turn ended.
     *
     * @return the reason; null when none has ended, one is under way, or it failed
     */
    public @Nullable StopReason lastStop() {
        return turns.lastStop();
    }

    /**
     * Gives the plan.
     *
     * @return its entries; empty when the agent has none
     * @see <a href="https://agentclientprotocol.com/protocol/v1/agent-plan">the specification</a>
     */
    public List<PlanEntry> plan() {
        return details.plan();
    }

    /**
     * Gives the plans with ids: lists of tasks, files and texts.
     *
     * @return the plans by their ids, in the order in which they came, {@link #plan()} not among them; at most the 100 newest
     * @see <a href="https://agentclientprotocol.com/rfds/plan-operations">the specification</a>
     */
    @Unstable("plan-operations")
    public Map<PlanId, PlanUpdateContent> plans() {
        return details.plans();
    }

    /**
     * Gives the commands that the user may call.
     *
     * @return the commands; empty when the agent has none
     * @see <a href="https://agentclientprotocol.com/protocol/v1/slash-commands">the specification</a>
     */
    public List<AvailableCommand> commands() {
        return details.commands();
    }

    /**
     * Tells the mode and those to choose from.
     *
     * @return the modes; null when the agent has named none
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-modes">the specification</a>
     */
    public @Nullable SessionModeState modes() {
        return details.modes();
    }

    /**
     * Gives the options with their values.
     *
     * @return the options; empty when the agent has named none
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-config-options">the specification</a>
     */
    public List<SessionConfigOption> configOptions() {
        return details.configOptions();
    }

    /**
     * Tells how full the agent's context is.
     *
     * @return the last report; null when there has been none
     */
    public @Nullable UsageUpdate usage() {
        return details.usage();
    }

    /**
     * Gives the title of the session.
     *
     * @return the title; null when it has none
     */
    public @Nullable String title() {
        return details.title();
    }

    /**
     * Tells when the session was last active.
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
