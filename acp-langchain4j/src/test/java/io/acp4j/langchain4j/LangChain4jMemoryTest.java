package io.acp4j.langchain4j;

import io.acp4j.test.testing.ModelMemoryContract;

class LangChain4jMemoryTest extends ModelMemoryContract {

    LangChain4jMemoryTest() {
        super(new ScriptedAdapter());
    }
}
