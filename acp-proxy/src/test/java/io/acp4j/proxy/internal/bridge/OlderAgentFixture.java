package io.acp4j.proxy.internal.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.AfterEach;

/** A bridge between a client of the newer version and an agent of the older one, both played by the test. */
abstract class OlderAgentFixture {

    static final String PROMPT = "{'sessionId':'s','prompt':[{'type':'text','text':'hi'}]}";

    static final String ALL = "{'loadSession':true,'sessionCapabilities':{'list':{},'resume':{},'close':{},'fork':{}}}";

    Harness it = Harness.olderAgent(ALL);

    @AfterEach
    void nothingFailed() {
        assertThat(it.bridge.failures()).isZero();
    }

    /** Sends a prompt and lets the agent take it. */
    JsonNode inserted() {
        it.client(10, "session/prompt", PROMPT);
        JsonNode prompt = it.toAgent("session/prompt");
        it.later();
        assertThat(it.kinds()).containsExactly("user_message", "result 10", "running");
        return prompt;
    }
}
