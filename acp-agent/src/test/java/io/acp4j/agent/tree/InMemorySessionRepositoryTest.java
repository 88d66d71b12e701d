package io.acp4j.agent.tree;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.testing.BranchingProperty;
import io.acp4j.agent.tree.testing.ConcurrencyContract;
import io.acp4j.agent.tree.testing.DeletionContract;
import io.acp4j.agent.tree.testing.ForkContract;
import io.acp4j.agent.tree.testing.SnapshotContract;
import io.acp4j.agent.tree.testing.TreeContract;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** The in-memory store keeps the rules of branching. */
class InMemorySessionRepositoryTest {

    @RepeatedTest(20)
    @DisplayName("90: random changes leave what forks by copying would leave")
    void randomChangesLeaveTheSameAsCopyingForks(RepetitionInfo repetition) {
        BranchingProperty.check(
                () -> SessionStore::inMemory, false, 5, 60, 20_240_117 + repetition.getCurrentRepetition());
    }

    @Nested
    class Forks extends ForkContract {
        @Override
        protected SessionStore open() {
            return SessionStore.inMemory();
        }

        @Override
        protected boolean isDurable() {
            return false;
        }
    }

    @Nested
    class Branches extends TreeContract {
        @Override
        protected SessionStore open() {
            return SessionStore.inMemory();
        }

        @Override
        protected boolean isDurable() {
            return false;
        }
    }

    @Nested
    class Snapshots extends SnapshotContract {
        @Override
        protected SessionStore open() {
            return SessionStore.inMemory();
        }

        @Override
        protected boolean isDurable() {
            return false;
        }
    }

    @Nested
    class Deletions extends DeletionContract {
        @Override
        protected SessionStore open() {
            return SessionStore.inMemory();
        }

        @Override
        protected boolean isDurable() {
            return false;
        }
    }

    @Nested
    class Concurrency extends ConcurrencyContract {
        @Override
        protected SessionStore open() {
            return SessionStore.inMemory();
        }

        @Override
        protected boolean isDurable() {
            return false;
        }
    }
}
