package io.acp4j.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.langchain4j.weather.WeatherAgent;
import io.acp4j.test.FakeClient;
import io.acp4j.test.FakeSession;
import io.acp4j.test.testing.ModelScript;
import org.junit.jupiter.api.Test;

/** Runs what the guide shows. */
class LangChain4jGuideTest {

    private final ModelScript script = new ModelScript();

    @Test
    void theAgentOfTheGuideCallsItsTool() {
        script.calls("weather", "{\"city\":\"Oslo\"}").says("It is sunny.");
        AcpAgent agent = WeatherAgent.create(new ScriptedStreamingModel(script), SessionStore.inMemory());

        try (FakeClient client = FakeClient.create().connect(agent)) {
            FakeSession session = client.newSession();
            session.prompt("How is Oslo?");

            assertThat(session.said()).isEqualTo("It is sunny.");
        }
        assertThat(script.requests().get(1)).contains("system: You know the weather.", "tool: Sunny in Oslo");
    }

    @Test
    void theToolOfTheGuideReadsTheFilesOfItsClient() {
        script.calls("read", "{\"path\":\"/project/a.txt\"}").says("Read.");
        AcpAgent agent = AcpAgent.builder()
                .info("reader", "1.0.0")
                .sessions(SessionRepository.over(SessionStore.inMemory()))
                .onPrompt(ToolsOfASession.handler(new ScriptedStreamingModel(script)))
                .build();

        try (FakeClient client =
                FakeClient.create().allowing().file("/project/a.txt", "content").connect(agent)) {
            client.newSession().prompt("Read it");

            assertThat(client.permissions()).hasSize(1);
        }
        assertThat(script.requests().get(1)).contains("tool: content");
    }
}
