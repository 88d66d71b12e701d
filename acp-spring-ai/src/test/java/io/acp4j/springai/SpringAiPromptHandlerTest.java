package io.acp4j.springai;

import io.acp4j.test.testing.ModelAdapterContract;

class SpringAiPromptHandlerTest extends ModelAdapterContract {

    SpringAiPromptHandlerTest() {
        super(new ScriptedAdapter());
    }
}
