package io.acp4j.agent;

import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.rpc.CancellationToken;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.plan.PlanEntry;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.prompt.Usage;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.AgentMessage;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.ToolCall;
import java.util.List;

/**
 * One turn of the agent in a session. A {@link PromptTurn} is started by a prompt, any other turn by {@link AgentSession#startTurn}. A
 * session has one turn at a time. During the turn, the client shows that the agent is active.
 *
 * <p>Safe for use by any number of threads. Updates are sent in the order of the calls. Methods that send an update wait while the client
 * is too slow. After the turn has ended, they throw {@link IllegalStateException}.
 *
 * <p>This object assigns message IDs. Consecutive chunks of text are one message with one ID. A message ends at {@link #endMessage()},
 * at the end of the turn, and before any other part of the conversation, such as a tool call, a plan, a mode or an option. Available
 * commands, usage and session information do not end it. Thoughts are separate messages.
 *
 * @since 0.1.0
 */
public interface Turn {

    /**
     * Returns the session that the turn belongs to.
     *
     * @return the session
     */
    AgentSession session();

    /**
     * Returns the input for the model: the path of the session's own branch, without other branches. It includes the user's message of this
     * turn and what the turn has completed so far. After a compaction, it begins with the compaction.
     *
     * @return the entries in order
     * @throws IllegalStateException when the agent was built without {@link AcpAgentBuilder#sessions}
     * @throws io.acp4j.agent.store.SessionStoreException when the store cannot be read
     */
    default List<HistoryEntry> history() {
        return session().tree().context();
    }

    /**
     * Returns the cancellation token of the turn.
     *
     * @return a token that is cancelled by {@code session/cancel}, by {@code $/cancel_request} for the prompt, by closing or deleting the
     *     session, and by the end of the connection
     * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn#cancellation">the specification</a>
     */
    CancellationToken cancellation();

    /**
     * Returns the client, for calls about this session that end with the turn's cancellation.
     *
     * @return the client
     */
    SessionClient client();

    /**
     * Sends text to the user.
     *
     * @param text a piece of text, plain or Markdown
     * @return the id of the message that it is part of
     */
    MessageId say(String text);

    /**
     * Sends text to the user.
     *
     * @param content a piece of the message
     * @return the id of the message that it is part of
     */
    MessageId say(ContentBlock content);

    /**
     * Sends a thought of the agent.
     *
     * @param text a piece of text, plain or Markdown
     * @return the id of the thought that it is part of
     */
    MessageId think(String text);

    /**
     * Sends a thought of the agent.
     *
     * @param content a piece of the thought
     * @return the id of the thought that it is part of
     */
    MessageId think(ContentBlock content);

    /**
     * Replaces the content of a message.
     *
     * @param message a message of the agent, of this turn or earlier
     * @param content the new content
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the client's version of the protocol cannot change messages; {@link
     *     AgentSession#supports(SessionUpdate)} reports it before
     */
    @Unstable("protocol-version-2")
    default void replace(MessageId message, ContentBlock... content) {
        update(AgentMessage.builder(message).content(List.of(content)).build());
    }

    /**
     * Removes the content of a message. The message stays, and is empty.
     *
     * @param message a message of the agent, of this turn or earlier
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the client's version of the protocol cannot change messages
     */
    @Unstable("protocol-version-2")
    default void clear(MessageId message) {
        update(AgentMessage.builder(message).content(Patch.cleared()).build());
    }

    /** Ends the message or thought that is being sent. Later text is another message. */
    void endMessage();

    /**
     * Shows the plan, in the place of an earlier one.
     *
     * @param entries all tasks, in order
     * @see <a href="https://agentclientprotocol.com/protocol/v1/agent-plan">the specification</a>
     */
    void plan(List<PlanEntry> entries);

    /**
     * Shows the plan, in the place of an earlier one.
     *
     * @param entries all tasks, in order
     */
    default void plan(PlanEntry... entries) {
        plan(List.of(entries));
    }

    /**
     * Shows a tool call that has not started yet.
     *
     * @param title the action of the tool, one line for display
     * @param kind the kind of the action
     * @return the call, pending
     * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#creating">the specification</a>
     */
    ToolCallHandle toolCall(String title, ToolKind kind);

    /**
     * Shows a tool call.
     *
     * @param call the call, with an id that is unique within the session
     * @return the call
     */
    ToolCallHandle toolCall(ToolCall call);

    /**
     * Requests a decision of the user about a tool call and waits for it. The cancellation of the turn cancels the decision.
     *
     * @param call a call of this turn
     * @param options the options to choose from
     * @return the decision
     * @throws IllegalArgumentException when the call is of another turn
     * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission">the specification</a>
     */
    PermissionDecision requestPermission(ToolCallHandle call, PermissionOption... options);

    /**
     * Sends the current usage of the model's context window.
     *
     * @param used the number of tokens in the context
     * @param size the maximum number of tokens in the context
     * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn#session-usage-updates">the specification</a>
     */
    void usage(long used, long size);

    /**
     * Sets the number of tokens that the turn used. It is reported at the end of the turn. A usage in {@link #stop(PromptResponse)} takes
     * precedence.
     *
     * @param usage the tokens
     * @see <a href="https://agentclientprotocol.com/rfds/end-turn-token-usage">the specification</a>
     */
    @Unstable("end-turn-token-usage")
    void usage(Usage usage);

    /**
     * Sends any update about the session, as {@link AgentSession#update} does.
     *
     * @param update the update
     */
    void update(SessionUpdate update);

    /**
     * Sets the stop reason that is reported at the end of the turn. Default {@link StopReason#END_TURN}. The turn continues until the
     * handler has returned. After {@code session/cancel}, the reason is always {@link StopReason#CANCELLED}.
     *
     * @param reason the stop reason
     * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn#stop-reasons">the specification</a>
     */
    default void stop(StopReason reason) {
        stop(PromptResponse.of(reason));
    }

    /**
     * Sets the response that is reported at the end of the turn, as {@link #stop(StopReason)} sets its reason.
     *
     * @param response the response
     */
    void stop(PromptResponse response);

    /**
     * Runs a turn that the agent starts without a prompt.
     *
     * @see AgentSession#startTurn
     * @since 0.1.0
     */
    @Unstable("protocol-version-2")
    @FunctionalInterface
    interface Handler {

        /**
         * Runs the turn, which ends when this returns.
         *
         * @param turn the turn; its {@link Turn#cancellation} is cancelled if the turn is to end early
         * @throws Exception if the turn fails
         */
        void handle(Turn turn) throws Exception;
    }
}
