package io.acp4j.store.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.store.SessionFilter;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.NewSession;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.store.jdbc.JdbcStoreOptions;
import io.acp4j.store.jdbc.SessionStores;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A database behind a network that passes on nothing any more, without a word. */
@Tag("full")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SilentDatabaseTest {

    private static final JdbcStoreOptions IMPATIENT = JdbcStoreOptions.builder()
            .busyTimeout(Duration.ofMillis(500))
            .networkTimeout(Duration.ofMillis(500))
            .build();

    private final AtomicInteger sessions = new AtomicInteger();
    private SilentProxy proxy;

    @BeforeEach
    void connect() throws IOException {
        proxy = new SilentProxy(PostgresServer.newStore());
    }

    @AfterEach
    void disconnect() throws IOException {
        proxy.close();
    }

    /** Does what a database that speaks allows: one that is late for the impatient on a busy machine is asked again. */
    private static <T> T whileItSpeaks(Callable<T> work) {
        return await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(10))
                .ignoreException(SessionStoreException.class)
                .until(work, done -> true);
    }

    /** Makes a session; one that was made for somebody who has not waited stays behind. */
    private SessionTree session(SessionRepository repository) {
        return whileItSpeaks(
                () -> repository.create(NewSession.of(new SessionId("s" + sessions.incrementAndGet()), "/project")));
    }

    @Test
    void readsAndWritesEndAndGoOnWhenTheDatabaseIsBack() {
        try (SessionStore store = whileItSpeaks(() -> SessionStores.open(proxy.url(), IMPATIENT))) {
            long first = whileItSpeaks(() -> store.<Long>write(StoreTransaction::newTree));
            proxy.fallSilent();
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> store.<Long>write(StoreTransaction::newTree))
                        .isInstanceOf(SessionStoreException.class);
                assertThatThrownBy(() -> store.read(view -> view.sessions(SessionFilter.ALL, Long.MAX_VALUE, 10)))
                        .isInstanceOf(SessionStoreException.class);
            }
            proxy.speak();
            long next = whileItSpeaks(() -> store.<Long>write(StoreTransaction::newTree));
            assertThat(next).isGreaterThan(first);
        }
    }

    @Test
    void writeEndsThatTheNetworkTakesNoMoreOf() {
        SessionRepository repository =
                SessionRepository.over(whileItSpeaks(() -> SessionStores.open(proxy.url(), IMPATIENT)));
        SessionTree session = session(repository);
        HistoryEntry.Draft large = HistoryEntry.Draft.user(new MessageId("m"), "x".repeat(40_000_000));
        proxy.fallSilent();
        assertThatThrownBy(() -> session.append(List.of(large))).isInstanceOf(SessionStoreException.class);
        assertThatThrownBy(repository::close).isInstanceOf(SessionStoreException.class);
    }

    /** Begins something, and returns how it ends. */
    private static CompletableFuture<Throwable> failure(Runnable work) {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                work.run();
                failure.completeExceptionally(new AssertionError("it has not failed"));
            } catch (RuntimeException e) {
                failure.complete(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return failure;
    }

    private static Runnable reading(SessionStore store) {
        return () -> store.read(view -> view.sessions(SessionFilter.ALL, Long.MAX_VALUE, 10));
    }

    private static Runnable writing(SessionStore store) {
        return () -> store.<Long>write(StoreTransaction::newTree);
    }

    @Test
    void whoWaitsForAConnectionOfASilentDatabaseIsToldSo() throws Exception {
        JdbcStoreOptions narrow = JdbcStoreOptions.builder()
                .poolSize(2)
                .busyTimeout(Duration.ofMillis(500))
                .networkTimeout(Duration.ofMillis(500))
                .build();
        try (SessionStore store = whileItSpeaks(() -> SessionStores.open(proxy.url(), narrow))) {
            whileItSpeaks(() -> store.<Long>write(StoreTransaction::newTree));
            proxy.fallSilent();
            List<CompletableFuture<Throwable>> failures = IntStream.range(0, 16)
                    .mapToObj(i -> failure(i % 2 == 0 ? writing(store) : reading(store)))
                    .toList();
            for (CompletableFuture<Throwable> failure : failures) {
                assertThat(failure.get(4, TimeUnit.MINUTES)).isInstanceOf(SessionStoreException.class);
            }
        }
    }

    /** Closing ends, and nothing that waits for the database outlives the store for long. */
    @Test
    void closingTheStoreOfASilentDatabaseEndsWhatIsUnderWay() throws Exception {
        SessionStore store = SessionStores.open(
                proxy.url(), JdbcStoreOptions.builder().poolSize(3).build());
        SessionRepository repository = SessionRepository.over(store);
        SessionTree session = repository.create(NewSession.of(new SessionId("s"), "/project"));
        HistoryEntry.Draft large = HistoryEntry.Draft.user(new MessageId("m"), "x".repeat(40_000_000));
        session.append(List.of(HistoryEntry.Draft.user(new MessageId("m0"), "small")));
        proxy.fallSilent();
        List<CompletableFuture<Throwable>> failures = new ArrayList<>();
        failures.add(failure(() -> session.append(List.of(large))));
        for (int i = 0; i < 6; i++) {
            failures.add(failure(i % 2 == 0 ? writing(store) : reading(store)));
        }
        await().atMost(Duration.ofMinutes(1)).until(() -> proxy.accepted() > 2);
        store.close();
        for (CompletableFuture<Throwable> failure : failures) {
            assertThat(failure.get(4, TimeUnit.MINUTES)).isInstanceOf(SessionStoreException.class);
        }
    }

    @Test
    void silentDatabaseIsNotWaitedForWhenAStoreIsOpened() {
        proxy.fallSilent();
        assertThatThrownBy(() -> SessionStores.open(proxy.url(), IMPATIENT))
                .isInstanceOf(SessionStoreException.class)
                .hasMessageContaining("cannot be reached");
    }

    @Test
    void closingConversationsEndsToo() {
        SessionRepository repository =
                SessionRepository.over(whileItSpeaks(() -> SessionStores.open(proxy.url(), IMPATIENT)));
        for (int i = 0; i < 3; i++) {
            session(repository);
        }
        proxy.fallSilent();
        assertThatThrownBy(repository::close)
                .isInstanceOf(SessionStoreException.class)
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(2));
    }
}
