package io.acp4j.agent;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.StoredReopeningContract;

class InMemoryStoredReopeningTest extends StoredReopeningContract {

    @Override
    protected SessionStore open() {
        return SessionStore.inMemory();
    }
}
