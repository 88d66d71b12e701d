package io.acp4j.client;

import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.schema.v1.prompt.PromptResponse;
import io.acp4j.schema.v1.update.SessionUpdate;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A turn that somebody looks at. */
final class DefaultTurn implements Turn {

    private static final Logger LOG = LoggerFactory.getLogger(DefaultTurn.class);

    private final ClientSession session;
    private final AgentLink link;
    private final TurnUpdates updates;
    private final Runnable cancel;

    /** The agent's answer. */
    private final CompletableFuture<PromptResponse> answer;

    /** The agent's answer, once a callback has had all updates. */
    private final CompletableFuture<PromptResponse> end = new CompletableFuture<>();

    private final AtomicBoolean cancelled = new AtomicBoolean();
    private volatile boolean calledBack;

    DefaultTurn(
            ClientSession session,
            AgentLink link,
            TurnUpdates updates,
            CompletableFuture<PromptResponse> answer,
            Runnable cancel) {
        this.session = session;
        this.link = link;
        this.updates = updates;
        this.answer = answer;
        this.cancel = cancel;
    }

    /** Follows the answer, which may be there already. */
    void follow() {
        var unused = answer.whenComplete((response, failure) -> {
            updates.end(failure == null ? null : link.thrown(ForwardingFuture.unwrap(failure)));
            if (!calledBack) {
                conclude();
            }
        });
    }

    private void conclude() {
        var unused = answer.whenComplete((response, failure) -> {
            if (failure == null) {
                end.complete(response);
            } else {
                end.completeExceptionally(ForwardingFuture.unwrap(failure));
            }
        });
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
    public Turn onUpdate(Consumer<? super SessionUpdate> taker) {
        Objects.requireNonNull(taker, "taker");
        calledBack = true;
        Callback callback = new Callback(taker);
        if (!updates.subscribe(callback, callback)) {
            calledBack = false;
            conclude();
            throw TurnUpdates.refusal();
        }
        return this;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super SessionUpdate> subscriber) {
        Objects.requireNonNull(subscriber, "subscriber");
        if (!updates.subscribe(subscriber, new Subscription())) {
            subscriber.onSubscribe(Silent.SUBSCRIPTION);
            subscriber.onError(TurnUpdates.refusal());
        }
    }

    @Override
    public CompletableFuture<PromptResponse> result() {
        updates.ignoreUnlessTaken();
        return ForwardingFuture.of(end, Function.identity(), link::thrown, this::close);
    }

    @Override
    public PromptResponse await() {
        updates.ignoreUnlessSubscribed();
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
        return answer.isDone();
    }

    @Override
    public void cancel() {
        if (!answer.isDone() && cancelled.compareAndSet(false, true)) {
            cancel.run();
        }
    }

    @Override
    public void close() {
        updates.mute();
        cancel();
    }

    /** Names the session. */
    @Override
    public String toString() {
        return "Turn[" + session.id() + (isDone() ? ", done]" : "]");
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

    /** What a subscriber has in hand. */
    private final class Subscription implements Flow.Subscription {
        @Override
        public void request(long count) {
            if (count <= 0) {
                updates.fail(new IllegalArgumentException("a subscriber asked for " + count + " updates"));
                DefaultTurn.this.cancel();
            } else {
                updates.request(count);
            }
        }

        @Override
        public void cancel() {
            updates.drop();
            DefaultTurn.this.cancel();
        }
    }

    /** Hands all updates to a callback. */
    private final class Callback implements Flow.Subscriber<SessionUpdate>, Flow.Subscription {

        private final Consumer<? super SessionUpdate> taker;

        Callback(Consumer<? super SessionUpdate> taker) {
            this.taker = taker;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(SessionUpdate update) {
            try {
                taker.accept(update);
            } catch (RuntimeException e) {
                LOG.error("the callback for a turn of session {} failed on an update", session.id(), e);
            }
        }

        @Override
        public void onError(Throwable failure) {
            conclude();
        }

        @Override
        public void onComplete() {
            conclude();
        }

        @Override
        public void request(long count) {
            updates.request(count);
        }

        @Override
        public void cancel() {
            close();
        }
    }

    /** The subscription of somebody who gets nothing. */
    private enum Silent implements Flow.Subscription {
        SUBSCRIPTION;

        @Override
        public void request(long count) {
            LOG.debug("a refused subscriber asked for {} updates", count);
        }

        @Override
        public void cancel() {
            LOG.debug("a refused subscriber cancelled");
        }
    }
}
