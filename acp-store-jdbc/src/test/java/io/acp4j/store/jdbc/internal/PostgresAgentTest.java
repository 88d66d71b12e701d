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
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** An agent whose sessions are in a PostgreSQL database serves them as any other does. */
@Tag("full")
class PostgresAgentTest {

    @Nested
    class Forks extends StoredForkContract {
        @Override
        protected SessionStore open() {
            return SessionStores.open(PostgresServer.newStore());
        }
    }

    @Nested
    class ForkPoints extends StoredForkPointContract {
        @Override
        protected SessionStore open() {
            return SessionStores.open(PostgresServer.newStore());
        }
    }

    @Nested
    class Sessions extends StoredSessionContract {
        @Override
        protected SessionStore open() {
            return SessionStores.open(PostgresServer.newStore());
        }
    }

    @Nested
    class Handovers extends StoredHandoverContract {
        @Override
        protected SessionStore open() {
            return SessionStores.open(PostgresServer.newStore());
        }
    }

    @Nested
    class Versions extends StoredVersionsContract {
        @Override
        protected SessionStore open() {
            return SessionStores.open(PostgresServer.newStore());
        }
    }

    @Nested
    class VersionWalks extends V2WalkContract {
        @Override
        protected SessionStore open() {
            return SessionStores.open(PostgresServer.newStore());
        }
    }

    @Nested
    class Terminals extends StoredTerminalContract {
        @Override
        protected SessionStore open() {
            return SessionStores.open(PostgresServer.newStore());
        }
    }

    @Nested
    class TerminalBranches extends StoredTerminalBranchContract {
        @Override
        protected SessionStore open() {
            return SessionStores.open(PostgresServer.newStore());
        }
    }

    @Nested
    class Titles extends StoredTitleContract {
        @Override
        protected SessionStore open() {
            return SessionStores.open(PostgresServer.newStore());
        }
    }

    @Nested
    class Archive extends StoredArchiveContract {
        @Override
        protected SessionStore open() {
            return SessionStores.open(PostgresServer.newStore());
        }
    }

    @Nested
    class Branches extends StoredBranchContract {
        @Override
        protected SessionStore open() {
            return SessionStores.open(PostgresServer.newStore());
        }
    }

    @Nested
    class States extends StoredStateContract {
        @Override
        protected SessionStore open() {
            return SessionStores.open(PostgresServer.newStore());
        }
    }

    @Nested
    class Formats extends StoredFormatContract {
        @Override
        protected SessionStore open() {
            return SessionStores.open(PostgresServer.newStore());
        }
    }

    @Nested
    class Principals extends StoredPrincipalContract {
        @Override
        protected SessionStore open() {
            return SessionStores.open(PostgresServer.newStore());
        }
    }

    @Nested
    class Pipelines extends StoredPipelineContract {
        @Override
        protected SessionStore open() {
            return SessionStores.open(PostgresServer.newStore());
        }
    }

    @Nested
    class SharedRepetitions extends SharedRepetitionContract {
        private final String shared = PostgresServer.newStore();

        @Override
        protected SessionStore open() {
            return SessionStores.open(shared);
        }
    }

    @Nested
    class Repetitions extends StoredRepetitionContract {
        @Override
        protected SessionStore open() {
            return SessionStores.open(PostgresServer.newStore());
        }
    }

    @Nested
    class Reopening extends StoredReopeningContract {
        @Override
        protected SessionStore open() {
            return SessionStores.open(PostgresServer.newStore());
        }
    }

    @Nested
    class Openings extends StoredOpeningContract {
        @Override
        protected SessionStore open() {
            return SessionStores.open(PostgresServer.newStore());
        }
    }
}
