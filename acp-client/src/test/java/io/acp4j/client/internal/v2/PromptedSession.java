package io.acp4j.client.internal.v2;

import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.client.internal.protocol.TurnSession;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A session whose prompts have the responses that a test gives. */
final class PromptedSession implements TurnSession {

    private final List<Prompt> prompts = new ArrayList<>();
    private int cancellations;

    private record Prompt(
            BiConsumer<@Nullable Object, @Nullable Throwable> responded, CompletableFuture<Object> response) {}

    /** Has the response to a prompt come in its place among the updates; prompts are numbered in the order in which they were sent. */
    void respond(int prompt, @Nullable Object result, @Nullable Throwable failure) {
        prompts.get(prompt).responded.accept(result, failure);
    }

    /** Hands the response to a prompt to its caller. */
    void conclude(int prompt, @Nullable Object result, @Nullable Throwable failure) {
        if (failure == null) {
            prompts.get(prompt).response.complete(result);
        } else {
            prompts.get(prompt).response.completeExceptionally(failure);
        }
    }

    @Override
    public boolean isReplayed() {
        return false;
    }

    @Override
    public SessionId id() {
        return new SessionId("s");
    }

    @Override
    public @Nullable DefaultSessionTranscript transcript() {
        return null;
    }

    @Override
    public void prompting() {}

    @Override
    public <P, R> CompletableFuture<R> request(
            RequestMethod<P, R> method, P params, BiConsumer<@Nullable R, @Nullable Throwable> responded) {
        return request(method, params, responded, new CompletableFuture<>());
    }

    @Override
    @SuppressWarnings("unchecked") // the tests know what they respond
    public <P, R> CompletableFuture<R> request(
            RequestMethod<P, R> method,
            P params,
            BiConsumer<@Nullable R, @Nullable Throwable> responded,
            CompletionStage<?> work) {
        CompletableFuture<Object> response = new CompletableFuture<>();
        prompts.add(new Prompt((result, failure) -> responded.accept((R) result, failure), response));
        return (CompletableFuture<R>) response;
    }

    @Override
    public void sendCancellation() {
        cancellations++;
    }

    int cancellations() {
        return cancellations;
    }

    @Override
    public Duration cancelTimeout() {
        return Duration.ofMinutes(1);
    }

    @Override
    public void markUnconfirmed() {}

    @Override
    public void cancelUnconfirmed() {}

    @Override
    public void turnEnded() {}

    @Override
    public void promptFailed(TranscriptEntry prompt, ErrorObject error) {}

    @Override
    public Executor executor() {
        return Runnable::run;
    }
}
