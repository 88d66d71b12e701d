package io.acp4j.examples.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AgentConnection;
import io.acp4j.client.AcpClient;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.update.AgentMessageChunk;
import org.junit.jupiter.api.Test;

class ToolsOfTheClientTest {

    @Test
    void theAgentTellsWhatTheToolOfItsClientSaid() {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        StringBuilder said = new StringBuilder();
        try (AgentConnection agent = ToolUsingAgent.create().serve(pair.agent())) {
            ToolOfferingClient.ask(
                    AcpClient.builder(pair.client()).onUpdate((session, update) -> {
                        if (update instanceof AgentMessageChunk chunk) {
                            said.append(chunk.text());
                        }
                    }),
                    "What is there?");
            assertThat(agent).isNotNull();
        }

        assertThat(said).hasToString("stock: {apples=12, pears=3}");
    }
}
