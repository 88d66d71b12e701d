package io.acp4j.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoreView;
import io.acp4j.agent.testing.ScriptedAgent;
import io.acp4j.agent.testing.StoredClient;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.schema.SessionId;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The lookups of a request to fork. */
class ForkPathTest {

    /** A store that notes the lookups of sessions. */
    private static final class NotingStore implements SessionStore {

        private final SessionStore store = SessionStore.inMemory();
        private final Queue<String> lookups = new ConcurrentLinkedQueue<>();

        @Override
        public <T> T read(Function<? super StoreView, T> action) {
            return store.read(view -> action.apply(noting(StoreView.class, view, "read")));
        }

        @Override
        public <T> T write(Function<? super StoreTransaction, T> action) {
            return store.write(tx -> action.apply(noting(StoreTransaction.class, tx, "write")));
        }

        private <V> V noting(Class<V> type, V target, String transaction) {
            return type.cast(Proxy.newProxyInstance(
                    type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
                        if (method.getName().equals("session")
                                || method.getName().equals("lockSession")) {
                            lookups.add(transaction + " " + args[0]);
                        }
                        try {
                            return method.invoke(target, args);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    }));
        }

        @Override
        public void close() {
            store.close();
        }
    }

    private final NotingStore store = new NotingStore();
    private final SessionRepository repository = SessionRepository.over(store);
    private final AtomicInteger resolved = new AtomicInteger();
    private StoredClient client;
    private String session;
    private String message;

    @BeforeEach
    void connect() {
        client = StoredClient.of(new ScriptedAgent()
                .builder()
                .forkPointResolver(request -> {
                    resolved.incrementAndGet();
                    return null;
                })
                .sessions(repository, ScriptedAgent.UNTITLED)
                .build());
        session = client.newSession();
        client.prompt(session, "one");
        client.prompt(session, "two");
        message = client.ids(session).get(1);
    }

    @AfterEach
    void disconnect() {
        client.close();
        repository.close();
    }

    @Test
    void pointIsResolvedOnce() {
        client.forkAt(session, message);

        assertThat(resolved).hasValue(1);
    }

    @Test
    void sourceIsLookedUpOnceAndReadAgainOnlyUnderTheLockOfItsTree() {
        store.lookups.clear();

        client.forkAt(session, message);

        SessionId source = new SessionId(session);
        assertThat(List.copyOf(store.lookups).stream().filter(lookup -> lookup.endsWith(" " + source)))
                .containsExactly("read " + source, "write " + source);
    }
}
