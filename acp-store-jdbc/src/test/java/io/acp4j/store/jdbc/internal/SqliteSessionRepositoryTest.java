package io.acp4j.store.jdbc.internal;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.testing.BranchingProperty;
import io.acp4j.agent.tree.testing.ConcurrencyContract;
import io.acp4j.agent.tree.testing.DeletionContract;
import io.acp4j.agent.tree.testing.ForkContract;
import io.acp4j.agent.tree.testing.SnapshotContract;
import io.acp4j.agent.tree.testing.TreeContract;
import io.acp4j.store.jdbc.SessionStores;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The rules of branching hold on SQLite. */
@Tag("full")
class SqliteSessionRepositoryTest {

    @RepeatedTest(5)
    @DisplayName("90: random changes leave what forks by copying would leave")
    void randomChangesLeaveTheSameAsCopyingForks(RepetitionInfo repetition, @TempDir Path directory) {
        AtomicInteger stores = new AtomicInteger();
        BranchingProperty.check(
                () -> {
                    Path store = directory.resolve("" + stores.incrementAndGet());
                    return () -> SessionStores.open(store);
                },
                true,
                4,
                60,
                20_261_121 + repetition.getCurrentRepetition());
    }

    @Nested
    class Forks extends ForkContract {
        @TempDir
        private Path directory;

        @Override
        protected SessionStore open() {
            return SessionStores.open(directory);
        }

        @Override
        protected boolean isDurable() {
            return true;
        }
    }

    @Nested
    class Branches extends TreeContract {
        @TempDir
        private Path directory;

        @Override
        protected SessionStore open() {
            return SessionStores.open(directory);
        }

        @Override
        protected boolean isDurable() {
            return true;
        }
    }

    @Nested
    class Snapshots extends SnapshotContract {
        @TempDir
        private Path directory;

        @Override
        protected SessionStore open() {
            return SessionStores.open(directory);
        }

        @Override
        protected boolean isDurable() {
            return true;
        }
    }

    @Nested
    class Deletions extends DeletionContract {
        @TempDir
        private Path directory;

        @Override
        protected SessionStore open() {
            return SessionStores.open(directory);
        }

        @Override
        protected boolean isDurable() {
            return true;
        }
    }

    @Nested
    class Concurrency extends ConcurrencyContract {
        @TempDir
        private Path directory;

        @Override
        protected SessionStore open() {
            return SessionStores.open(directory);
        }

        @Override
        protected boolean isDurable() {
            return true;
        }
    }
}
