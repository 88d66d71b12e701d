package io.acp4j.agent;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.StoredStateContract;

class InMemoryStoredStateTest extends StoredStateContract {

    @Override
    protected SessionStore open() {
        return SessionStore.inMemory();
    }
}
