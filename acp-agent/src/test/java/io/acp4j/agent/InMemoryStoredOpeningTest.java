package io.acp4j.agent;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.StoredOpeningContract;

class InMemoryStoredOpeningTest extends StoredOpeningContract {

    @Override
    protected SessionStore open() {
        return SessionStore.inMemory();
    }
}
