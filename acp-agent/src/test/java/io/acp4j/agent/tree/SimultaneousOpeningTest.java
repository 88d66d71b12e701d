package io.acp4j.agent.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoreView;
import io.acp4j.schema.SessionId;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Leases of sessions that are opened twice at once, or created again after their deletion. */
class SimultaneousOpeningTest {

    private static final SessionId ID = new SessionId("s1");
    private static final int LIMIT = 60;

    /** A store in memory, from which one thread returns later than others. */
    private static final class DelayedStore implements SessionStore {

        private final SessionStore store = SessionStore.inMemory();
        private final CountDownLatch written = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);
        private volatile Thread delayed;

        @Override
        public <T> T read(Function<? super StoreView, T> action) {
            return store.read(action);
        }

        @Override
        public <T> T write(Function<? super StoreTransaction, T> action) {
            T result = store.write(action);
            if (Thread.currentThread().equals(delayed)) {
                written.countDown();
                await(released);
            }
            return result;
        }

        @Override
        public void close() {
            store.close();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(LIMIT, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theLeaseOfANewSessionIsReleasedAlthoughADeletedOneHadItsId() {
        SessionStore store = SessionStore.inMemory();
        try (SessionRepository repository = SessionRepository.over(store)) {
            repository.create(NewSession.of(ID, "/project")).close();
            SessionTree deleted = repository.open(ID);
            SessionRepository.over(store).delete(ID);

            repository.create(NewSession.of(ID, "/project")).close();

            assertThat(deleted).isNotNull();
            assertThat(repository.isOpen(Objects.requireNonNull(repository.find(ID))))
                    .isFalse();
        }
    }

    @Test
    void theLatestLeaseIsReleasedWhenItsTreeIsClosed() {
        DelayedStore store = new DelayedStore();
        try (SessionRepository repository = SessionRepository.over(store)) {
            repository.create(NewSession.of(ID, "/project")).close();
            CompletableFuture<SessionTree> earlier = CompletableFuture.supplyAsync(() -> {
                store.delayed = Thread.currentThread();
                return repository.open(ID);
            });
            await(store.written);
            SessionTree later = repository.open(ID);
            store.released.countDown();
            earlier.join();

            later.close();

            assertThat(repository.isOpen(Objects.requireNonNull(repository.find(ID))))
                    .isFalse();
        }
    }
}
