package io.acp4j.agent;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.StoredPrincipalContract;

class InMemoryStoredPrincipalTest extends StoredPrincipalContract {

    @Override
    protected SessionStore open() {
        return SessionStore.inMemory();
    }
}
