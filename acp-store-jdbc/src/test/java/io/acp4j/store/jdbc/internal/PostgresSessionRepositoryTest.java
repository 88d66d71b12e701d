package io.acp4j.store.jdbc.internal;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.testing.BranchingProperty;
import io.acp4j.agent.tree.testing.ConcurrencyContract;
import io.acp4j.agent.tree.testing.DeletionContract;
import io.acp4j.agent.tree.testing.ForkContract;
import io.acp4j.agent.tree.testing.SnapshotContract;
import io.acp4j.agent.tree.testing.TreeContract;
import io.acp4j.store.jdbc.SessionStores;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;

/** The rules of branching hold on PostgreSQL. Ten thousand forks of forks are forty thousand transactions there. */
@Tag("full")
class PostgresSessionRepositoryTest {

    @RepeatedTest(6)
    @DisplayName("90: random changes leave what forks by copying would leave")
    void randomChangesLeaveTheSameAsCopyingForks(RepetitionInfo repetition) {
        BranchingProperty.check(
                () -> {
                    String url = PostgresServer.newStore();
                    return () -> SessionStores.open(url);
                },
                true,
                1,
                60,
                20_261_122 + repetition.getCurrentRepetition());
    }

    @Nested
    class Forks extends ForkContract {
        private final String url = PostgresServer.newStore();

        @Override
        protected SessionStore open() {
            return SessionStores.open(url);
        }

        @Override
        protected boolean isDurable() {
            return true;
        }
    }

    @Nested
    class Branches extends TreeContract {
        private final String url = PostgresServer.newStore();

        @Override
        protected SessionStore open() {
            return SessionStores.open(url);
        }

        @Override
        protected boolean isDurable() {
            return true;
        }
    }

    @Nested
    class Snapshots extends SnapshotContract {
        private final String url = PostgresServer.newStore();

        @Override
        protected SessionStore open() {
            return SessionStores.open(url);
        }

        @Override
        protected boolean isDurable() {
            return true;
        }
    }

    @Nested
    class Deletions extends DeletionContract {
        private final String url = PostgresServer.newStore();

        @Override
        protected SessionStore open() {
            return SessionStores.open(url);
        }

        @Override
        protected boolean isDurable() {
            return true;
        }
    }

    @Nested
    class Concurrency extends ConcurrencyContract {
        private final String url = PostgresServer.newStore();

        @Override
        protected SessionStore open() {
            return SessionStores.open(url);
        }

        @Override
        protected boolean isDurable() {
            return true;
        }
    }
}
