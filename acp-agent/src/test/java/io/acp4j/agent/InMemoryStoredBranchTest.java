package io.acp4j.agent;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.StoredBranchContract;

class InMemoryStoredBranchTest extends StoredBranchContract {

    @Override
    protected SessionStore open() {
        return SessionStore.inMemory();
    }
}
