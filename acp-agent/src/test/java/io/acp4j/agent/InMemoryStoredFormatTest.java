package io.acp4j.agent;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.StoredFormatContract;

class InMemoryStoredFormatTest extends StoredFormatContract {

    @Override
    protected SessionStore open() {
        return SessionStore.inMemory();
    }
}
