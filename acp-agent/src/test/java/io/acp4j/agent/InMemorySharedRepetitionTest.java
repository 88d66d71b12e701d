package io.acp4j.agent;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.SharedRepetitionContract;
import io.acp4j.agent.testing.SharedStore;

class InMemorySharedRepetitionTest extends SharedRepetitionContract {

    private final SessionStore store = SessionStore.inMemory();

    @Override
    protected SessionStore open() {
        return new SharedStore(store);
    }
}
