package io.acp4j.client;

import io.acp4j.schema.v1.prompt.PromptResponse;
import io.acp4j.schema.v1.update.SessionUpdate;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/**
 * A turn that has begun: its updates, in one of three ways, and its end.
 *
 * <p>Take the updates with one of {@link #updates()}, {@link #onUpdate} and {@link #subscribe}, before anything else. The first
 * {@value #BUFFERED_UPDATES} updates are kept until then; when more come, the agent is slowed down for at most
 * {@value #UNDECIDED_SECONDS} seconds, and after that the updates are dropped and the log says so. Who asks for
 * {@link #result()} or {@link #await()} first does not want the updates here.
 *
 * <p>Whoever takes updates slowly slows the agent down: not more than {@value #BUFFERED_UPDATES} of them wait here, the rest
 * in the connection, which stops to read at its limit. Other sessions go on meanwhile. So a turn whose updates are being
 * taken must be taken to its end, or {@linkplain #close() closed}.
 *
 * <p>Listeners of the session and the transcript get the same updates, before they come here. Safe for use by any number of
 * threads; updates have one taker only.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn">the specification</a>
 * @since 0.1.0
 */
public interface Turn extends Flow.Publisher<SessionUpdate>, AutoCloseable {

    /** How many updates wait for their taker. */
    int BUFFERED_UPDATES = 64;

    /** How many seconds the agent is slowed down for a taker that has not been chosen. */
    int UNDECIDED_SECONDS = 10;

    /**
     * Gives the session of the turn.
     *
     * @return the session
     */
    ClientSession session();

    /**
     * Gives the updates one by one to the thread that iterates, which waits for them.
     *
     * <p>The iteration ends with the turn, and with a failed turn it throws what {@link #await()} would. Interrupting the
     * waiting thread cancels the turn and throws {@link io.acp4j.rpc.RequestCancelledException}. Leave the loop early only
     * together with {@link #await()} or {@link #close()}.
     *
     * @return the updates, to be iterated once
     * @throws IllegalStateException when the updates have a taker already, or are not wanted
     */
    Iterable<SessionUpdate> updates();

    /**
     * Calls back for each update, in order and one at a time, on a handler thread or on this one. The result completes when
     * the last call has returned. What the callback throws is logged.
     *
     * @param taker takes the updates; may block, which slows the agent down
     * @return this
     * @throws IllegalStateException when the updates have a taker already, or are not wanted
     */
    Turn onUpdate(Consumer<? super SessionUpdate> taker);

    /**
     * Publishes the updates to one subscriber, as many as it asks for. Signals come on handler threads, and on threads that
     * call the subscription.
     *
     * <p>The subscriber completes with the turn, for whatever reason the turn stopped, and gets the failure of a failed one.
     * Cancelling the subscription closes the turn. A second subscriber gets an {@link IllegalStateException} as its error.
     *
     * @param subscriber takes the updates
     */
    @Override
    void subscribe(Flow.Subscriber<? super SessionUpdate> subscriber);

    /**
     * Gives the end of the turn.
     *
     * @return completes when the agent has answered, with a callback when that has had all updates; fails with what
     *     {@link #await()} throws. Cancelling it closes the turn
     */
    CompletableFuture<PromptResponse> result();

    /**
     * Waits for the end of the turn, without limit unless the connection's options set one. What an iteration has not taken
     * yet is dropped.
     *
     * @return why the turn ended
     * @throws io.acp4j.rpc.AcpErrorException when the agent answers with an error
     * @throws io.acp4j.rpc.RequestTimeoutException when no answer comes in time
     * @throws io.acp4j.rpc.RequestCancelledException when the calling thread is interrupted; the turn is cancelled
     * @throws io.acp4j.rpc.ConnectionClosedException when the connection closes meanwhile
     * @throws java.util.concurrent.CancellationException when the result has been cancelled
     */
    PromptResponse await();

    /**
     * Tells whether the turn has ended.
     *
     * @return true after the agent's answer
     */
    boolean isDone();

    /**
     * Asks the agent to end the turn, as {@link ClientSession#cancel()} does, unless it has ended or been asked before.
     * Updates still come until the agent has answered.
     */
    void cancel();

    /**
     * Cancels the turn unless it has ended, and drops the updates that have not been taken. Returns at once; may be called
     * again. To see how the agent ends the turn, keep the {@link #result()}.
     */
    @Override
    void close();
}
