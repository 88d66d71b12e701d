package io.acp4j.agent;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.StoreAccessContract;

class InMemoryStoreAccessTest extends StoreAccessContract {

    @Override
    protected SessionStore open() {
        return SessionStore.inMemory();
    }
}
