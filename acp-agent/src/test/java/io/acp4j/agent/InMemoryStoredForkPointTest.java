package io.acp4j.agent;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.StoredForkPointContract;

class InMemoryStoredForkPointTest extends StoredForkPointContract {

    @Override
    protected SessionStore open() {
        return SessionStore.inMemory();
    }
}
