package io.acp4j.client.transcript;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.PlanId;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.plan.PlanEntry;
import io.acp4j.schema.plan.PlanUpdateContent;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.terminal.TerminalExitStatus;
import io.acp4j.schema.terminal.TerminalSize;
import io.acp4j.schema.update.AvailableCommand;
import io.acp4j.schema.update.BackgroundWork;
import io.acp4j.schema.update.StateUpdate;
import io.acp4j.schema.update.UsageUpdate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A conversation at one moment; immutable, and cheap to keep since it shares its entries with what came before and after.
 *
 * @since 0.1.0
 */
public interface Conversation {

    /**
     * Returns messages, tool calls and notices in the order in which they began.
     *
     * @return an immutable list; its first element has the position {@link #droppedEntries()}
     */
    List<TranscriptEntry> entries();

    /**
     * Returns the messages in the order in which they began.
     *
     * @return an immutable list; its first element has the index {@link #droppedMessages()}
     */
    List<TranscriptMessage> messages();

    /**
     * Divides the content of a message at the gaps inside it. Takes time in proportion to the message and to the entries up to the next
     * message.
     *
     * @param message a message of this conversation
     * @return the parts in order, at least one
     */
    List<TranscriptMessage.Part> parts(TranscriptMessage message);

    /**
     * Returns whether the last message before a gap continues after it. Such a gap is one of the {@linkplain #parts parts} of the message
     * and is not displayed at the position of its entry.
     *
     * @param gap a gap of this conversation
     * @return true if the gap is inside the message
     */
    boolean isInsideMessage(TranscriptEntry.Gap gap);

    /**
     * Finds a message by its id and role. Looks from the newest to the oldest.
     *
     * @param role who speaks; a thought and a message may have the same id
     * @param id the id, compared whole
     * @return the message; null when there is none, as for ids from before the conversation was replaced
     */
    @Nullable
    TranscriptMessage find(MessageRole role, MessageId id);

    /**
     * Finds messages by their id alone: one, or a thought and a message of the agent that share it. Looks at all of them.
     *
     * @param id the id, compared whole
     * @return the messages in order; empty when there is none
     */
    List<TranscriptMessage> find(MessageId id);

    /**
     * Finds the newest tool call of an id. Looks from the newest entry to the oldest.
     *
     * @param id the id, compared whole
     * @return the call; null when there is none
     */
    @Nullable
    TranscriptToolCall find(ToolCallId id);

    /**
     * Returns how many entries have been dropped to keep within {@link TranscriptOptions}: where it is not 0, the beginning of
     * the conversation is missing.
     *
     * @return their number
     */
    int droppedEntries();

    /**
     * Returns how many messages are among the entries that have been dropped.
     *
     * @return their number
     */
    int droppedMessages();

    /**
     * Returns how many messages the session inherited when it was forked, thoughts not counted.
     *
     * @return their number; 0 when it is no fork, -1 when it is not known how many there are
     */
    int inheritedMessages();

    /**
     * Returns how many entries at the beginning of the conversation were inherited when the session was forked.
     *
     * @return the position of the first entry that is the session's own; 0 when nothing is known of what it inherited
     */
    int inheritedEntries();

    /**
     * Returns whether the conversation begins with all that the session inherited when it was forked.
     *
     * @return true when the first of {@link #messages()} is the first message of the session. This also applies to a transcript that was
     *     continued after a loss of the connection. False when the session is not a fork, or when
     *     inherited messages are unknown here or have been dropped
     */
    boolean inheritsAll();

    /**
     * Returns the beginning of the conversation, as a fork at a message has it. Takes time in proportion to the conversation.
     *
     * @param last its last message
     * @return the entries up to that message, which is included, without what is beside them
     */
    Conversation through(TranscriptMessage last);

    /**
     * Returns the beginning of the conversation, as a fork at the turn of a message has it. Takes time in proportion to the
     * conversation.
     *
     * @param message a message of its last turn
     * @return the entries up to the end of that turn, without what is beside them
     */
    Conversation throughTurn(TranscriptMessage message);

    /**
     * Returns the beginning of the conversation without the turn that is under way. Takes time in proportion to the
     * conversation.
     *
     * @return the entries of the turns that have ended, without what is beside them
     */
    Conversation settled();

    /**
     * Returns how many turns have begun.
     *
     * @return their number; where the history was replayed, each message of the user that follows something else counts as
     *     the beginning of one
     */
    int turns();

    /**
     * Returns whether a turn is under way.
     *
     * @return true from a prompt to the agent's response, or, in version 2 of the protocol, while the agent works
     */
    boolean isTurnInProgress();

