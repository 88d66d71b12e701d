package io.acp4j.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.store.Lease;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoreView;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.schema.SessionId;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A store that stops, when it is told so, who opens a session: at the moment when the store knows of that, and nobody else does. */
final class StoppingStore implements SessionStore {

    private final SessionStore store;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private volatile @Nullable SessionId stopping;
    private volatile long token;

    StoppingStore(SessionStore store) {
        this.store = store;
    }

    /** Stops who opens a session next. */
    void stopOpening(SessionId session) {
        token = token(session);
        stopping = session;
    }

    /** Waits until somebody has been stopped. */
    void awaitStopped() throws InterruptedException {
        assertThat(stopped.await(60, TimeUnit.SECONDS)).isTrue();
    }

    /** Lets who was stopped go on. */
    void release() {
        released.countDown();
    }

    /** Has another process take a session; its lease has ended already. */
    void giveAway(SessionId id) {
        store.write(tx -> {
            StoredSession session = tx.lockSession(id);
            assertThat(session).isNotNull();
            tx.update(session.toBuilder()
                    .lease(new Lease("", token(session) + 1, tx.now()))
                    .build());
            return true;
        });
    }

    private long token(SessionId id) {
        return store.read(view -> {
            StoredSession session = view.session(id);
            assertThat(session).isNotNull();
            return token(session);
        });
    }

    private static long token(StoredSession session) {
        Lease lease = session.lease();
        assertThat(lease).isNotNull();
        return lease.token();
    }

    @Override
    public <T> T read(Function<? super StoreView, T> action) {
        return store.read(action);
    }

    @Override
    public <T> T write(Function<? super StoreTransaction, T> action) {
        T result = store.write(action);
        SessionId session = stopping;
        if (session != null && token(session) > token) {
            stopping = null;
            stopped.countDown();
            try {
                assertThat(released.await(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return result;
    }

    @Override
    public void close() {
        store.close();
    }
}
