package io.acp4j.agent;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.DraftWalkContract;
import org.jspecify.annotations.Nullable;

class StorelessDraftWalkTest extends DraftWalkContract {

    @Override
    protected @Nullable SessionStore open() {
        return null;
    }
}
