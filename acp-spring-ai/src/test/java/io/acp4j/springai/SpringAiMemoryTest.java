package io.acp4j.springai;

import io.acp4j.test.testing.ModelMemoryContract;

class SpringAiMemoryTest extends ModelMemoryContract {

    SpringAiMemoryTest() {
        super(new ScriptedAdapter());
    }
}
