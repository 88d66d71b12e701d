package io.acp4j.agent.tree.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.store.ForkKey;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.SessionAttribute;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.testing.SharedStore;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.Fork;
import io.acp4j.agent.tree.ForkSpec;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.NewSession;
import io.acp4j.agent.tree.PathQuery;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.agent.tree.TreeView;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.update.CurrentModeUpdate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Snapshots of sessions, which equal the contents of the store after each change. */
public abstract class SnapshotContract extends SessionRepositoryContract {

    private static final PathQuery FIRST = PathQuery.first(100);

    /** For subclasses. */
    protected SnapshotContract() {}

    private static HistoryEntry.Draft mode(String id) {
        return HistoryEntry.Draft.of(new CurrentModeUpdate(new SessionModeId(id), null));
    }

    private static void assertMode(TreeView.Snapshot snapshot, String id) {
        HistoryEntry mode = snapshot.latest(NodeKind.MODE);
        assertThat(mode).isNotNull();
        assertThat(mode.updates()).containsExactly(new CurrentModeUpdate(new SessionModeId(id), null));
    }

    private void assertCurrent(SessionTree session) {
        TreeView.Snapshot snapshot = session.snapshot();
        assertThat(snapshot.session()).isEqualTo(session.session());
        for (NodeKind kind : List.of(NodeKind.MODE, NodeKind.CONFIG, NodeKind.PLAN)) {
            assertThat(snapshot.latest(kind)).isEqualTo(session.latest(kind));
        }
    }

    @Test
    void anOpenedSessionHasItsLastSettings() {
        SessionTree session = session();
        session.append(List.of(mode("ask"), user("u1"), mode("code"), agent("a1")));
        TreeView.Snapshot opened = repository.open(session.id()).snapshot();
        assertMode(opened, "code");
        assertThat(opened.latest(NodeKind.PLAN)).isNull();
        assertThatThrownBy(() -> opened.latest(NodeKind.USER)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aForkHasTheSettingsOfItsPoint() {
        SessionTree session = session();
        session.append(List.of(mode("ask"), user("u1"), agent("a1"), mode("code"), user("u2")));
        Fork fork = repository.openFork(
                ForkSpec.builder(session.id(), newId())
                        .at(ForkPoint.at(id("a1")))
                        .build(),
                session.session());
        assertMode(fork.tree().snapshot(), "ask");
        assertCurrent(fork.tree());
    }

    @Test
    void aSnapshotFollowsChangesOfTheSession() {
        SessionTree session = session();
        assertCurrent(session);
        session.attribute(SessionAttribute.KIND, SessionAttribute.of(SessionAttribute.KIND, "main"));
        assertCurrent(session);
        session.describe("/elsewhere", List.of("/more"), Map.of());
        assertCurrent(session);
        session.append(List.of(mode("ask"), user("u1")));
        assertCurrent(session);
        repository.open(session.id()).title("by another opening");
        SessionTree again = repository.open(session.id());
        repository.title(again.id(), "by the repository");
        assertCurrent(again);
        session.expecting(again.session().version());
        again.expecting(again.session().version()).title("by a version");
        assertCurrent(again);
        repository.delete(again.id());
        again.close();
        assertThatThrownBy(again::snapshot).isInstanceOf(BranchException.class);
    }

    @Test
    void whatIsDescribedTogetherIsStoredTogether() {
        SessionTree session = session();
        StoredSession before = session.session();
        session.describe("/elsewhere", List.of(), Map.of());
        assertThat(session.session().version()).isEqualTo(before.version());
        session.describe(
                "/third",
                List.of("/more"),
                Map.of(SessionAttribute.KIND, SessionAttribute.of(SessionAttribute.KIND, "main")));
        StoredSession after = session.session();
        assertThat(after.cwd()).isEqualTo("/third");
        assertThat(after.additionalDirectories()).containsExactly("/more");
        assertThat(after.attributes()).containsKey(SessionAttribute.KIND);
        assertThat(after.version()).isEqualTo(before.version() + 1);
    }

    @Test
    void theFirstPageIsTheOneThatIsStored() {
        SessionTree session = session();
        session.append(List.of(user("u1"), agent("a1")));
        SessionTree opened = repository.open(session.id(), "", FIRST);
        assertThat(opened.page(PathQuery.first(1)).items()).hasSize(1);
        assertThat(opened.page(FIRST).items()).isEqualTo(opened.path());
        SessionTree changed = repository.open(session.id(), "", FIRST);
        changed.append(List.of(user("u2")));
        assertThat(changed.page(FIRST).items()).hasSize(3).isEqualTo(changed.path());
    }

    @Test
    void aSessionOfAnotherPrincipalIsUnknownAndStaysOpen() {
        SessionId id = newId();
        SessionTree session = repository.create(
                NewSession.builder(id, "/project").principal("owner").build());
        assertThatThrownBy(() -> repository.open(id, "other", null))
                .isInstanceOfSatisfying(
                        BranchException.class, e -> assertThat(e.reason()).isEqualTo(BranchException.UNKNOWN_SESSION));
        session.requireOpen();
        session.append(List.of(user("u1")));
        assertThat(repository.open(id, "owner", null).path()).hasSize(1);
    }

    @Test
    void aForkThatIsOpenedBelongsToItsMaker() {
        SessionTree session = session();
        turn(session, "u1", "a1");
        ForkSpec spec = ForkSpec.builder(session.id(), newId())
                .key(new ForkKey("key", "print"))
                .build();
        Fork fork = repository.openFork(spec, session.session());
        turn(fork.tree(), "u2", "a2");
        Fork repeated = repository.openFork(spec, session.session());
        assertThat(repeated.repeated()).isTrue();
        assertThat(repeated.tree()).isNull();
        try (SessionRepository elsewhere = SessionRepository.over(new SharedStore(store()))) {
            assertThatThrownBy(() -> elsewhere.open(fork.session().id()))
                    .isInstanceOfSatisfying(
                            BranchException.class,
                            e -> assertThat(e.reason()).isEqualTo(BranchException.SESSION_IN_USE));
        }
        fork.tree().close();
        assertThat(repository.isOpen(repository.find(fork.session().id()))).isFalse();
    }

    @Test
    void closingAnEarlierOpeningKeepsTheLaterOneOpen() {
        SessionTree earlier = session();
        SessionTree later = repository.open(earlier.id());
        earlier.close();
        later.append(List.of(user("u1")));
        assertThat(repository.isOpen(later.session())).isTrue();
        later.expecting(later.session().version()).close();
        assertThat(repository.isOpen(repository.find(later.id()))).isFalse();
    }

    @Test
    void aDeletedSessionHasNoSnapshotAndItsForkNoParent() {
        SessionTree source = session();
        source.append(List.of(user("u1"), agent("a1")));
        SessionTree fork = repository
                .openFork(ForkSpec.builder(source.id(), newId()).build(), source.session())
                .tree();
        assertThat(fork.snapshot().session().parent()).isEqualTo(source.id());

        repository.delete(source.id());

        assertThatThrownBy(source::snapshot)
                .isInstanceOfSatisfying(
                        BranchException.class, e -> assertThat(e.reason()).isEqualTo(BranchException.UNKNOWN_SESSION));
        assertCurrent(fork);
    }
}
