package io.acp4j.agent;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.StoredRepetitionContract;

class InMemoryStoredRepetitionTest extends StoredRepetitionContract {

    @Override
    protected SessionStore open() {
        return SessionStore.inMemory();
    }
}
