package io.acp4j.agent;

import io.acp4j.agent.tree.SessionTree;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.config.SessionConfigValue;
import io.acp4j.schema.mcp.McpServer;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.session.SystemPrompt;
import io.acp4j.schema.update.BackgroundWork;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.ToolCall;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One open session of a connection.
 *
 * <p>Safe for use by any number of threads; updates keep the order in which they were sent.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup">the specification</a>
 * @since 0.1.0
 */
public interface AgentSession extends Attachments {

    /**
     * Names the session.
     *
     * @return its id
     */
    SessionId id();

    /**
     * Returns the working directory, the base of relative paths.
     *
     * @return an absolute path in the client's notation
     */
    String cwd();

    /**
     * Returns the directories that the session may work in besides.
     *
     * @return absolute paths in the client's notation; empty when there are none
     */
    List<String> additionalDirectories();

    /**
     * Returns the MCP servers that the agent should connect to.
     *
     * @return the servers; empty when there are none
     */
    List<McpServer> mcpServers();

    /**
     * Returns the instructions that the client has given for the session, with this opening or, where sessions are stored,
     * with an earlier one.
     *
     * @return the instructions, in a mode that the agent has advertised and with text only; null when there are none
     */
    @Unstable("system-prompt")
    @Nullable
    SystemPrompt systemPrompt();

    /**
     * Returns the modes and which is the present one, as the client knows them.
     *
     * @return the modes; null when the agent has none
     */
    @Nullable
    SessionModeState modes();

    /**
     * Returns the configuration options and their present values, as the agent has sent them last.
     *
     * @return the options; null when the agent has none
     */
    @Nullable
    List<SessionConfigOption> configOptions();

    /**
     * Switches the session to another of its modes: the client is sent the update, and a stored session keeps it. Does
     * nothing when the session is in that mode already.
     *
     * @param mode one of {@link #modes()}
     * @throws IllegalArgumentException when the session has no such mode
     * @throws io.acp4j.rpc.ConnectionClosedException when the connection has ended
     * @throws IllegalStateException when the session has been closed
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-modes#from-the-agent">the specification</a>
     */
    void setMode(SessionModeId mode);

    /**
     * Changes an option of the session: the client is sent all options, and a stored session keeps them. Does nothing when
     * the option has that value already.
     *
     * @param option one of {@link #configOptions()}
     * @param value a value that the option can have
     * @throws IllegalArgumentException when the session has no such option, or the option cannot have the value
     * @throws io.acp4j.rpc.ConnectionClosedException when the connection has ended
     * @throws IllegalStateException when the session has been closed
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-config-options#from-the-agent">the
     *     specification</a>
     */
    void setConfigOption(SessionConfigId option, SessionConfigValue value);

    /**
     * Returns the client, for calls about this session.
     *
     * @return the client
     */
    SessionClient client();

    /**
     * Returns the stored tree of the session, with its branches.
     *
     * <p>During a turn, the tree contains the completed messages of the turn. Nodes that a handler writes are stored in addition to those
     * of the session itself. If a change moves the head of the session, clients that follow the session are notified
     * ({@link io.acp4j.schema.branching.BranchMethods#MOVED}).
     *
     * @return the tree, open for writing as long as the session is open
     * @throws IllegalStateException if the agent was built without {@link AcpAgentBuilder#sessions}
     */
    default SessionTree tree() {
        throw new IllegalStateException(
                "nothing is stored of session " + id() + "; build the agent with AcpAgentBuilder.sessions");
    }

    /**
     * Sends an update, during a turn or outside of one; waits while the client is too slow.
     *
     * <p>Message chunks without an id get one: the id of the message that is being sent if they continue it, else a new
     * one. Options of a kind that the client does not know are left out. A compaction is stored for the model; it is sent only to clients
     * that have advertised {@code session.compaction}. {@link SessionTree#compact} creates one from a summary.
     *
     * @param update the update
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the client has not advertised that it takes such updates
     * @throws io.acp4j.rpc.ConnectionClosedException when the connection has ended
     * @throws IllegalStateException when the session has been closed
     */
    void update(SessionUpdate update);

    /**
     * Starts a turn without a prompt, for example to report the result of a background task. It begins when the running turn and the
     * prompts that wait for it have ended. The client is notified of its beginning and its end. {@link AcpAgentBuilder#maxWaitingPrompts}
     * also limits the number of waiting turns.
     *
     * @param handler runs the turn, on a handler thread; it may block
     * @return a stage that completes when the turn has ended. It fails if the turn fails, or if {@code session/cancel} is received before
     *     the turn begins
     * @throws io.acp4j.rpc.UnsupportedCapabilityException if the client's protocol version does not support such turns; use {@link #update}
     *     to send updates between turns instead
     * @throws io.acp4j.rpc.AcpErrorException if too many turns wait, or the session is closed
     */
    @Unstable("protocol-version-2")
    CompletionStage<Void> startTurn(Turn.Handler handler);

    /**
     * Shows a tool call that belongs to no turn, such as one that runs in the background. It can be changed until it is settled or
     * the session ends.
     *
     * @param call the call, with an id that is unique within the session
     * @return the call
     * @throws io.acp4j.rpc.ConnectionClosedException when the connection has ended
     * @throws IllegalStateException when the session has been closed
     */
    ToolCallHandle toolCall(ToolCall call);

    /**
     * Opens a terminal of the agent, which the client shows.
     *
     * @param command the command as it is shown
     * @param directory the absolute path of its working directory; null leaves it open
     * @return the terminal
     * @throws io.acp4j.rpc.UnsupportedCapabilityException if the client's protocol version does not support such terminals; check
     *     {@link #supports(SessionUpdate)} first
     */
    @Unstable("protocol-version-2")
    AgentTerminal openTerminal(String command, @Nullable String directory);

    /**
     * Returns whether an update can be sent: whether the client's version of the protocol has such updates, and the client has
     * advertised that it takes them where that is needed.
     *
     * @param update the update
     * @return false when {@link #update} would throw {@link io.acp4j.rpc.UnsupportedCapabilityException}, or would not send a compaction
     */
    boolean supports(SessionUpdate update);

    /**
     * Reports all work that now runs in the background. Each item must be announced before it is listed, as a terminal or a tool call, and
     * must have ended before it is left out. Listed work continues after {@code session/cancel}. A tool call that is listed when its turn
     * ends can still be changed. Closing the session cancels all work that can be cancelled. Work that has not ended within two seconds is
     * then shown as cancelled. Clients whose protocol version has no such list are not notified.
     *
     * @param running the work; empty for none
     */
    @Unstable("protocol-version-2")
    void background(List<BackgroundWork> running);
}
