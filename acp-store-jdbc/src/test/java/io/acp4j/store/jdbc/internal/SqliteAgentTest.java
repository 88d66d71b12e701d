package io.acp4j.store.jdbc.internal;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.SharedRepetitionContract;
import io.acp4j.agent.testing.StoredArchiveContract;
import io.acp4j.agent.testing.StoredBranchContract;
import io.acp4j.agent.testing.StoredForkContract;
import io.acp4j.agent.testing.StoredForkPointContract;
import io.acp4j.agent.testing.StoredFormatContract;
import io.acp4j.agent.testing.StoredHandoverContract;
import io.acp4j.agent.testing.StoredOpeningContract;
import io.acp4j.agent.testing.StoredPipelineContract;
import io.acp4j.agent.testing.StoredPrincipalContract;
import io.acp4j.agent.testing.StoredReopeningContract;
import io.acp4j.agent.testing.StoredRepetitionContract;
import io.acp4j.agent.testing.StoredSessionContract;
import io.acp4j.agent.testing.StoredStateContract;
import io.acp4j.agent.testing.StoredTerminalBranchContract;
import io.acp4j.agent.testing.StoredTerminalContract;
import io.acp4j.agent.testing.StoredTitleContract;
import io.acp4j.agent.testing.StoredVersionsContract;
import io.acp4j.agent.testing.V2WalkContract;
import io.acp4j.store.jdbc.SessionStores;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** An agent whose sessions are in a SQLite file serves them as any other does. */
class SqliteAgentTest {

    /** Each test opens as many stores as it likes; all of them are new. */
    private static SessionStore next(Path directory, AtomicInteger number) {
        return SessionStores.open(directory.resolve(number.incrementAndGet() + ".db"));
    }

    @Nested
    class Forks extends StoredForkContract {
        private final AtomicInteger number = new AtomicInteger();

        @TempDir
        private Path directory;

        @Override
        protected SessionStore open() {
            return next(directory, number);
        }
    }

    @Nested
    class ForkPoints extends StoredForkPointContract {
        private final AtomicInteger number = new AtomicInteger();

        @TempDir
        private Path directory;

        @Override
        protected SessionStore open() {
            return next(directory, number);
        }
    }

    @Nested
    class Sessions extends StoredSessionContract {
        private final AtomicInteger number = new AtomicInteger();

        @TempDir
        private Path directory;

        @Override
        protected SessionStore open() {
            return next(directory, number);
        }
    }

    @Nested
    class Handovers extends StoredHandoverContract {
        private final AtomicInteger number = new AtomicInteger();

        @TempDir
        private Path directory;

        @Override
        protected SessionStore open() {
            return next(directory, number);
        }
    }

    @Nested
    class Versions extends StoredVersionsContract {
        private final AtomicInteger number = new AtomicInteger();

        @TempDir
        private Path directory;

        @Override
        protected SessionStore open() {
            return next(directory, number);
        }
    }

    @Nested
    class VersionWalks extends V2WalkContract {
        private final AtomicInteger number = new AtomicInteger();

        @TempDir
        private Path directory;

        @Override
        protected SessionStore open() {
            return next(directory, number);
        }
    }

    @Nested
    class Terminals extends StoredTerminalContract {
        private final AtomicInteger number = new AtomicInteger();

        @TempDir
        private Path directory;

        @Override
        protected SessionStore open() {
            return next(directory, number);
        }
    }

    @Nested
    class TerminalBranches extends StoredTerminalBranchContract {
        private final AtomicInteger number = new AtomicInteger();

        @TempDir
        private Path directory;

        @Override
        protected SessionStore open() {
            return next(directory, number);
        }
    }

    @Nested
    class Titles extends StoredTitleContract {
        private final AtomicInteger number = new AtomicInteger();

        @TempDir
        private Path directory;

        @Override
        protected SessionStore open() {
            return next(directory, number);
        }
    }

    @Nested
    class Archive extends StoredArchiveContract {
        private final AtomicInteger number = new AtomicInteger();

        @TempDir
        private Path directory;

        @Override
        protected SessionStore open() {
            return next(directory, number);
        }
    }

    @Nested
    class Branches extends StoredBranchContract {
        private final AtomicInteger number = new AtomicInteger();

        @TempDir
        private Path directory;

        @Override
        protected SessionStore open() {
            return next(directory, number);
        }
    }

    @Nested
    class States extends StoredStateContract {
        private final AtomicInteger number = new AtomicInteger();

        @TempDir
        private Path directory;

        @Override
        protected SessionStore open() {
            return next(directory, number);
        }
    }

    @Nested
    class Formats extends StoredFormatContract {
        private final AtomicInteger number = new AtomicInteger();

        @TempDir
        private Path directory;

        @Override
        protected SessionStore open() {
            return next(directory, number);
        }
    }

    @Nested
    class Principals extends StoredPrincipalContract {
        private final AtomicInteger number = new AtomicInteger();

        @TempDir
        private Path directory;

        @Override
        protected SessionStore open() {
            return next(directory, number);
        }
    }

    @Nested
    class Pipelines extends StoredPipelineContract {
        private final AtomicInteger number = new AtomicInteger();

        @TempDir
        private Path directory;

        @Override
        protected SessionStore open() {
            return next(directory, number);
        }
    }

    @Nested
    class SharedRepetitions extends SharedRepetitionContract {
        @TempDir
        private Path directory;

        @Override
        protected SessionStore open() {
            return SessionStores.open(directory.resolve("shared.db"));
        }
    }

    @Nested
    class Repetitions extends StoredRepetitionContract {
        private final AtomicInteger number = new AtomicInteger();

        @TempDir
        private Path directory;

        @Override
        protected SessionStore open() {
            return next(directory, number);
        }
    }

    @Nested
    class Reopening extends StoredReopeningContract {
        private final AtomicInteger number = new AtomicInteger();

        @TempDir
        private Path directory;

        @Override
        protected SessionStore open() {
            return next(directory, number);
        }
    }

    @Nested
    class Openings extends StoredOpeningContract {
        private final AtomicInteger number = new AtomicInteger();

        @TempDir
        private Path directory;

        @Override
        protected SessionStore open() {
            return next(directory, number);
        }
    }
}
