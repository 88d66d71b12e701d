package io.acp4j.agent;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.StoredTerminalBranchContract;
import io.acp4j.agent.testing.StoredTerminalContract;
import org.junit.jupiter.api.Nested;

class InMemoryStoredTerminalTest {

    @Nested
    class Terminals extends StoredTerminalContract {
        @Override
        protected SessionStore open() {
            return SessionStore.inMemory();
        }
    }

    @Nested
    class Branches extends StoredTerminalBranchContract {
        @Override
        protected SessionStore open() {
            return SessionStore.inMemory();
        }
    }
}
