package io.acp4j.client.internal.v2;

import io.acp4j.client.internal.protocol.TurnSession;
import io.acp4j.client.transcript.SessionTranscript;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A session whose prompts have the responses that a test gives. */
final class PromptedSession implements TurnSession {

    private final List<CompletableFuture<Object>> responses = new ArrayList<>();

    /** Returns what responds to a prompt, by the order in which they were sent. */
    CompletableFuture<Object> response(int prompt) {
        return responses.get(prompt);
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
    public @Nullable SessionTranscript transcript() {
        return null;
    }

    @Override
    public void prompting() {}

    @Override
    public <P, R> CompletableFuture<R> request(RequestMethod<P, R> method, P params) {
        throw new UnsupportedOperationException("only prompts are sent");
    }

    @Override
    @SuppressWarnings("unchecked") // the tests know what they respond
    public <P, R> CompletableFuture<R> request(RequestMethod<P, R> method, P params, CompletionStage<?> work) {
        CompletableFuture<Object> response = new CompletableFuture<>();
        responses.add(response);
        return (CompletableFuture<R>) response;
    }

    @Override
    public void sendCancellation() {}

    @Override
    public void turnEnded() {}

    @Override
    public Executor executor() {
        return Runnable::run;
    }
}
