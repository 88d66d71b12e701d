package io.acp4j.proxy.internal.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.AfterEach;

/** A bridge between a client of the older version and an agent of the newer one, both played by the test. */
abstract class NewerAgentFixture {

    static final String PROMPT = "{'sessionId':'s','prompt':[{'type':'text','text':'hi'}]}";

    static final String RUNNING = "{'sessionUpdate':'state_update','state':'running'}";

    static final String IDLE = "{'sessionUpdate':'state_update','state':'idle','stopReason':'end_turn'}";

    static final String EVERYTHING =
            "{'session':{'configOptions':{'boolean':{}},'notices':{},'compaction':{}},'plan':{},'subagents':{}}";

    Harness it = Harness.newerAgent("{}");

    @AfterEach
    void nothingFailed() {
        assertThat(it.bridge.failures()).isZero();
    }

    JsonNode prompted(int id) {
        it.client(id, "session/prompt", PROMPT);
        return it.toAgent("session/prompt");
    }

    void chunk(String text) {
        it.update("{'sessionUpdate':'agent_message_chunk','messageId':'a','content':{'type':'text','text':'" + text
                + "'}}");
    }
}