    /**
     * Returns why the last turn ended.
     *
     * @return the reason; null when none has ended, one is under way, or it failed
     */
    @Nullable
    StopReason lastStop();

    /**
     * Returns the plan.
     *
     * @return its entries; empty when the agent has none
     * @see <a href="https://agentclientprotocol.com/protocol/v1/agent-plan">the specification</a>
     */
    List<PlanEntry> plan();

    /**
     * Returns the plans with ids: lists of tasks, files and texts.
     *
     * @return the plans by their ids, in the order in which they came, {@link #plan()} not among them; at most the 100 newest
     * @see <a href="https://agentclientprotocol.com/rfds/plan-operations">the specification</a>
     */
    @Unstable("plan-operations")
    Map<PlanId, PlanUpdateContent> plans();

    /**
     * Returns the terminals of the agent. Version 1 of the protocol has none.
     *
     * @return the terminals by their ids, in the order in which they began; at most the 100 newest
     */
    @Unstable("protocol-version-2")
    Map<TerminalId, TerminalState> terminals();

    /**
     * Returns what the agent does for the session. Version 1 of the protocol does not tell.
     *
     * @return what was told last; null when nothing has been
     */
    @Unstable("protocol-version-2")
    @Nullable
    StateUpdate state();

    /**
     * Returns what runs in the background of the session: cancelling a turn does not end it. Version 1 of the protocol does not tell.
     *
     * @return all of it, as the last state told; null when the agent does not report it
     */
    @Unstable("protocol-version-2")
    @Nullable
    List<BackgroundWork> background();

    /**
     * Returns the commands that the user may call.
     *
     * @return the commands; empty when the agent has none
     * @see <a href="https://agentclientprotocol.com/protocol/v1/slash-commands">the specification</a>
     */
    List<AvailableCommand> commands();

    /**
     * Returns the mode and those to choose from.
     *
     * @return the modes; null when the agent has named none
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-modes">the specification</a>
     */
    @Nullable
    SessionModeState modes();

    /**
     * Returns the options with their values.
     *
     * @return the options; empty when the agent has named none
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-config-options">the specification</a>
     */
    List<SessionConfigOption> configOptions();

    /**
     * Returns how full the agent's context is.
     *
     * @return the last report; null when there has been none
     */
    @Nullable
    UsageUpdate usage();

    /**
     * Returns the title of the session.
     *
     * @return the title; null when it has none
     */
    @Nullable
    String title();

    /**
     * Returns when the session was last active.
     *
     * @return an ISO 8601 date and time, as the agent wrote it; null when it has not said
     */
    @Nullable
    String updatedAt();

    /**
     * The state of a terminal of the agent after all updates about it; immutable. The agent runs the command, and clients only show it.
     *
     * <p>The last {@value #MAX_OUTPUT} bytes of the output are kept, and as many characters of the text.
     */
    @Unstable("protocol-version-2")
    interface TerminalState {

        /** The maximum number of bytes of output that are kept. */
        int MAX_OUTPUT = 64 * 1024;

        /**
         * Returns the ID of the terminal.
         *
         * @return the ID
         */
        TerminalId id();

        /**
         * Returns the command.
         *
         * @return the command for display; null if unknown
         */
        @Nullable
        String command();

        /**
         * Returns the working directory of the command.
         *
         * @return the absolute path; null if unknown
         */
        @Nullable
        String cwd();

        /**
         * Returns the end of the output. Takes time in proportion to its length.
         *
         * @return the last bytes, control sequences included, as a new array
         */
        byte[] output();

        /**
         * Returns the end of the output, decoded as UTF-8. Malformed bytes are replaced. An incomplete character at the end is omitted.
         * Takes time in proportion to the length of the output.
         *
         * @return the last characters, control sequences included
         */
        String text();

        /**
         * Returns the length of the output since the agent last sent it as a whole.
         *
         * @return the number of bytes, including those that are not kept
         */
        long written();

        /**
         * Returns the exit status of the command.
         *
         * @return the exit code or signal; null while the command runs
         */
        @Nullable
        TerminalExitStatus exitStatus();

        /**
         * Returns the size of the terminal.
         *
         * @return the columns and rows; null if unknown
         */
        @Nullable
        TerminalSize screen();

        /**
         * Returns whether the agent can end the command at the request of the client.
         *
         * @return true while {@code ClientSession.cancelTerminal} may be called
         */
        boolean isCancellable();

        /**
         * Returns the metadata of the terminal.
         *
         * @return the merged metadata of its updates; null for none
         */
        @Nullable
        Meta meta();
    }
}
