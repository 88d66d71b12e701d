package io.acp4j.client.internal.protocol;

import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.content.ContentBlock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What turns need of their session. */
public interface TurnSession {

    /** Returns its id. */
    SessionId id();

    /** Returns its transcript; null when none is kept. */
    @Nullable
    DefaultSessionTranscript transcript();

    /** Returns whether the agent has been asked to replay the session and has not responded. */
    boolean isReplayed();

    /** Notes that a prompt is about to be sent: listeners that come later get nothing from before it. */
    void prompting();

    /**
     * Sends a request about the session; what the agent has not advertised has been refused before.
     *
     * @param responded told of the response on the lane of the session, between the updates before it and those behind it
     */
    <P, R> CompletableFuture<R> request(
            RequestMethod<P, R> method, P params, BiConsumer<@Nullable R, @Nullable Throwable> responded);

    /**
     * Sends such a request whose response does not end the work that it asks for.
     *
     * @param work completes when the work has ended
     */
    <P, R> CompletableFuture<R> request(
            RequestMethod<P, R> method,
            P params,
            BiConsumer<@Nullable R, @Nullable Throwable> responded,
            CompletionStage<?> work);

    /** Sends {@code session/cancel}. */
    void sendCancellation();

    /** Returns the time after which a cancelled turn ends without a confirmation of the agent. */
    Duration cancelTimeout();

    /** Runs an action after that time, on a thread that may block. */
    default void afterCancelTimeout(Runnable action) {
        CompletableFuture.delayedExecutor(cancelTimeout().toMillis(), TimeUnit.MILLISECONDS, executor())
                .execute(action);
    }

    /** Marks in the transcript that a cancelled turn has ended without a confirmation of the agent. */
    void markUnconfirmed();

    /** Notifies the application of such a turn, after its end. */
    void cancelUnconfirmed();

    /** Notes that a turn has ended. */
    void turnEnded();

    /** Adds a refused prompt to the transcript. The error is null if the prompt was never sent. */
    default void promptRefused(List<? extends ContentBlock> content, @Nullable ErrorObject error) {
        DefaultSessionTranscript transcript = transcript();
        if (transcript != null) {
            transcript.promptRefused(content, error);
        }
    }

    /** Records a failed prompt whose entry in the transcript the agent has not confirmed. */
    void promptFailed(TranscriptEntry prompt, ErrorObject error);

    /** Returns threads for what may block. */
    Executor executor();
}
