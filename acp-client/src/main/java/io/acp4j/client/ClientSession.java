package io.acp4j.client;

import io.acp4j.client.transcript.SessionTranscript;
import io.acp4j.rpc.Registration;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.config.SessionConfigValue;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.prompt.PromptResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A conversation with the agent.
 *
 * <p>Safe for use by any number of threads. In version 1 of the protocol a session has one turn at a time: a prompt while another is
 * under way is refused with {@link TurnInProgressException} before anything is sent. In version 2 further prompts may be sent, which
 * join the work or begin the next one, as the agent decides; {@link PromptTurn} says how their ends are told apart. Sessions of one
 * client run side by side.
 *
 * <p>Unless stated otherwise, blocking methods throw what {@link AcpClient#request} throws, and the futures of the others
 * fail with the same.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup">the specification</a>
 * @since 0.1.0
 */
public interface ClientSession {

    /**
     * Names the session.
     *
     * @return the id that the agent gave it
     */
    SessionId id();

    /**
     * Returns the client that the session belongs to.
     *
     * @return the client
     */
    AcpClient client();

    /**
     * Returns what the session was opened with.
     *
     * @return its directories and MCP servers; null when this client has not opened it, nor is about to, and only the agent
     *     has spoken of it
     */
    @Nullable
    SessionParameters parameters();

    /**
     * Returns how the session was opened, the last time: what the agent added to its response is there.
     *
     * @return the method and the extra data of its response; null when this client has not opened it
     */
    @Nullable
    SessionOrigin origin();

    /**
     * Sends a text and waits for the end of the turn.
     *
     * @param text what the user says
     * @return why the turn ended
     * @see #prompt(List, Meta)
     */
    default PromptResponse prompt(String text) {
        return prompt(List.of(ContentBlock.text(text)), null);
    }

    /**
     * Sends content and waits for the end of the turn.
     *
     * @param content what the user says
     * @return why the turn ended
     * @see #prompt(List, Meta)
     */
    default PromptResponse prompt(List<? extends ContentBlock> content) {
        return prompt(content, null);
    }

    /**
     * Sends content and waits for the end of the turn.
     *
     * @param first what the user says
     * @param more what follows it
     * @return why the turn ended
     * @see #prompt(List, Meta)
     */
    default PromptResponse prompt(ContentBlock first, ContentBlock... more) {
        return prompt(blocks(first, more), null);
    }

    /**
     * Sends content and waits for the end of the turn, without limit unless the connection's options set one.
     *
     * <p>When this returns, every update that the agent sent before its response has been handled. Interrupting the waiting
     * thread sends {@code session/cancel}; the turn then goes on until the agent has responded.
     *
     * @param content what the user says; kinds that need a capability must have been advertised
     * @param meta extra data; null when there is none
     * @return why the turn ended
     * @throws TurnInProgressException when a turn is under way already
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent does not take a kind of content; nothing is sent
     * @throws io.acp4j.rpc.RequestCancelledException when the calling thread is interrupted
     * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn">the specification</a>
     */
    PromptResponse prompt(List<? extends ContentBlock> content, @Nullable Meta meta);

    /**
     * Sends a text.
     *
     * @param text what the user says
     * @return the end of the turn
     * @see #promptAsync(List, Meta)
     */
    default CompletableFuture<PromptResponse> promptAsync(String text) {
        return promptAsync(List.of(ContentBlock.text(text)), null);
    }

    /**
     * Sends content.
     *
     * @param content what the user says
     * @return the end of the turn
     * @see #promptAsync(List, Meta)
     */
    default CompletableFuture<PromptResponse> promptAsync(List<? extends ContentBlock> content) {
        return promptAsync(content, null);
    }

    /**
     * Sends content.
     *
     * @param first what the user says
     * @param more what follows it
     * @return the end of the turn
     * @see #promptAsync(List, Meta)
     */
    default CompletableFuture<PromptResponse> promptAsync(ContentBlock first, ContentBlock... more) {
        return promptAsync(blocks(first, more), null);
    }

    /**
     * Sends content; the future completes when the turn has ended and all its updates have been handled.
     *
     * <p>Cancelling the future does what {@link #cancel()} does, and the future ends at once. To see how the agent ends the
     * turn, call {@link #cancel()} instead and keep waiting. Either way the turn is under way until the agent has responded.
     *
     * @param content what the user says; kinds that need a capability must have been advertised
     * @param meta extra data; null when there is none
     * @return the end of the turn
     * @throws TurnInProgressException when a turn is under way already
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent does not take a kind of content; nothing is sent
     * @throws io.acp4j.rpc.ConnectionClosedException when the connection is closed already
     */
    CompletableFuture<PromptResponse> promptAsync(List<? extends ContentBlock> content, @Nullable Meta meta);

    /**
     * Sends a text and returns the turn.
     *
     * @param text what the user says
     * @return the turn, whose updates wait to be iterated over
     * @see #startTurn(List, Meta)
     */
    default PromptTurn startTurn(String text) {
        return startTurn(List.of(ContentBlock.text(text)), null);
    }

    /**
     * Sends content and returns the turn.
     *
     * @param content what the user says
     * @return the turn, whose updates wait to be iterated over
     * @see #startTurn(List, Meta)
     */
    default PromptTurn startTurn(List<? extends ContentBlock> content) {
        return startTurn(content, null);
    }

    /**
     * Sends content and returns the turn, whose updates can be iterated over.
     *
     * @param content what the user says; kinds that need a capability must have been advertised
     * @param meta extra data; null when there is none
     * @return the turn, whose updates wait to be iterated over
     * @throws TurnInProgressException when a turn is under way already
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent does not take a kind of content; nothing is sent
     * @throws io.acp4j.rpc.ConnectionClosedException when the connection is closed already
     * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn">the specification</a>
     */
    PromptTurn startTurn(List<? extends ContentBlock> content, @Nullable Meta meta);

    /**
     * Returns whether a turn is under way.
     *
     * @return true from a prompt to the agent's response; in version 2 of the protocol also while the agent works without a prompt
     */
    boolean isTurnInProgress();

    /**
     * Returns whether the connection ended in the middle of a turn of this session: what the agent did for it is not known.
     *
     * @return true when the last prompt failed with {@link io.acp4j.rpc.ConnectionClosedException}
     */
    boolean isTurnLost();

    /**
     * Asks the agent to end the turn: sends {@code session/cancel}, cancels the agent's permission requests in this session
     * as cancelled, also those that come until the turn has ended, and interrupts handlers that are still asking.
     *
     * <p>In version 2 of the protocol that ends the work in the foreground and the prompts that are not inserted yet, and nothing that the
     * agent has listed as running in the background. There only those permission requests are cancelled at once that are about a tool call or
     * terminal which the agent would have listed; it withdraws the others itself where they are about what ends.
     *
     * <p>Returns at once. Updates may still come; the prompt ends with the agent's response. Without a turn, this only
     * notifies the agent and cancels pending permission requests.
     *
     * @throws io.acp4j.rpc.ConnectionClosedException when the connection is closed
     * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn#cancellation">the specification</a>
     */
    void cancel();

    /**
     * Asks the agent to stop one tool call and waits until it has taken that up; the last update of the call confirms the end. The turn
     * goes on. Version 1 of the protocol has nothing like it.
     *
     * @param call the call
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not said that this call can be stopped, or it has ended;
     *     nothing is sent
     */
    @Unstable("protocol-version-2")
    void cancelToolCall(ToolCallId call);

    /**
     * The twin of {@link #cancelToolCall}.
     *
     * @param call the call
     * @return completes when the agent has taken it up
     * @throws io.acp4j.rpc.UnsupportedCapabilityException as {@link #cancelToolCall} does
     */
    @Unstable("protocol-version-2")
    CompletableFuture<Void> cancelToolCallAsync(ToolCallId call);

    /**
     * Asks the agent to end the command of one of its terminals and waits until it has taken that up; the exit status of the terminal
     * confirms the end. Version 1 of the protocol has nothing like it.
     *
     * @param terminal the terminal
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not said that this command can be ended, or it has ended;
     *     nothing is sent
     */
    @Unstable("protocol-version-2")
    void cancelTerminal(TerminalId terminal);

    /**
     * The twin of {@link #cancelTerminal}.
     *
     * @param terminal the terminal
     * @return completes when the agent has taken it up
     * @throws io.acp4j.rpc.UnsupportedCapabilityException as {@link #cancelTerminal} does
     */
    @Unstable("protocol-version-2")
    CompletableFuture<Void> cancelTerminalAsync(TerminalId terminal);

    /**
     * Returns the modes of the session, kept up to date by the agent's updates.
     *
     * <p>In version 2 of the protocol modes are the first of the options whose category is {@code mode}.
     *
     * @return the current mode and those to choose from; null when the agent has named none
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-modes">the specification</a>
     */
    @Nullable
    SessionModeState modes();

    /**
     * Returns the options of the session with their values, kept up to date by the agent's updates.
     *
     * @return the options in the order to show them; empty when the agent has named none
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-config-options">the specification</a>
     */
    List<SessionConfigOption> configOptions();

    /**
     * Changes the mode and waits until the agent has done so.
     *
     * @param mode one of those to choose from
     */
    void setMode(SessionModeId mode);

    /**
     * Changes the mode.
     *
     * @param mode one of those to choose from
     * @return completes when the agent has done so
     */
    CompletableFuture<Void> setModeAsync(SessionModeId mode);

    /**
     * Sets an option and waits for the values that all options have then.
     *
     * @param option which option
     * @param value its new value
     * @return all options, as {@link #configOptions()} gives them from now on
     */
    List<SessionConfigOption> setConfigOption(SessionConfigId option, SessionConfigValue value);

    /**
     * Sets an option.
     *
     * @param option which option
     * @param value its new value
     * @return all options, as {@link #configOptions()} gives them from then on
     */
    CompletableFuture<List<SessionConfigOption>> setConfigOptionAsync(SessionConfigId option, SessionConfigValue value);

    /**
     * Returns the conversation, put together from the session's updates and prompts. An update is in it before listeners get
     * that update.
     *
     * @return the transcript, kept up to date by the client
     * @throws IllegalStateException unless {@link AcpClientBuilder#transcripts} has enabled it
     */
    SessionTranscript transcript();

    /**
     * Adds a listener for this session, beside the client's own.
     *
     * <p>The first listener also receives earlier updates, on the calling thread and before this method returns. This requires that no
     * prompt has been sent and that {@link ClientLimits#maxEarlyUpdates()} was not exceeded. To receive all updates reliably, pass the
     * listener to the call that opens the session.
     *
     * @param listener receives the updates
     * @return the registration; an update that is being handled when it is closed is still handled
     */
    Registration onUpdate(UpdateListener listener);

    /**
     * Returns the forks of the session: at a message, before one to edit it, or with another response. Nothing is sent until a fork is
     * requested.
     *
     * @return the forks, always the same instance
     */
    @Unstable("session-fork")
    SessionForks forks();

    /**
     * Returns the branches inside the session, for agents that advertise them. Nothing is sent until a method is called.
     *
     * @return the branches
     */
    @Unstable("acp4j-branching")
    SessionBranches branches();

    /**
     * Tells the agent to end its work on the session and to free what it holds, and waits until it has; this client forgets
     * the session then. A turn that is under way is cancelled as {@link #cancel()} does, and so is, in version 2 of the protocol, what runs
     * in the background; a session that is gone already is as good as closed there.
     *
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent cannot close sessions; {@link #detach()} always works
     */
    void close();

    /**
     * The twin of {@link #close()}.
     *
     * @return completes when the session is closed
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent cannot close sessions
     */
    CompletableFuture<Void> closeAsync();

    /**
     * Hides the session from the agent's lists and waits until that is done; the agent closes it, and this client forgets it
     * then.
     *
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent cannot archive sessions
     * @see UnstableCalls#unarchiveSession
     */
    @Unstable("session-archive")
    default void archive() {
        client().unstable().archiveSession(id());
    }

    /**
     * Sets the title of the session and waits until it is stored.
     *
     * @param title its title for people
     * @return the title as the agent stored it; the one to show
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent takes no titles
     */
    @Unstable("session-title")
    default String setTitle(String title) {
        return client().unstable().setSessionTitle(id(), title);
    }

    /**
     * Deletes the session from the agent's store and waits until that is done; this client forgets it then.
     *
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent cannot delete sessions
     */
    void delete();

    /**
     * The twin of {@link #delete()}.
     *
     * @return completes when the session is deleted
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent cannot delete sessions
     */
    CompletableFuture<Void> deleteAsync();

    /** Makes this client forget the session without telling the agent; it no longer counts against the limit. */
    void detach();

    private static List<ContentBlock> blocks(ContentBlock first, ContentBlock... more) {
        List<ContentBlock> blocks = new ArrayList<>(1 + more.length);
        blocks.add(first);
        Collections.addAll(blocks, more);
        return blocks;
    }
}
