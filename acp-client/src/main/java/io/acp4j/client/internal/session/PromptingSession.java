package io.acp4j.client.internal.session;

import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.client.internal.protocol.TurnSession;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.prompt.CancelNotification;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A session, as its turns see it. */
final class PromptingSession implements TurnSession {

    private final SessionId id;
    private final AgentLink link;
    private final OpeningState opening;
    private final SessionUpdates updates;
    private final @Nullable DefaultSessionTranscript transcript;
    private final @Nullable ActivePath activePath;
    private final Duration cancelTimeout;
    private final Runnable onUnconfirmed;

    PromptingSession(
            SessionId id,
            AgentLink link,
            OpeningState opening,
            SessionUpdates updates,
            @Nullable DefaultSessionTranscript transcript,
            @Nullable ActivePath activePath,
            Duration cancelTimeout,
            Runnable onUnconfirmed) {
        this.id = id;
        this.link = link;
        this.opening = opening;
        this.updates = updates;
        this.transcript = transcript;
        this.activePath = activePath;
        this.cancelTimeout = cancelTimeout;
        this.onUnconfirmed = onUnconfirmed;
    }

    @Override
    public SessionId id() {
        return id;
    }

    @Override
    public @Nullable DefaultSessionTranscript transcript() {
        return transcript;
    }

    @Override
    public boolean isReplayed() {
        return opening.isReplayed();
    }

    @Override
    public void prompting() {
        updates.keepNoMore();
    }

    @Override
    public <P, R> CompletableFuture<R> request(
            RequestMethod<P, R> method, P params, BiConsumer<@Nullable R, @Nullable Throwable> responded) {
        return link.connection().requestAsync(method, params, responded);
    }

    @Override
    public <P, R> CompletableFuture<R> request(
            RequestMethod<P, R> method,
            P params,
            BiConsumer<@Nullable R, @Nullable Throwable> responded,
            CompletionStage<?> work) {
        return link.connection().requestAsync(method, params, responded, work);
    }

    @Override
    public void sendCancellation() {
        // Sending must not fail because the caller is being interrupted: that may be why the turn is cancelled.
        boolean interrupted = Thread.interrupted();
        try {
            link.notify(Methods.SESSION_CANCEL, CancelNotification.of(id));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public Duration cancelTimeout() {
        return cancelTimeout;
    }

    @Override
    public void markUnconfirmed() {
        if (transcript != null) {
            transcript.gap(TranscriptEntry.Gap.Reason.CANCELLATION_UNCONFIRMED);
        }
    }

    @Override
    public void cancelUnconfirmed() {
        onUnconfirmed.run();
    }

    @Override
    public void turnEnded() {
        if (activePath != null) {
            activePath.ended();
        }
    }

    @Override
    public void promptFailed(TranscriptEntry prompt, ErrorObject error) {
        if (activePath != null) {
            activePath.locate(prompt, error);
        }
    }

    @Override
    public Executor executor() {
        return link.connection().executor();
    }
}
