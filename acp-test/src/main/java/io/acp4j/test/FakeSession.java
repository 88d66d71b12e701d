package io.acp4j.test;

import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.RequestTimeoutException;
import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.method.V2Methods;
import io.acp4j.schema.prompt.CancelNotification;
import io.acp4j.schema.prompt.PromptRequest;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.update.SessionUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/**
 * A session of a {@link FakeClient}, with all updates that came. Safe for use by any number of threads.
 *
 * @since 0.1.0
 */
public final class FakeSession {

    private final FakeClient client;
    private final SessionId id;
    /** Guarded by itself, which those wait on who await an update. */
    private final List<SessionUpdate> updates = new ArrayList<>();

    private final V2Turns turns = new V2Turns();

    FakeSession(FakeClient client, SessionId id) {
        this.client = client;
        this.id = id;
    }

    /**
     * Names the session.
     *
     * @return its id
     */
    public SessionId id() {
        return id;
    }

    /**
     * Prompts, and waits for the end of the turn, within the time limit of the client; its updates have been taken then.
     *
     * @param text what the user says
     * @return why the turn ended
     */
    public PromptResponse prompt(String text) {
        if (!client.speaksV2()) {
            return client.request(Methods.SESSION_PROMPT, PromptRequest.text(id, text));
        }
        CompletableFuture<PromptResponse> end = promptAsync(text);
        try {
            return end.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RequestCancelledException("interrupted while waiting for the end of the turn", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof AcpException known
                    ? known
                    : new AcpException("the turn failed", e.getCause());
        }
    }

    /**
     * Prompts. In version 2 of the protocol a turn ends when the agent becomes idle after it has echoed the prompt.
     *
     * @param text what the user says
     * @return completes at the end of the turn
     */
    public CompletableFuture<PromptResponse> promptAsync(String text) {
        PromptRequest prompt = PromptRequest.text(id, text);
        return client.speaksV2()
                ? insert(prompt)
                : client.connection().requestAsync(Methods.SESSION_PROMPT, prompt, client.timeLimit());
    }

    private CompletableFuture<PromptResponse> insert(PromptRequest prompt) {
        Duration limit = client.timeLimit();
        turns.begin();
        return client.connection()
                .requestAsync(V2Methods.SESSION_PROMPT, prompt)
                .thenCompose(inserted -> turns.endOf(inserted.messageId()))
                .orTimeout(limit.toNanos(), TimeUnit.NANOSECONDS)
                .handle((response, failure) -> {
                    turns.end();
                    if (failure == null) {
                        return response;
                    }
                    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
                    throw new CompletionException(
                            cause instanceof TimeoutException
                                    ? new RequestTimeoutException(V2Methods.SESSION_PROMPT.name(), limit)
                                    : cause);
                });
    }

    /** Cancels the turn. */
    public void cancel() {
        client.connection().notify(Methods.SESSION_CANCEL, CancelNotification.of(id));
    }

    /**
     * Returns the updates that have come so far, in order.
     *
     * @return a snapshot
     */
    public List<SessionUpdate> updates() {
        synchronized (updates) {
            return List.copyOf(updates);
        }
    }

    /**
     * Waits until an update of a kind has come, within the time limit of the client; returns at once when there is one.
     *
     * @param <U> the kind
     * @param kind the kind
     * @return the first of that kind
     * @throws InterruptedException when the waiting thread is interrupted
     * @throws IllegalStateException when none has come in time
     */
    public <U extends SessionUpdate> U await(Class<U> kind) throws InterruptedException {
        return await(kind, any -> true);
    }

    /**
     * Waits until an update of a kind has come that fulfils a condition, within the time limit of the client.
     *
     * @param <U> the kind
     * @param kind the kind
     * @param condition what it must fulfil; must not block
     * @return the first one
     * @throws InterruptedException when the waiting thread is interrupted
     * @throws IllegalStateException when none has come in time
     */
    public <U extends SessionUpdate> U await(Class<U> kind, Predicate<? super U> condition)
            throws InterruptedException {
        long end = System.nanoTime() + client.timeLimit().toNanos();
        synchronized (updates) {
            while (true) {
                for (SessionUpdate update : updates) {
                    if (kind.isInstance(update) && condition.test(kind.cast(update))) {
                        return kind.cast(update);
                    }
                }
                long left = end - System.nanoTime();
                if (left <= 0) {
                    throw new IllegalStateException("no such " + kind.getSimpleName() + " has come within "
                            + DurationText.of(client.timeLimit()) + "; " + updates.size() + " updates have");
                }
                TimeUnit.NANOSECONDS.timedWait(updates, Math.max(left, 1_000_000));
            }
        }
    }

    /**
     * Returns the updates of one kind.
     *
     * @param <U> the kind
     * @param kind the kind
     * @return a snapshot, in order
     */
    public <U extends SessionUpdate> List<U> updates(Class<U> kind) {
        return updates().stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /**
     * Returns the text that the agent has said, thoughts left out. A message that was replaced or cleared counts with what it has now.
     *
     * @return the text of all its messages, one after the other
     */
    public String said() {
        return SaidText.of(updates());
    }

    /** Forgets the updates that have come so far. */
    public void forget() {
        synchronized (updates) {
            updates.clear();
        }
    }

    void add(SessionUpdate update) {
        synchronized (updates) {
            updates.add(update);
            updates.notifyAll();
        }
        turns.add(update);
    }

    void closed(CloseReason reason) {
        turns.closed(new ConnectionClosedException(reason));
    }
}
