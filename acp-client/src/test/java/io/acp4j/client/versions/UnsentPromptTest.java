package io.acp4j.client.versions;

import static io.acp4j.client.testing.RawAgent.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.ConnectionClosedException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Prompts that the client could not send. */
class UnsentPromptTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void promptThatCouldNotBeSentIsShownAsRefused(int version) {
        RawAgent agent = new RawAgent();
        AcpClient client = agent.connectTo(
                version == 1 ? "{'protocolVersion':1,'agentCapabilities':{}}" : V2Fixture.response("{'session':{}}"),
                builder ->
                        builder.protocolVersions(V2Fixture.V2, V2Fixture.V1).transcripts(TranscriptOptions.KEEP_ALL));
        ClientSession session = V2Fixture.open(client, agent, "s1");
        client.close();
        assertThatThrownBy(() -> get(session.promptAsync("late"))).isInstanceOf(ConnectionClosedException.class);
        assertThat(session.transcript().snapshot().entries())
                .singleElement()
                .isInstanceOfSatisfying(TranscriptEntry.RefusedPrompt.class, refused -> {
                    assertThat(refused.text()).isEqualTo("late");
                    assertThat(refused.error()).isNull();
                });
    }
}
