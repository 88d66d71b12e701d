package io.acp4j.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.PromptTurn.SteeringMessage;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.agent.testing.V2Client;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.init.ProtocolVersion;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the guide to versions shows. */
class TwoVersionsTest {

    private static AcpAgent agent() {
        // snippet:serve
        AcpAgent agent = AcpAgent.builder()
                .info("two-versions", "1.0.0")
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .onPrompt(turn -> turn.say("You said: " + turn.text()))
                .build();
        // end
        return agent;
    }

    private static void steer(PromptTurn turn) {
        // snippet:steer
        SteeringMessage more = turn.takeWaitingPrompt();
        if (more != null) {
            turn.say("And you said: " + more.text());
        }
        // end
    }

    private static void work(AgentSession session) {
        // snippet:turn
        session.startTurn(turn -> turn.say("The build has ended."));
        // end
    }

    @Test
    void oneHandlerServesClientsOfBothVersions() {
        AcpAgent agent = agent();
        try (RawClient first = RawClient.initialized(agent);
                V2Client second = V2Client.of(agent)) {
            assertThat(first.updatesBefore(first.prompt(first.newSession(), "hi")))
                    .extracting(update -> update.at("/content/text").asText())
                    .containsExactly("You said: hi");
            String session = second.newSession();
            second.result(second.prompt(session, "hi"));
            second.awaitEnds(session, 1);
            assertThat(second.wire().texts(session)).containsExactly("user_message:hi", "agent_message:You said: hi");
            work(second.raw().agent().session(new SessionId(session)));
            second.awaitEnds(session, 2);
            assertThat(second.wire().texts(session)).last().isEqualTo("agent_message:The build has ended.");
        }
    }

    @Test
    void aTurnIsSteered() {
        CompletableFuture<Void> gate = new CompletableFuture<>();
        AcpAgent agent = AcpAgent.builder()
                .info("steered", "1")
                .protocolVersions(ProtocolVersion.V2)
                .onPrompt(turn -> {
                    gate.get(60, TimeUnit.SECONDS);
                    steer(turn);
                })
                .build();
        try (V2Client client = V2Client.of(agent)) {
            String session = client.newSession();
            client.result(client.prompt(session, "one"));
            int more = client.prompt(session, "two");
            client.await(session);
            gate.complete(null);
            client.result(more);
            client.awaitEnds(session, 1);
            assertThat(client.wire().texts(session)).last().isEqualTo("agent_message:And you said: two");
        }
    }
}
