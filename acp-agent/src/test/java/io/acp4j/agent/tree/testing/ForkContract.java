package io.acp4j.agent.tree.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.store.ForkKey;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.SessionAttribute;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.Fork;
import io.acp4j.agent.tree.ForkSpec;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.NewSession;
import io.acp4j.agent.tree.SessionRepositoryOptions;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.update.CurrentModeUpdate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of forks; the numbers are those of the scenarios in the rules of branching. */
public abstract class ForkContract extends ForkPointContract {

    /** For subclasses. */
    protected ForkContract() {}

    @Test
    @DisplayName("7: a full fork has the same turns under a new id")
    void fullForkHasTheSameTurns() {
        SessionTree source = threeTurns();

        SessionTree fork = fork(source, ForkPoint.end());

        assertThat(fork.id()).isNotEqualTo(source.id());
        assertThat(fork.path()).isEqualTo(source.path());
    }

    @Test
    @DisplayName("8: source and fork do not see what the other does")
    void sourceAndForkGoTheirOwnWays() {
        SessionTree source = threeTurns();
        SessionTree fork = fork(source, ForkPoint.end());

        turn(source, "u4", "a4");
        turn(fork, "v4", "b4");

        assertThat(messages(source)).containsExactly("u1", "a1", "u2", "a2", "u3", "a3", "u4", "a4");
        assertThat(messages(fork)).containsExactly("u1", "a1", "u2", "a2", "u3", "a3", "v4", "b4");
    }

    @Test
    @DisplayName("13: a session that is not open can be forked, with other directories")
    void closedSessionCanBeForked() {
        SessionTree source = threeTurns();
        source.close();
        restart();

        StoredSession fork = repository
                .fork(ForkSpec.builder(source.id(), newId())
                        .directories("/elsewhere", List.of("/more"))
                        .build())
                .session();

        assertThat(fork.cwd()).isEqualTo("/elsewhere");
        assertThat(fork.additionalDirectories()).containsExactly("/more");
        assertThat(messages(repository.open(fork.id()))).hasSize(6);
    }

    @Test
    @DisplayName("14: a fork of an empty session is empty")
    void emptySessionGivesAnEmptyFork() {
        SessionTree fork = fork(session(), ForkPoint.end());

        assertThat(fork.path()).isEmpty();
        turn(fork, "u1", "a1");
        assertThat(messages(fork)).containsExactly("u1", "a1");
    }

    @Test
    @DisplayName("15: forks of forks 50 deep have the full path in order")
    void forksOfForksHaveTheFullPath() {
        SessionTree session = session();
        turn(session, "u0", "a0");
        for (int i = 1; i <= 50; i++) {
            session = fork(session, ForkPoint.end());
            turn(session, "u" + i, "a" + i);
        }

        assertThat(messages(session))
                .containsExactlyElementsOf(IntStream.rangeClosed(0, 50)
                        .boxed()
                        .flatMap(i -> Stream.of("u" + i, "a" + i))
                        .toList());
    }

    @Test
    @DisplayName("16: twenty forks at once have twenty ids and the same path")
    void parallelForksAreAllMade() {
        SessionTree source = threeTurns();
        List<HistoryEntry> path = source.path();

        List<SessionId> forks = IntStream.range(0, 20)
                .parallel()
                .mapToObj(i -> repository
                        .fork(ForkSpec.builder(source.id(), newId()).build())
                        .session()
                        .id())
                .toList();

        assertThat(new HashSet<>(forks)).hasSize(20);
        for (SessionId fork : forks) {
            assertThat(repository.open(fork).path()).isEqualTo(path);
        }
    }

