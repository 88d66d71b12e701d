package io.acp4j.agent.tree.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.store.SessionFilter;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.ForkSpec;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.NewSession;
import io.acp4j.agent.tree.PathQuery;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionRepositoryOptions;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.agent.tree.TreeView;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.prompt.StopReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What tests of branching rules need: conversations over the store that is tested, and short ways to say things.
 *
 * <p>The tests of a store extend {@link ForkContract}, {@link TreeContract}, {@link DeletionContract} and {@link
 * ConcurrencyContract}, and name the store.
 */
public abstract class SessionRepositoryContract {

    private static final AtomicInteger IDS = new AtomicInteger();

    private final List<SessionRepository> opened = new ArrayList<>();

    /** The conversations of this test's store. */
    protected SessionRepository repository = SessionRepository.over(SessionStore.inMemory());

    /** The store of {@link #sessions}. */
    private SessionStore store = SessionStore.inMemory();

    /** For subclasses. */
    protected SessionRepositoryContract() {}

    /** The store as it is opened now. */
    final SessionStore store() {
        return store;
    }

    /**
     * Opens the store of the running test: an empty one at first, then the same again if {@link #isDurable}, or else an
     * empty one.
     *
     * @return the store
     */
    protected abstract SessionStore open();

    /**
     * Returns whether a store that is opened again has what it had.
     *
     * @return true for durable ones
     */
    protected abstract boolean isDurable();

    @BeforeEach
    final void openConversations() {
        repository.close();
        repository = with(SessionRepositoryOptions.defaults());
    }

    @AfterEach
    final void closeConversations() {
        opened.forEach(SessionRepository::close);
    }

    /** Opens conversations that branch in another way, on a store of the test's own. */
    final SessionRepository with(SessionRepositoryOptions options) {
        store = open();
        SessionRepository made = SessionRepository.over(store, options);
        opened.add(made);
        return made;
    }

    /** Closes everything and opens it again, as another process would after this one; without effect in memory. */
    final void restart() {
        if (isDurable()) {
            repository.close();
            repository = with(repository.options());
        }
    }

    final SessionTree session() {
        return session(repository);
    }

    static SessionTree session(SessionRepository repository) {
        return repository.create(NewSession.of(newId(), "/project"));
    }

    static SessionId newId() {
        return new SessionId("sess_" + IDS.incrementAndGet());
    }

    static MessageId id(String value) {
        return new MessageId(value);
    }

    /** Makes a turn of a question and an answer. */
    static void turn(SessionTree session, String question, String answer) {
        session.beginTurn(user(question));
        session.append(List.of(agent(answer)));
        session.endTurn(List.of(), StopReason.END_TURN);
    }

    static HistoryEntry.Draft user(String id) {
        return HistoryEntry.Draft.user(id(id), "text of " + id);
    }

    static HistoryEntry.Draft agent(String id) {
        return HistoryEntry.Draft.agent(id(id), "text of " + id);
    }

    final SessionTree fork(SessionTree source, ForkPoint point) {
        StoredSession fork = repository
                .fork(ForkSpec.builder(source.id(), newId()).at(point).build())
                .session();
        return repository.open(fork.id());
    }

    final SessionTree forkAt(SessionTree source, String message) {
        return fork(source, ForkPoint.at(id(message)));
    }

    /** The ids of the messages of the active branch. */
    static List<String> messages(SessionTree session) {
        return messages(session.path());
    }

    static List<String> messages(List<HistoryEntry> nodes) {
        return nodes.stream()
                .filter(node -> node.kind().isMessage())
                .map(node -> Objects.requireNonNull(node.messageId()).value())
                .distinct()
                .toList();
    }

    /** Returns what kinds of nodes the active branch has. */
    static List<String> kinds(SessionTree session) {
        return session.path().stream().map(node -> node.kind().name()).toList();
    }

    /** Leaves as {@code id@depth}. */
    static List<String> leaves(SessionTree session) {
        return session.leaves(null, PathQuery.MAX_LIMIT).items().stream()
                .map(leaf -> leaf.messageId() + "@" + leaf.depth())
                .toList();
    }

    static TreeView.@Nullable Leaf activeLeaf(SessionTree session) {
        return session.leaves(null, PathQuery.MAX_LIMIT).items().stream()
                .filter(TreeView.Leaf::active)
                .findFirst()
                .orElse(null);
    }

    static void assertRefused(String reason, Runnable action) {
        assertThatThrownBy(action::run)
                .isInstanceOfSatisfying(
                        BranchException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }

    /** Returns how many sessions the store has; for small numbers. */
    final int count() {
        return repository
                .list(SessionFilter.ALL, null, SessionRepository.MAX_PAGE)
                .items()
                .size();
    }

    static void under(SessionTree session, String parent, HistoryEntry.Draft node) {
        session.append(node, SessionTree.Position.after(id(parent)));
    }
}
