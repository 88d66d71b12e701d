package io.acp4j.agent;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.StoredArchiveContract;

class InMemoryStoredArchiveTest extends StoredArchiveContract {

    @Override
    protected SessionStore open() {
        return SessionStore.inMemory();
    }
}
