/**
 * Agents of the Agent Client Protocol on the models and tools of Spring AI.
 *
 * @see io.acp4j.springai.SpringAiPromptHandler
 */
module io.acp4j.springai {
    requires transitive io.acp4j.agent;
    requires static org.reactivestreams;
    requires static reactor.core;
    requires static spring.ai.commons;
    requires static transitive org.jspecify;
    requires static transitive spring.ai.model;
    requires static spring.core;

    exports io.acp4j.springai;
}
