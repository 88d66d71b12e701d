package io.acp4j.client.fork;

import io.acp4j.client.ClientSession;
import io.acp4j.client.internal.calls.Waiting;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.init.SessionCapabilities;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A fork that is thrown away when it is closed.
 *
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public final class ForkScope implements AutoCloseable {

    private final ForkableSession fork;
    private final AtomicBoolean closed = new AtomicBoolean();

    ForkScope(ForkableSession fork) {
        this.fork = fork;
    }

    /**
     * Returns the session of the fork.
     *
     * @return the session
     */
    public ClientSession session() {
        return fork.session();
    }

    /**
     * Returns the fork with its messages.
     *
     * @return the fork
     */
    public ForkableSession fork() {
        return fork;
    }

    /**
     * Ends the fork and waits until that is done: closes it, which cancels a turn that is under way, and deletes it, each only
     * when the agent advertises it; in any case this client forgets it. Does nothing the second time.
     *
     * @throws io.acp4j.rpc.AcpException when the agent refuses or is gone; deleting is tried even if closing fails
     */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            Waiting.until(discardAsync(), "the end of session " + session().id());
        }
    }

    CompletableFuture<Void> discardAsync() {
        ClientSession session = fork.session();
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
