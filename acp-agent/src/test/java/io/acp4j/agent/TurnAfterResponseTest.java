package io.acp4j.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.testing.RawClient;
import io.acp4j.schema.update.AgentMessageChunk;
import org.junit.jupiter.api.Test;

class TurnAfterResponseTest {

    @Test
    void actionsRunOnceTheAnswerHasBeenSentAndInOrder() {
        AcpAgent agent = AcpAgent.builder()
                .info("test-agent", "1")
                .onPrompt(turn -> {
                    turn.afterResponse(() -> turn.session().update(AgentMessageChunk.text(null, "first")));
                    turn.afterResponse(() -> turn.session().update(AgentMessageChunk.text(null, "second")));
                })
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            String session = client.newSession();
            for (int i = 0; i < 20; i++) {
                client.result(client.prompt(session, "hello"));
                assertThat(client.update().at("/content/text").asText()).isEqualTo("first");
                assertThat(client.update().at("/content/text").asText()).isEqualTo("second");
            }
        }
    }
}
