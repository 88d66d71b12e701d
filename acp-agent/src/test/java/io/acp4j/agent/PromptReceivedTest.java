package io.acp4j.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.PromptTurn.SteeringMessage;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.agent.testing.ScriptedAgent;
import io.acp4j.agent.testing.StoredClient;
import io.acp4j.agent.testing.V2Client;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.init.ProtocolVersion;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Prompts that an author refuses before they become a part of the conversation. */
class PromptReceivedTest {

    private final ScriptedAgent script = new ScriptedAgent();
    private final SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch decided = new CountDownLatch(1);

    @AfterEach
    void close() {
        repository.close();
    }

    private AcpAgent agent() {
        return script.builder()
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .sessions(repository, ScriptedAgent.UNTITLED)
                .onPromptReceived((request, session) -> {
                    String text = ((TextContent) request.prompt().get(0)).text();
                    if (text.contains("slowly")) {
                        asked.countDown();
                        assertThat(decided.await(60, TimeUnit.SECONDS)).isTrue();
                    }
                    if (text.contains("quota")) {
                        throw new AcpErrorException(ErrorCode.AUTH_REQUIRED, "Log in first", Map.of("plan", "none"));
                    }
                })
                .build();
    }

    private static void refused(JsonNode error) {
        assertThat(error.get("code").asInt()).isEqualTo(-32000);
        assertThat(error.at("/data/plan").asText()).isEqualTo("none");
    }

    @Test
    void aRefusedPromptGetsTheErrorAndLeavesNothing() {
        try (V2Client client = V2Client.of(agent())) {
            String session = client.newSession();
            refused(client.error(client.prompt(session, "quota")));
            client.settle();
            assertThat(client.updates(session)).isEmpty();
            client.result(client.prompt(session, "history"));
            client.awaitEnds(session, 1);
            assertThat(client.wire().texts(session))
                    .containsExactly("user_message:history", "agent_message:user:history");
            client.wire().requireSettled();
        }
    }

    @Test
    void inVersion1AsWell() throws Exception {
        try (StoredClient client = StoredClient.of(agent())) {
            String session = client.newSession();
            RawClient raw = client.raw();
            int id = raw.request(
                    "session/prompt",
                    "{\"sessionId\":\"" + session + "\",\"prompt\":[{\"type\":\"text\",\"text\":\"quota\"}]}");
            refused(raw.error(id));
            assertThat(client.say(session, "history")).isEqualTo("user:history");
        }
    }

    @Test
    void oneThatWaitsIsDecidedOnWhenItsTurnHasCome() {
        try (V2Client client = V2Client.of(agent())) {
            String session = client.newSession();
            client.result(client.prompt(session, "wait gate"));
            int second = client.prompt(session, "quota");
            int third = client.prompt(session, "say three");
            client.await(session);
            assertThat(client.isAnswered(second)).isFalse();
            script.open("gate");
            refused(client.error(second));
            client.result(third);
            client.awaitEnds(session, 2);
            assertThat(client.wire().ends(session)).containsExactly("end_turn", "end_turn");
            assertThat(client.wire().texts(session))
                    .containsExactly("user_message:wait gate", "user_message:say three", "agent_message:three");
            client.wire().requireSettled();
        }
    }

    @Test
    void oneThatTheRunningTurnTakesIsDecidedOnThere() {
        script.step("steer", turn -> {
            SteeringMessage more = turn.takeWaitingPrompt();
            turn.say("taken " + (more == null ? "nothing" : more.text()));
        });
        try (V2Client client = V2Client.of(agent())) {
            String session = client.newSession();
            client.result(client.prompt(session, "wait gate;steer"));
            int second = client.prompt(session, "quota");
            int third = client.prompt(session, "more");
            client.await(session);
            script.open("gate");
            refused(client.error(second));
            client.result(third);
            client.awaitEnds(session, 1);
            assertThat(client.wire().texts(session)).endsWith("user_message:more", "agent_message:taken more");
            client.wire().requireSettled();
        }
    }

    @Test
    void oneThatIsCancelledBeforeTheDecisionIsNotInserted() throws Exception {
        try (V2Client client = V2Client.of(agent())) {
            String session = client.newSession();
            int prompt = client.prompt(session, "slowly");
            assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
            client.raw().cancel(session);
            client.await(session);
            decided.countDown();
            assertThat(client.error(prompt).get("code").asInt()).isEqualTo(-32800);
            client.result(client.about("session/close", session));
            assertThat(client.updates(session)).isEmpty();
        }
    }

    @Test
    void closingWaitsForTheDecision() throws Exception {
        try (V2Client client = V2Client.of(agent())) {
            String session = client.newSession();
            int prompt = client.prompt(session, "slowly");
            assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
            int closing = client.about("session/close", session);
            decided.countDown();
            client.result(closing);
            assertThat(client.response(prompt).at("/error/code").asInt()).isIn(-32800, 0);
            List<String> ends = client.wire().ends(session);
            assertThat(ends).hasSize(client.wire().inserted(session));
        }
    }
}
