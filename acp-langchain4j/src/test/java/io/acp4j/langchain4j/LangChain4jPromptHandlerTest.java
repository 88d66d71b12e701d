package io.acp4j.langchain4j;

import io.acp4j.test.testing.ModelAdapterContract;

class LangChain4jPromptHandlerTest extends ModelAdapterContract {

    LangChain4jPromptHandlerTest() {
        super(new ScriptedAdapter());
    }
}
