package io.acp4j.agent;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.StoredTerminalContract;

class InMemoryStoredTerminalTest extends StoredTerminalContract {

    @Override
    protected SessionStore open() {
        return SessionStore.inMemory();
    }
}
