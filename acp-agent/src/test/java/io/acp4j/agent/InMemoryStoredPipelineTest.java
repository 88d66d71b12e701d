package io.acp4j.agent;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.StoredPipelineContract;

class InMemoryStoredPipelineTest extends StoredPipelineContract {

    @Override
    protected SessionStore open() {
        return SessionStore.inMemory();
    }
}
