package io.acp4j.test;

import io.acp4j.rpc.RequestContext;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.prompt.PromptRequest;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AgentThoughtChunk;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A turn of a {@link FakeAgent}, as its script plays it; the turn ends when the script returns.
 *
 * <p>Each method that speaks sends at once. For the thread of the script.
 *
 * @since 0.1.0
 */
public final class FakeTurn {

    private final FakeAgent agent;
    private final PromptRequest request;
    private final RequestContext context;
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private StopReason stopReason = StopReason.END_TURN;

    FakeTurn(FakeAgent agent, PromptRequest request, RequestContext context) {
        this.agent = agent;
        this.request = request;
        this.context = context;
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
        return request.sessionId();
    }

    /**
     * Returns the prompt.
     *
     * @return all that the client sent
     */
    public PromptRequest prompt() {
        return request;
    }

    /**
     * Returns the text of the prompt without its other content.
     *
     * @return the text
     */
    public String promptText() {
        StringBuilder text = new StringBuilder();
        for (ContentBlock block : request.prompt()) {
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
     * Asks for permission for a tool call and waits for the response, within the time limit of the agent.
     *
     * @param id the id of the call
     * @param title what it does
     * @param options what the user may choose
     * @return what was chosen, or that the turn was cancelled
     */
    public RequestPermissionResponse ask(String id, String title, PermissionOption... options) {
        ToolCallUpdate call =
                ToolCallUpdate.builder(new ToolCallId(id)).title(title).build();
        return request(
                Methods.SESSION_REQUEST_PERMISSION, RequestPermissionRequest.of(session(), call, List.of(options)));
    }

    /**
     * Reports anything.
     *
     * @param update what has happened
     */
    public void update(SessionUpdate update) {
        agent.update(session(), update);
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
        return context.connection().request(method, params);
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
            throw new IllegalStateException("the client has not cancelled the turn within " + limit.toSeconds() + " s");
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
