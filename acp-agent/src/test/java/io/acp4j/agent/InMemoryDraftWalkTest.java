package io.acp4j.agent;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.DraftWalkContract;
import org.jspecify.annotations.Nullable;

class InMemoryDraftWalkTest extends DraftWalkContract {

    @Override
    protected @Nullable SessionStore open() {
        return SessionStore.inMemory();
    }
}
