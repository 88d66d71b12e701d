package io.acp4j.agent.internal.memory;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.testing.SessionStoreContract;

class InMemoryStoreTest extends SessionStoreContract {

    @Override
    protected SessionStore open() {
        return SessionStore.inMemory();
    }
}
