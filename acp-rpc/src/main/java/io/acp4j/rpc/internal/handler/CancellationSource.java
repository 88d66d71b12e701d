package io.acp4j.rpc.internal.handler;

import io.acp4j.rpc.CancellationToken;
import io.acp4j.rpc.Registration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Cancellation token that its owner can cancel. */
public final class CancellationSource implements CancellationToken {

    private final Executor executor;
    private final ReentrantLock lock = new ReentrantLock();
    private Set<Action> waiting = new LinkedHashSet<>();
    private @Nullable CompletableFuture<Void> stage;
    private volatile boolean cancelled;

    /**
     * Creates a token that is not cancelled.
     *
     * @param executor runs what waits for the cancellation; when it refuses, the cancelling thread does
     */
    public CancellationSource(Executor executor) {
        this.executor = executor;
    }

    /** Cancels; without effect the second time. Actions run on the executor. */
    public void cancel() {
        Set<Action> due;
        lock.lock();
        try {
            cancelled = true;
            due = waiting;
            waiting = new LinkedHashSet<>();
        } finally {
            lock.unlock();
        }
        due.forEach(this::execute);
    }

    private void execute(Action action) {
        try {
            executor.execute(action);
        } catch (RejectedExecutionException e) {
            // What waits for the cancellation must still hear of it.
            action.run();
        }
    }

    @Override
    public boolean isCancelled() {
        return cancelled;
    }

    @Override
    public Registration onCancel(Runnable action) {
        Action registered = new Action(action);
        lock.lock();
        try {
            if (!cancelled) {
                waiting.add(registered);
                return registered;
            }
        } finally {
            lock.unlock();
        }
        execute(registered);
        return registered;
    }

    @Override
    public CompletionStage<Void> whenCancelled() {
        CompletableFuture<Void> shared;
        lock.lock();
        try {
            if (stage != null) {
                return stage.minimalCompletionStage();
            }
            stage = new CompletableFuture<>();
            shared = stage;
        } finally {
            lock.unlock();
        }
        Registration unused = onCancel(() -> shared.complete(null));
        return shared.minimalCompletionStage();
    }

    /** What is to be run at most once; forgotten when it is taken back, however long the work goes on. */
    private final class Action implements Runnable, Registration {

        private final Runnable action;
        private final AtomicBoolean over = new AtomicBoolean();

        Action(Runnable action) {
            this.action = action;
        }

        @Override
        public void run() {
            if (!over.compareAndSet(false, true)) {
                return;
            }
            try {
                action.run();
            } catch (Throwable e) {
                LoggerFactory.getLogger(CancellationSource.class).error("an action on cancellation failed", e);
            }
        }

        @Override
        public void close() {
            over.set(true);
            lock.lock();
            try {
                waiting.remove(this);
            } finally {
                lock.unlock();
            }
        }
    }
}
