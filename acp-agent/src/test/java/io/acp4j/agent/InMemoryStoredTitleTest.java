package io.acp4j.agent;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.StoredTitleContract;

class InMemoryStoredTitleTest extends StoredTitleContract {

    @Override
    protected SessionStore open() {
        return SessionStore.inMemory();
    }
}
