package io.acp4j.client.internal.session;

import io.acp4j.client.ClientSession;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.internal.protocol.SessionTurns;
import io.acp4j.client.internal.protocol.TurnUpdates;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.update.SessionUpdate;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A turn whose updates can be iterated. */
final class DefaultTurn implements PromptTurn {

    private final ClientSession session;
    private final AgentLink link;
    private final TurnUpdates updates;
    private final SessionTurns.Turn turn;

    /** The end of the turn, once the updates know of it. */
    private final CompletableFuture<PromptResponse> end;

    private final AtomicBoolean cancelled = new AtomicBoolean();

    DefaultTurn(ClientSession session, AgentLink link, TurnUpdates updates, SessionTurns.Turn turn) {
        this.session = session;
        this.link = link;
        this.updates = updates;
        this.end = turn.end()
                .whenComplete((result, failure) ->
                        updates.end(failure == null ? null : link.thrown(ForwardingFuture.unwrap(failure))));
        this.turn = turn;
    }

    @Override
    public ClientSession session() {
        return session;
    }

    @Override
    public Iterable<SessionUpdate> updates() {
        updates.iterate();
        Updates once = new Updates();
        return () -> once;
    }

    @Override
    public CompletableFuture<@Nullable MessageId> inserted() {
        return ForwardingFuture.of(turn.inserted(), Function.identity(), link::thrown, () -> {});
    }

    @Override
    public CompletableFuture<PromptResponse> result() {
        updates.dropUnlessRead();
        return ForwardingFuture.of(end, Function.identity(), link::thrown, this::close);
    }

    @Override
    public PromptResponse await() {
        updates.drop();
        try {
            return ForwardingFuture.await(end, link::thrown);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private RequestCancelledException interrupted(InterruptedException e) {
        cancel();
        Thread.currentThread().interrupt();
        return new RequestCancelledException("interrupted while waiting for session/prompt; it was cancelled", e);
    }

    @Override
    public boolean isDone() {
        return end.isDone();
    }

    @Override
    public void cancel() {
        if (!end.isDone() && cancelled.compareAndSet(false, true)) {
            turn.cancel();
        }
    }

    @Override
    public void close() {
        updates.drop();
        cancel();
    }

    /** Names the session. */
    @Override
    public String toString() {
        return "PromptTurn[" + session.id() + (isDone() ? ", done]" : "]");
    }

    /** The updates for one iterating thread. */
    private final class Updates implements Iterator<SessionUpdate> {

        private @Nullable SessionUpdate next;

        @Override
        public boolean hasNext() {
            if (next == null) {
                try {
                    next = updates.take();
                } catch (InterruptedException e) {
                    throw interrupted(e);
                }
            }
            if (next == null && updates.failure() instanceof RuntimeException failed) {
                throw failed;
            }
            return next != null;
        }

        @Override
        public SessionUpdate next() {
            if (!hasNext()) {
                throw new NoSuchElementException("the turn has ended");
            }
            SessionUpdate taken = Objects.requireNonNull(next);
            next = null;
            return taken;
        }
    }
}
