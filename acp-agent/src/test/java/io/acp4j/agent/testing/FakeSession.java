package io.acp4j.agent.testing;

import io.acp4j.schema.SessionId;
import io.acp4j.schema.v1.Methods;
import io.acp4j.schema.v1.prompt.CancelNotification;
import io.acp4j.schema.v1.prompt.PromptRequest;
import io.acp4j.schema.v1.prompt.PromptResponse;
import io.acp4j.schema.v1.update.AgentMessageChunk;
import io.acp4j.schema.v1.update.SessionUpdate;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * A session of a {@link FakeClient}, with all updates that came. Safe for use by any number of threads.
 *
 * @since 0.1.0
 */
public final class FakeSession {

    private final FakeClient client;
    private final SessionId id;
    private final List<SessionUpdate> updates = new CopyOnWriteArrayList<>();

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
     * Prompts, and waits for the end of the turn; its updates have been taken then.
     *
     * @param text what the user says
     * @return why the turn ended
     */
    public PromptResponse prompt(String text) {
        return client.request(Methods.SESSION_PROMPT, PromptRequest.text(id, text));
    }

    /**
     * Prompts.
     *
     * @param text what the user says
     * @return completes at the end of the turn
     */
    public CompletableFuture<PromptResponse> promptAsync(String text) {
        return client.connection().requestAsync(Methods.SESSION_PROMPT, PromptRequest.text(id, text));
    }

    /** Cancels the turn. */
    public void cancel() {
        client.connection().notify(Methods.SESSION_CANCEL, CancelNotification.of(id));
    }

    /**
     * Gives the updates that have come so far, in order.
     *
     * @return a snapshot
     */
    public List<SessionUpdate> updates() {
        return List.copyOf(updates);
    }

    /**
     * Gives the updates of one kind.
     *
     * @param <U> the kind
     * @param kind the kind
     * @return a snapshot, in order
     */
    public <U extends SessionUpdate> List<U> updates(Class<U> kind) {
        return updates.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /**
     * Gives the text that the agent has said, thoughts left out.
     *
     * @return the text of all its messages, one after the other
     */
    public String said() {
        return updates(AgentMessageChunk.class).stream()
                .map(AgentMessageChunk::text)
                .collect(Collectors.joining());
    }

    /** Forgets the updates that have come so far. */
    public void forget() {
        updates.clear();
    }

    void add(SessionUpdate update) {
        updates.add(update);
    }
}
