package io.acp4j.agent;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.V2WalkContract;
import org.jspecify.annotations.Nullable;

class StorelessV2WalkTest extends V2WalkContract {

    @Override
    protected @Nullable SessionStore open() {
        return null;
    }
}
