package io.acp4j.client;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.update.SessionUpdate;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A turn that has begun, with its updates and its end.
 *
 * <p>Iterate over {@link #updates()} before any other call. The first 64 updates are kept until then. If more arrive, the agent is slowed
 * down for at most 10 seconds. After that, the updates are dropped, and the log reports it. If {@link #result()} or {@link #await()} is
 * called first, the updates cannot be iterated here.
 *
 * <p>A slow iteration slows the agent down, as a slow {@link UpdateListener} does. At most 64 updates wait here, and the rest wait in the
 * connection, which stops reading at its limit. Other sessions continue. Therefore iterate to the end, or {@linkplain #close() close} the
 * turn.
 *
 * <p>In version 1 of the protocol, a turn is a request, and a session has one turn at a time. In version 2, a prompt is
 * {@linkplain #inserted() inserted} into the conversation, at once or, if the agent is working, later. The work that includes it ends when
 * the agent reports that it is idle.
 *
 * <p>Turns may therefore overlap in version 2. A turn ends with the first end of work after its message was inserted. The insertion is
 * known from the response to the prompt, and from the message itself when the agent sends it back. Turns whose messages joined the same
 * work end together, and only the first of them reports the token usage. A prompt that is sent during other turns receives the updates
 * since its insertion. Any other prompt receives the updates since it was sent. The protocol does not specify which prompt caused an
 * update.
 *
 * <p>Listeners of the session and the transcript receive the same updates before this turn. Safe for use by any number of threads, of which
 * one may iterate.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn">the specification</a>
 * @since 0.1.0
 */
public interface PromptTurn extends AutoCloseable {

    /**
     * Key in {@code _meta} of a response that the client created itself, because the agent did not confirm a cancellation within {@link
     * AcpClientBuilder#cancelTimeout}.
     */
    String UNCONFIRMED_KEY = "acp4j/cancellationUnconfirmed";

    /**
     * Returns whether a turn ended with a cancellation that the agent has not confirmed. The agent may still be working.
     *
     * @param response the end of a turn
     * @return true if the client has ended the turn without a response of the agent
     */
    static boolean isUnconfirmed(PromptResponse response) {
        Meta meta = response.meta();
        RawJson mark = meta == null ? null : meta.get(UNCONFIRMED_KEY);
        return mark != null && mark.toTree().asBoolean();
    }

    /**
     * Returns the session of the turn.
     *
     * @return the session
     */
    ClientSession session();

    /**
     * Returns the updates one by one to the thread that iterates, which waits for them.
     *
     * <p>The iteration ends with the turn, and with a failed turn it throws what {@link #await()} would. Interrupting the
     * waiting thread cancels the turn and throws {@link io.acp4j.rpc.RequestCancelledException}. Leave the loop early only
     * together with {@link #await()} or {@link #close()}.
     *
     * @return the updates, to be iterated once
     * @throws IllegalStateException when the updates are iterated over already, or are not wanted
     */
    Iterable<SessionUpdate> updates();

    /**
     * Returns when the prompt has become a message of the conversation. Version 1 of the protocol does not tell: there it is taken
     * for granted with the first update in the turn, or with its end, and the message has no name.
     *
     * @return completes with the id of the message, and with null in version 1; fails with what {@link #await()} throws, and with
     *     {@link io.acp4j.rpc.RequestCancelledException} when the prompt was withdrawn before. Cancelling it has no effect on the turn
     */
    @Unstable("protocol-version-2")
    CompletableFuture<@Nullable MessageId> inserted();

    /**
     * Returns the end of the turn.
     *
     * @return completes when the agent has responded, whatever of the updates has been iterated over; fails with what
     *     {@link #await()} throws. Cancelling it closes the turn
     */
    CompletableFuture<PromptResponse> result();

    /**
     * Waits for the end of the turn, without limit unless the connection's options set one. What an iteration has not taken
     * yet is dropped.
     *
     * @return why the turn ended
     * @throws io.acp4j.rpc.AcpErrorException when the agent responds with an error
     * @throws io.acp4j.rpc.RequestTimeoutException when no response comes in time
     * @throws io.acp4j.rpc.RequestCancelledException when the calling thread is interrupted; the turn is cancelled
     * @throws io.acp4j.rpc.ConnectionClosedException when the connection closes meanwhile
     * @throws java.util.concurrent.CancellationException when the result has been cancelled
     */
    PromptResponse await();

    /**
     * Returns whether the turn has ended.
     *
     * @return true after the agent's response
     */
    boolean isDone();

    /**
     * Asks the agent to end the turn, as {@link ClientSession#cancel()} does, unless it has ended or been asked before.
     * Updates still come until the agent has responded. A prompt that waits for other work to end is only taken back: that work goes on,
     * and the turn ends at once as cancelled. When that comes too late, the message is part of the conversation nevertheless.
     */
    void cancel();

    /**
     * Cancels the turn unless it has ended, and drops the updates that have not been taken. Returns at once; may be called
     * again. To see how the agent ends the turn, keep the {@link #result()}.
     */
    @Override
    void close();
}
