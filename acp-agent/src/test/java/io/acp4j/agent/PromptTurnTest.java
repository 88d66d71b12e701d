package io.acp4j.agent;

import static io.acp4j.agent.testing.RawClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.testing.RawClient;
import org.junit.jupiter.api.Test;

class PromptTurnTest {

    @Test
    void theSmallestAgentIsComplete() {
        AcpAgent agent = AcpAgent.builder("echo-agent", "1.0.0")
                .onPrompt(turn -> turn.say("You said: " + turn.text()))
                .build();
        try (RawClient client = RawClient.connect(agent)) {
            JsonNode introduction = client.initialize("{}");
            assertThat(introduction.get("protocolVersion").asInt()).isEqualTo(1);
            assertThat(introduction.get("agentInfo")).isEqualTo(json("{'name':'echo-agent','version':'1.0.0'}"));
            String session = client.newSession();
            int prompt = client.prompt(session, "hello");

            JsonNode notification = client.next("session/update");
            assertThat(notification.at("/params/sessionId").asText()).isEqualTo(session);
            JsonNode update = notification.at("/params/update");
            assertThat(update.get("sessionUpdate").asText()).isEqualTo("agent_message_chunk");
            assertThat(update.get("content")).isEqualTo(json("{'type':'text','text':'You said: hello'}"));
            assertThat(update.get("messageId").asText()).isNotEmpty();
            assertThat(client.result(prompt)).isEqualTo(json("{'stopReason':'end_turn'}"));
        }
    }
}
