package io.acp4j.agent.store;

import io.acp4j.agent.store.testing.SessionStoreContract;

class InMemoryStoreTest extends SessionStoreContract {

    @Override
    protected SessionStore open() {
        return SessionStore.inMemory();
    }
}
