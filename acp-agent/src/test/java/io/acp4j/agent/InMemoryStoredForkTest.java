package io.acp4j.agent;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.StoredForkContract;

class InMemoryStoredForkTest extends StoredForkContract {

    @Override
    protected SessionStore open() {
        return SessionStore.inMemory();
    }
}
