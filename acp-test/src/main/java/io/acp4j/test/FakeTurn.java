package io.acp4j.test;

import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.prompt.PromptRequest;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.update.AgentMessage;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AgentThoughtChunk;
import io.acp4j.schema.update.BackgroundWork;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A turn of a {@link FakeAgent}, with or without a prompt, as its script plays it. It ends when the script returns.
 *
 * <p>Methods that send output do so at once. For use by the thread of the script.
 *
 * @since 0.1.0
 */
public final class FakeTurn {

    private final FakeAgent agent;
    private final SessionId session;
    private final @Nullable PromptRequest request;
    private final Wire wire;
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private StopReason stopReason = StopReason.END_TURN;

    /**
     * Begins a turn.
     *
     * @param request the prompt; null for a turn without one
     */
    FakeTurn(FakeAgent agent, SessionId session, @Nullable PromptRequest request, Wire wire) {
        this.agent = agent;
        this.session = session;
        this.request = request;
        this.wire = wire;
    }

    /** What a turn does on the wire of a version. */
    interface Wire {

        void update(SessionUpdate update);

        RequestPermissionResponse ask(RequestPermissionRequest question);

        <P, R> R request(RequestMethod<P, R> method, P params);

        /** Takes in the next prompt that waits, and returns its text; null when none does. */
        @Nullable
        String takeWaiting();
    }

    /** Plays turns. */
    @FunctionalInterface
    public interface Script {
        /**
         * Plays one turn; may take its time.
         *
         * @param turn the turn
         * @throws Exception to fail the prompt: an {@link io.acp4j.rpc.AcpErrorException} with its own, any
         *     other with an internal one
         */
        void play(FakeTurn turn) throws Exception;
    }

    /**
     * Names the session.
     *
     * @return its id
     */
    public SessionId session() {
        return session;
    }

    /**
     * Returns the prompt.
     *
     * @return all that the client sent
     * @throws IllegalStateException for a turn that no prompt has begun
     */
    public PromptRequest prompt() {
        if (request == null) {
            throw new IllegalStateException("no prompt has begun this turn of session " + session);
        }
        return request;
    }

    /**
     * Returns the text of the prompt without its other content.
     *
     * @return the text
     * @throws IllegalStateException for a turn that no prompt has begun
     */
    public String promptText() {
        StringBuilder text = new StringBuilder();
        for (ContentBlock block : prompt().prompt()) {
            if (block instanceof TextContent plain) {
                text.append(plain.text());
            }
        }
        return text.toString();
    }

    /**
     * Sends a message of one chunk or more, under a new id.
     *
     * @param chunks its text
     * @return the id of the message
     */
    public MessageId say(String... chunks) {
        MessageId id = agent.newMessage();
        for (String chunk : chunks) {
            update(AgentMessageChunk.text(id, chunk));
        }
        return id;
    }

    /**
     * Thinks aloud, under a new id.
     *
     * @param chunks the text
     * @return the id of the thought
     */
    public MessageId think(String... chunks) {
        MessageId id = agent.newMessage();
        for (String chunk : chunks) {
            update(new AgentThoughtChunk(ContentBlock.text(chunk), id, null));
        }
        return id;
    }

    /**
     * Replaces all that was said of a message. Version 2 only.
     *
     * @param message a message of the agent
     * @param text what it says instead
     * @throws IllegalStateException in version 1
     */
    @Unstable("protocol-version-2")
    public void replace(MessageId message, String text) {
        agent.requireDraft("messages that change");
        update(AgentMessage.builder(message)
                .content(List.of(ContentBlock.text(text)))
                .build());
    }

    /**
     * Takes back all that was said of a message; the message stays, and is empty. Version 2 only.
     *
     * @param message a message of the agent
     * @throws IllegalStateException in version 1
     */
    @Unstable("protocol-version-2")
    public void clear(MessageId message) {
        agent.requireDraft("messages that change");
        update(AgentMessage.builder(message).content(Patch.cleared()).build());
    }

    /**
     * Announces a tool call.
     *
     * @param id its id
     * @param title what it does
     */
    public void callTool(String id, String title) {
        update(ToolCall.builder(new ToolCallId(id), title).build());
    }

    /**
     * Reports how far a tool call is.
     *
     * @param id its id
     * @param status its status
     */
    public void toolIs(String id, ToolCallStatus status) {
        update(ToolCallUpdate.builder(new ToolCallId(id)).status(status).build());
    }

    /**
     * Asks for permission for a tool call and waits for the response, within the time limit of the agent. In version 2 the session
     * requires action meanwhile.
     *
     * @param id the id of the call
     * @param title what it does
     * @param options what the user may choose
     * @return what was chosen, or that the turn was cancelled
     */
    public RequestPermissionResponse ask(String id, String title, PermissionOption... options) {
        ToolCallUpdate call =
                ToolCallUpdate.builder(new ToolCallId(id)).title(title).build();
        return wire.ask(RequestPermissionRequest.of(session, call, List.of(options)));
    }

    /**
     * Sets what goes on in the background of the session, which every state says from then on. Version 2 only.
     *
     * @param running what goes on, announced before; none to say that nothing does
     * @throws IllegalStateException in version 1
     */
    @Unstable("protocol-version-2")
    public void background(BackgroundWork... running) {
        agent.background(session, running);
    }

    /**
     * Returns the next prompt that waits for this turn to end, which is a message of this turn from now on. In version 1 none waits.
     *
     * @return its text; null when none waits
     */
    @Unstable("protocol-version-2")
    public @Nullable String takeWaitingPrompt() {
        return wire.takeWaiting();
    }

    /**
     * Reports anything. A state of the session is sent as it is, beside those that the turn has by itself.
     *
     * @param update what has happened
     */
    public void update(SessionUpdate update) {
        wire.update(update);
    }

    /**
     * Asks the client for anything and waits for the response, within the time limit of the agent.
     *
     * @param <P> the type of the parameters
     * @param <R> the type of the result
     * @param method the method
     * @param params its parameters
     * @return its result
     */
    public <P, R> R request(RequestMethod<P, R> method, P params) {
        return wire.request(method, params);
    }

    /**
     * Sets why the turn ends. Default: {@code end_turn}, and {@code cancelled} in any case once the client has cancelled.
     *
     * @param reason why
     */
    public void stopReason(StopReason reason) {
        stopReason = reason;
    }

    /**
     * Returns whether the client has cancelled the turn.
     *
     * @return true once it has
     */
    public boolean isCancelled() {
        return cancelled.getCount() == 0;
    }

    /**
     * Waits for the client to cancel the turn.
     *
     * @param limit how long at most
     * @throws InterruptedException when the waiting thread is interrupted
     * @throws IllegalStateException when the client has not cancelled in time; the prompt gets an error
     */
    public void awaitCancel(Duration limit) throws InterruptedException {
        if (!cancelled.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new IllegalStateException("the client has not cancelled the turn within " + DurationText.of(limit));
        }
    }

    /**
     * Waits for the client to cancel the turn, as long as the {@linkplain FakeAgent#timeLimit agent waits} at most.
     *
     * @throws InterruptedException when the waiting thread is interrupted
     * @throws IllegalStateException when the client has not cancelled in time; the prompt gets an error
     */
    public void awaitCancel() throws InterruptedException {
        awaitCancel(agent.timeLimit());
    }

    StopReason stopReason() {
        return stopReason;
    }

    void cancel() {
        cancelled.countDown();
    }
}
