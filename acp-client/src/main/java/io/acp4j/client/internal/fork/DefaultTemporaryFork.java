package io.acp4j.client.internal.fork;

import io.acp4j.client.ClientSession;
import io.acp4j.client.SessionForks;
import io.acp4j.client.internal.calls.Waiting;
import io.acp4j.schema.init.SessionCapabilities;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;

/** A fork that is closed and deleted together with its scope. */
record DefaultTemporaryFork(ClientSession session, AtomicBoolean closed) implements SessionForks.TemporaryFork {

    DefaultTemporaryFork(ClientSession session) {
        this(session, new AtomicBoolean());
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            Waiting.until(discard(session), "the end of session " + session.id());
        }
    }

    /** Ends a session as far as the agent advertises that. */
    static CompletableFuture<Void> discard(ClientSession session) {
        SessionCapabilities agent = session.client().agentCapabilities().sessionCapabilities();
        CompletableFuture<Void> ended;
        if (agent.close() != null) {
            ended = session.closeAsync();
        } else {
            ended = CompletableFuture.completedFuture(null);
            if (session.isTurnInProgress()) {
                session.cancel();
            }
        }
        if (agent.delete() == null) {
            return ended.whenComplete((done, failure) -> session.detach());
        }
        return ended.handle((done, failure) -> failure)
                .thenCompose(failure -> session.deleteAsync().whenComplete((deleted, second) -> {
                    session.detach();
                    if (failure != null) {
                        if (second != null) {
                            failure.addSuppressed(second);
                        }
                        throw new CompletionException(failure);
                    }
                }));
    }
}
