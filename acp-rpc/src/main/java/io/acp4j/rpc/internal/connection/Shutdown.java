package io.acp4j.rpc.internal.connection;

import io.acp4j.rpc.internal.lane.Lane;
import io.acp4j.rpc.transport.CloseReason;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * How a connection ends. When the peer's input ends, what it has asked for is still handled and responded to for a bounded time;
 * then handlers are cancelled, and then the transport is closed. Closing from this side cancels them at once.
 */
final class Shutdown {

    /** How long handlers have to respond once they have been cancelled because draining took too long. */
    private static final long CANCEL_GRACE_MILLIS = 5000;

    private final Engine engine;
    private final CompletableFuture<CloseReason> inputEnded = new CompletableFuture<>();
    private final CompletableFuture<CloseReason> closed = new CompletableFuture<>();
    private final AtomicReference<@Nullable Runnable> onIdle = new AtomicReference<>();
    private volatile boolean draining;
    private volatile boolean closing;

    Shutdown(Engine engine) {
        this.engine = engine;
    }

    /** Has the end of the transport be that of the connection. */
    void watchTransport() {
        var unused = engine.transport.closed().whenComplete((reason, impossible) -> transportClosed(reason));
    }

    CompletableFuture<CloseReason> inputEnded() {
        return inputEnded;
    }

    CompletableFuture<CloseReason> closed() {
        return closed;
    }

    /** Returns why nothing more arrives; null while it does. */
    @Nullable
    CloseReason endReason() {
        return engine.responses.endReason();
    }

    /** Returns whether this side has closed the connection, or the transport is gone. */
    boolean isClosing() {
        return closing;
    }

    /** Returns whether nothing is sent any more. */
    boolean isSilent() {
        return closing || (endReason() != null && !draining);
    }

    /** Begins to end the connection, as nothing more arrives; called by the reading thread. */
    void inputEnded(CloseReason reason, boolean canSend) {
        noInput(reason);
        engine.responses.failPending(reason);
        if (!canSend) {
            engine.served.cancelAll();
            engine.transport.close();
            return;
        }
        for (Lane lane : engine.lanes.busy()) {
            // What was said before the end may still have something to say in return.
            engine.served.hold();
            lane.add(new Lane.Item(this::responded, 0, false, false));
        }
        draining = true;
        if (engine.served.isEmpty()) {
            engine.transport.close();
            return;
        }
        engine.timers.after(Deadline.millis(engine.options.drainTimeout()), () -> {
            engine.served.cancelAll();
            engine.timers.after(CANCEL_GRACE_MILLIS, engine.transport::close);
        });
    }

    /** Counts a response that has been sent, with all that belongs to it. */
    void responded() {
        if (!engine.served.end()) {
            return;
        }
        if (draining) {
            engine.transport.close();
        }
        idle();
    }

    /** Runs an action as soon as no response is owed, and nothing that a request has begun goes on. */
    void whenIdle(Runnable action) {
        onIdle.set(action);
        idle();
    }

    private void idle() {
        if (onIdle.get() == null || !engine.served.isEmpty()) {
            return;
        }
        Runnable action = onIdle.getAndSet(null);
        if (action != null) {
            action.run();
        }
    }

    /** Ends everything from this side. */
    void close() {
        cancelAll(CloseReason.local());
        engine.transport.close();
    }

    private void transportClosed(CloseReason reason) {
        noInput(reason);
        cancelAll(reason);
        engine.timers.cancelAll();
        if (engine.connectionListeners != null) {
            // A handler that never responds must not keep them waiting.
            engine.served.open().forEach(call -> call.ended(Outcomes.CLOSED));
            engine.connectionListeners.closed(reason);
        }
        engine.threads.shutdown();
        closed.complete(reason);
    }

    private void noInput(CloseReason reason) {
        if (!inputEnded.isDone()) {
            engine.threads.execute(() -> inputEnded.complete(reason));
        }
    }

    private void cancelAll(CloseReason reason) {
        closing = true;
        engine.budget.close();
        engine.responses.failPending(reason);
        engine.served.cancelAll();
    }
}