    @Test
    @DisplayName("17: forking an unknown session is error -32002 with its id")
    void unknownSessionIsNotForked() {
        SessionId unknown = new SessionId("nobody");

        assertThatThrownBy(
                        () -> repository.fork(ForkSpec.builder(unknown, newId()).build()))
                .isInstanceOfSatisfying(AcpErrorException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.RESOURCE_NOT_FOUND);
                    assertThat(Objects.requireNonNull(e.error().data())
                                    .toTree()
                                    .path("sessionId")
                                    .asText())
                            .isEqualTo("nobody");
                });
        assertThat(count()).isZero();
    }

    @Test
    @DisplayName("18: a deleted session cannot be forked")
    void deletedSessionIsNotForked() {
        SessionTree source = threeTurns();
        repository.delete(source.id());

        assertRefused(
                BranchException.UNKNOWN_SESSION,
                () -> repository.fork(ForkSpec.builder(source.id(), newId()).build()));
    }

    @Test
    @DisplayName("22: a fork at an earlier message has the mode of that time")
    void modeIsThatOfTheForkPoint() {
        SessionTree source = session();
        source.append(List.of(HistoryEntry.Draft.of(new CurrentModeUpdate(new SessionModeId("ask"), null))));
        turn(source, "u1", "a1");
        source.append(List.of(HistoryEntry.Draft.of(new CurrentModeUpdate(new SessionModeId("code"), null))));
        turn(source, "u2", "a2");

        assertThat(mode(forkAt(source, "a1"))).isEqualTo("ask");
        assertThat(mode(forkAt(source, "a2"))).isEqualTo("code");
    }

    private static String mode(SessionTree session) {
        HistoryEntry node = Objects.requireNonNull(session.latest(NodeKind.MODE));
        return ((CurrentModeUpdate) node.updates().get(0)).currentModeId().value();
    }

    @Test
    @DisplayName("24: a fork that is used and thrown away leaves the source as it was")
    void throwAwayForkLeavesNoTrace() {
        SessionTree source = threeTurns();
        List<HistoryEntry> before = source.path();
        long version = source.session().version();

        SessionTree fork = fork(source, ForkPoint.end());
        turn(fork, "u4", "a4");
        fork.close();
        repository.delete(fork.id());

        assertThat(source.path()).isEqualTo(before);
        assertThat(source.session().version()).isEqualTo(version);
        assertThat(count()).isEqualTo(1);
    }

    @Test
    @DisplayName("25: a repeated request gives the same fork, another one with its key is refused")
    void repeatedRequestGivesTheSameFork() {
        SessionTree source = threeTurns();
        ForkSpec first = ForkSpec.builder(source.id(), newId())
                .key(new ForkKey("k", "params 1"))
                .build();
        ForkSpec again = ForkSpec.builder(source.id(), newId())
                .key(new ForkKey("k", "params 1"))
                .build();
        ForkSpec other = ForkSpec.builder(source.id(), newId())
                .key(new ForkKey("k", "params 2"))
                .build();

        Fork made = repository.fork(first);
        restart();
        Fork repeated = repository.fork(again);

        assertThat(made.repeated()).isFalse();
        assertThat(repeated.repeated()).isTrue();
        assertThat(repeated.session().id()).isEqualTo(made.session().id());
        assertRefused(BranchException.IDEMPOTENCY_CONFLICT, () -> repository.fork(other));
        assertThat(count()).isEqualTo(2);
    }

    @Test
    @DisplayName("75: a fork knows its parent, its point and its label; titles are numbered")
    void forkKnowsWhereItComesFrom() {
        SessionTree source = threeTurns();
        source.title("Trees");
        MessageId point = id("a2");

        StoredSession labelled = repository
                .fork(ForkSpec.builder(source.id(), newId())
                        .at(ForkPoint.at(point))
                        .label("alt")
                        .build())
                .session();
        StoredSession first =
                repository.fork(ForkSpec.builder(source.id(), newId()).build()).session();
        StoredSession second =
                repository.fork(ForkSpec.builder(first.id(), newId()).build()).session();
        restart();

        StoredSession listed = Objects.requireNonNull(repository.find(labelled.id()));
        assertThat(listed.parent()).isEqualTo(source.id());
        assertThat(Objects.requireNonNull(listed.origin()).message()).isEqualTo(point);
        assertThat(listed.origin().depth()).isEqualTo(4);
        assertThat(listed.label()).isEqualTo("alt");
        assertThat(listed.title()).isEqualTo("alt");
        assertThat(first.title()).isEqualTo("Trees (fork)");
        assertThat(second.title()).isEqualTo("Trees (fork 2)");
    }

    @Test
    @DisplayName("24, 75: forks that are thrown away use up no numbers, also when several are made at once")
    void throwAwayForksUseUpNoNumbers() {
        SessionTree source = threeTurns();
        source.title("Trees");
        for (int i = 0; i < 3; i++) {
            StoredSession one = repository
                    .fork(ForkSpec.builder(source.id(), newId()).build())
                    .session();
            StoredSession two =
                    repository.fork(ForkSpec.builder(one.id(), newId()).build()).session();
            assertThat(one.title()).isEqualTo("Trees (fork)");
            assertThat(two.title()).isEqualTo("Trees (fork 2)");
            repository.delete(one.id());
            repository.purge(two.id(), false);
            restart();
        }
        SessionTree again = repository.open(source.id());
        StoredSession kept =
                repository.fork(ForkSpec.builder(again.id(), newId()).build()).session();
        repository.fork(ForkSpec.builder(again.id(), newId()).label("alt").build());
        repository.title(kept.id(), "Woods");
        assertThat(repository
                        .fork(ForkSpec.builder(kept.id(), newId()).build())
                        .session()
                        .title())
                .isEqualTo("Woods (fork 2)");
    }

    @Test
    @DisplayName("75a: one table says what forks inherit, so that no author has to")
    void tableSaysWhatIsInherited() {
        SessionTree source = threeTurns();
        List<String> inherited = List.of(
                SessionAttribute.MODEL,
                SessionAttribute.PROJECT,
                SessionAttribute.AGENT,
                SessionAttribute.MCP_DISABLED);
        List<String> own = List.of(
                SessionAttribute.WORKTREE_BRANCH,
                SessionAttribute.SANDBOX,
                SessionAttribute.CHANNEL,
                SessionAttribute.GRANTS,
                SessionAttribute.SNAPSHOTS);
        inherited.forEach(name -> source.attribute(name, SessionAttribute.of(name, "x")));
        own.forEach(name -> source.attribute(name, SessionAttribute.of(name, "x")));

        assertThat(fork(source, ForkPoint.end()).session().attributes().keySet())
                .containsExactlyInAnyOrderElementsOf(inherited);
        assertThat(SessionAttribute.of(SessionAttribute.KIND, SessionAttribute.CRON)
                        .inherited())
                .isFalse();
        assertThat(SessionAttribute.isKnown("colour")).isFalse();
        assertThatThrownBy(() -> SessionAttribute.of("colour", "x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("colour");
    }

    @Test
    @DisplayName("75a: model, project and the MCP switch are inherited; worktree, sandbox and channel are not")
    void attributesSayWhetherTheyAreInherited() {
        SessionTree source = threeTurns();
        for (String name : List.of(SessionAttribute.MODEL, SessionAttribute.PROJECT, SessionAttribute.MCP_DISABLED)) {
            source.attribute(name, SessionAttribute.inherited("of the source"));
        }
        for (String name :
                List.of(SessionAttribute.WORKTREE_BRANCH, SessionAttribute.SANDBOX, SessionAttribute.CHANNEL)) {
            source.attribute(name, SessionAttribute.own("of the source"));
        }

        SessionTree fork = fork(source, ForkPoint.end());

        assertThat(fork.session().attributes().keySet())
                .isEqualTo(Set.of(SessionAttribute.MODEL, SessionAttribute.PROJECT, SessionAttribute.MCP_DISABLED));
        assertThat(source.session().attributes()).hasSize(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {SessionAttribute.SUBAGENT, SessionAttribute.CRON})
    @DisplayName("75b: sessions of subagents and timers are not forked")
    void sessionsOfSomeKindsAreNotForked(String kind) {
        SessionTree source = repository.create(NewSession.builder(newId(), "/project")
                .attributes(Map.of(SessionAttribute.KIND, SessionAttribute.own(kind)))
                .build());

        assertRefused(BranchException.NOT_FORKABLE, () -> fork(source, ForkPoint.end()));
    }

    @Test
    void limitsOfForksAreKept() {
        repository = with(SessionRepositoryOptions.builder()
                .maxForksPerSession(2)
                .maxForkDepth(2)
                .build());
        SessionTree source = session();
        turn(source, "u1", "a1");

        SessionTree fork = fork(source, ForkPoint.end());
        fork(source, ForkPoint.end());

        assertRefused(BranchException.LIMIT, () -> fork(source, ForkPoint.end()));
        SessionTree deepest = fork(fork, ForkPoint.end());
        assertRefused(BranchException.LIMIT, () -> fork(deepest, ForkPoint.end()));
    }

    @Test
    @DisplayName("88: forks of forks 10 000 deep are read in one go")
    void veryDeepForksAreRead() {
        int depth = 10_000;
        SessionId at = session().id();
        for (int i = 0; i < depth; i++) {
            SessionTree session = repository.open(at);
            // Each append searches the turn that it continues, so each message begins a turn.
            session.append(List.of(user("a" + i)));
            session.close();
            SessionId next = newId();
            repository.fork(ForkSpec.builder(at, next).build());
            at = next;
        }

        SessionTree deepest = repository.open(at);

        assertThat(messages(deepest)).hasSize(depth).startsWith("a0", "a1").endsWith("a9998", "a9999");
        assertThat(messages(fork(deepest, ForkPoint.first(5_000)))).hasSize(5_000);
        assertThat(messages(forkAt(deepest, "a1"))).containsExactly("a0", "a1");
    }

    @Test
    void sessionsThatAreLookedForByOddIdsAreNotThere() {
        for (String odd : unknownIds()) {
            assertThat(repository.find(new SessionId(odd))).isNull();
            assertThat(repository.delete(new SessionId(odd))).isFalse();
            assertRefused(BranchException.UNKNOWN_SESSION, () -> repository.open(new SessionId(odd)));
        }
        assertThatThrownBy(() -> repository.create(NewSession.of(new SessionId("s".repeat(2_000)), "/project")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(count()).isZero();
    }
}
