package io.acp4j.agent.tree;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.testing.BranchingProperty;
import org.junit.jupiter.api.Test;

class InMemoryConversationsTest {

    @Test
    void randomChangesLeaveTheSameAsCopyingForks() {
        BranchingProperty.check(() -> SessionStore::inMemory, false, 200, 60, 20_240_117);
    }
}
