package io.acp4j.agent;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.StoredVersionsContract;

class InMemoryStoredVersionsTest extends StoredVersionsContract {

    @Override
    protected SessionStore open() {
        return SessionStore.inMemory();
    }
}
