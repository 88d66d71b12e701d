package io.acp4j.agent.store.testing;

import static io.acp4j.agent.store.testing.Samples.grown;
import static io.acp4j.agent.store.testing.Samples.node;
import static io.acp4j.agent.store.testing.Samples.segment;
import static io.acp4j.agent.store.testing.Samples.session;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.Segment;
import io.acp4j.agent.store.SessionFilter;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.schema.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A store for each test, and what tests of stores look things up with. */
abstract class StoreFixture {

    SessionStore store;

    /**
     * Opens a new, empty store.
     *
     * @return the store, which the test closes
     */
    protected abstract SessionStore open();

    /**
     * Closes a store and opens it again.
     *
     * @param open the store
     * @return the same one where nothing is durable
     */
    protected SessionStore reopen(SessionStore open) {
        return open;
    }

    @BeforeEach
    void openStore() {
        store = open();
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    /** The ids of all sessions, asked for seven at a time. */
    List<String> list(SessionFilter filter) {
        return store.read(view -> {
            List<String> ids = new ArrayList<>();
            long before = Long.MAX_VALUE;
            List<StoredSession> page = view.sessions(filter, before, 7);
            while (!page.isEmpty()) {
                assertThat(page).hasSizeLessThanOrEqualTo(7);
                page.forEach(session -> ids.add(session.id().value()));
                before = page.get(page.size() - 1).sequence();
                page = view.sessions(filter, before, 7);
            }
            return ids;
        });
    }

    @Nullable
    StoredSession find(String id) {
        return store.read(view -> view.session(new SessionId(id)));
    }

    StoredSession get(String id) {
        return Objects.requireNonNull(find(id));
    }

    static StoredSession lock(StoreTransaction tx, String id) {
        return Objects.requireNonNull(tx.lockSession(new SessionId(id)));
    }

    static String id(@Nullable StoredSession session) {
        return Objects.requireNonNull(session).id().value();
    }

    static StoredSession insert(StoreTransaction tx, StoredSession session) {
        assertThat(tx.insert(session)).isTrue();
        return session;
    }

    static Segment insert(StoreTransaction tx, Segment segment) {
        tx.insert(segment);
        return segment;
    }

    static Segment insertGrown(StoreTransaction tx, Segment segment, int lastMessage) {
        return insert(tx, grown(segment, lastMessage, tx.sequence(1)));
    }

    static List<StoredNode> nodes(StoreTransaction tx, long segment, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> node(tx, segment, i, NodeKind.AGENT, "m" + i))
                .toList();
    }
}
