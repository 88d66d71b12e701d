/**
 * Agents of the Agent Client Protocol on the models and tools of LangChain4j.
 *
 * @see io.acp4j.langchain4j.LangChain4jPromptHandler
 */
module io.acp4j.langchain4j {
    requires transitive io.acp4j.agent;
    requires static transitive langchain4j.core;
    requires static transitive org.jspecify;

    exports io.acp4j.langchain4j;
}
