package io.acp4j.agent;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.StoredHandoverContract;

class InMemoryStoredHandoverTest extends StoredHandoverContract {

    @Override
    protected SessionStore open() {
        return SessionStore.inMemory();
    }
}
