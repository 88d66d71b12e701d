package io.acp4j.agent;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.StoredSessionContract;

class InMemoryStoredSessionTest extends StoredSessionContract {

    @Override
    protected SessionStore open() {
        return SessionStore.inMemory();
    }
}
