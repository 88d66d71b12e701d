package io.acp4j.agent.tree.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.store.SessionFilter;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.ForkSpec;
import io.acp4j.agent.tree.NewSession;
import io.acp4j.agent.tree.Page;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The rules of deleting and listing; the numbers are those of the scenarios in the rules of branching. */
public abstract class DeletionContract extends SessionRepositoryContract {

    /** For subclasses. */
    protected DeletionContract() {}

    private SessionTree parent() {
        SessionTree session = session();
        turn(session, "u1", "a1");
        turn(session, "u2", "a2");
        return session;
    }

    @Test
    @DisplayName("76: a fork whose parent is deleted loads completely, is at the top, and can be forked")
    void forkOutlivesItsParent() {
        SessionTree parent = parent();
        SessionTree fork = forkAt(parent, "a1");
        turn(fork, "v2", "b2");

        assertThat(repository.delete(parent.id())).isTrue();
        restart();

        SessionTree left = repository.open(fork.id());
        assertThat(messages(left)).containsExactly("u1", "a1", "v2", "b2");
        StoredSession listed = left.session();
        assertThat(listed.parent()).isNull();
        assertThat(Objects.requireNonNull(listed.origin()).session()).isEqualTo(parent.id());
        assertThat(messages(forkAt(left, "u1"))).containsExactly("u1");
        assertRefused(BranchException.UNKNOWN_MESSAGE, () -> left.path(id("a2")));
    }

    @Test
    @DisplayName("77: a fork of a deleted fork loads completely and is at the top")
    void grandchildOutlivesTheChild() {
        SessionTree parent = parent();
        SessionTree child = fork(parent, ForkPoint.end());
        turn(child, "u3", "a3");
        SessionTree grandchild = fork(child, ForkPoint.end());

        repository.delete(child.id());

        assertThat(messages(grandchild)).containsExactly("u1", "a1", "u2", "a2", "u3", "a3");
        assertThat(grandchild.session().parent()).isNull();
        assertThat(messages(parent)).hasSize(4);
        repository.delete(parent.id());
        assertThat(messages(grandchild)).containsExactly("u1", "a1", "u2", "a2", "u3", "a3");
        turn(grandchild, "u4", "a4");
        assertThat(messages(grandchild)).hasSize(8);
    }

    @Test
    @DisplayName("78: what is not there can be deleted without complaint")
    void deletingNothingSucceeds() {
        SessionTree session = parent();

        assertThat(repository.delete(session.id())).isTrue();
        assertThat(repository.delete(session.id())).isFalse();
        assertThat(repository.delete(new SessionId("nobody"))).isFalse();
        assertRefused(BranchException.UNKNOWN_SESSION, session::path);
    }

    @Test
    @DisplayName("82: what nobody reaches is gone at once, and nobody else notices")
    void unreachableMessagesAreGone() {
        SessionTree parent = parent();
        SessionTree fork = forkAt(parent, "a1");
        turn(fork, "v2", "b2");
        SessionTree other = parent();
        long tree = parent.session().tree();

        repository.delete(parent.id());
        assertThat(stored(tree, "a1")).isTrue();
        assertThat(stored(tree, "a2")).isFalse();
        repository.delete(fork.id());
        assertThat(stored(tree, "a1")).isFalse();
        assertThat(stored(tree, "b2")).isFalse();
        assertThat(messages(other)).containsExactly("u1", "a1", "u2", "a2");
    }

    /** Returns whether a message is in the store at all, for any session. */
    private boolean stored(long tree, String message) {
        return !store().read(view -> view.find(tree, id(message))).isEmpty();
    }

    @Test
    @DisplayName("83: purging is refused while forks share messages, or takes them along, never half")
    void purgeIsAllOrNothing() {
        SessionTree parent = parent();
        SessionTree child = forkAt(parent, "a1");
        turn(child, "v2", "b2");
        SessionTree grandchild = fork(child, ForkPoint.end());
        SessionTree unrelated = fork(parent, ForkPoint.first(0));

        assertRefused(BranchException.IN_USE, () -> repository.purge(parent.id(), false));
        assertThat(messages(parent)).hasSize(4);
        assertThat(messages(child)).hasSize(4);

        assertThat(repository.purge(parent.id(), true))
                .containsExactlyInAnyOrder(parent.id(), child.id(), grandchild.id());
        assertThat(repository.find(unrelated.id())).isNotNull();
        assertThat(count()).isEqualTo(1);
        assertThat(repository.purge(unrelated.id(), false)).containsExactly(unrelated.id());
        assertThat(repository.purge(unrelated.id(), false)).isEmpty();
    }

    @Test
    void deletedBranchIsUnknownAndTheOthersStay() {
        SessionTree session = parent();
        under(session, "a1", user("v2"));
        session.append(List.of(agent("b2")));
        session.navigate(id("a2"));

        assertThat(session.prune(id("v2"))).isEqualTo(2);

        assertThat(leaves(session)).containsExactly("a2@4");
        assertRefused(BranchException.UNKNOWN_MESSAGE, () -> session.path(id("b2")));
        assertRefused(BranchException.UNKNOWN_MESSAGE, () -> forkAt(session, "v2"));
        under(session, "a1", user("v2"));
        assertThat(leaves(session)).containsExactly("a2@4", "v2@3");
    }

    @Test
    void branchThatSomebodyIsOnIsNotDeleted() {
        SessionTree session = parent();
        SessionTree fork = forkAt(session, "a2");
        session.navigate(id("a1"));
        turn(session, "v2", "b2");

        assertRefused(BranchException.IN_USE, () -> session.prune(id("v2")));
        assertRefused(BranchException.IN_USE, () -> session.prune(id("u2")));
        assertRefused(BranchException.IN_USE, () -> fork.prune(id("u1")));
        assertThat(messages(fork)).hasSize(4);
        repository.delete(fork.id());
        assertThat(session.prune(id("u2"))).isEqualTo(2);
    }

    @Test
    @DisplayName("81: sessions are listed by directory, newest first, each once over all pages")
    void listIsPaged() {
        SessionTree parent = parent();
        for (int i = 0; i < 30; i++) {
            repository.fork(ForkSpec.builder(parent.id(), new SessionId("f" + i))
                    .directories(i % 3 == 0 ? "/a" : "/b", List.of())
                    .build());
        }
        repository.create(NewSession.of(newId(), "/a"));
        List<String> listed = new ArrayList<>();
        String cursor = null;
        do {
            Page<StoredSession> page = repository.list(new SessionFilter("/a", null), cursor, 4);
            page.items().forEach(session -> listed.add(session.id().value()));
            cursor = page.next();
            if (listed.size() == 4) {
                repository.create(NewSession.of(newId(), "/a"));
                repository.delete(new SessionId("f3"));
            }
        } while (cursor != null);

        assertThat(listed)
                .hasSize(10)
                .doesNotHaveDuplicates()
                .doesNotContain("f3")
                .endsWith("f6", "f0");
        assertThat(repository
                        .list(new SessionFilter(null, parent.id()), null, 100)
                        .items())
                .hasSize(29);
        assertRefused(BranchException.INVALID_CURSOR, () -> repository.list(SessionFilter.ALL, "x", 1));
    }
}
