package io.acp4j.agent;

import static io.acp4j.agent.testing.RawClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.PromptTurn.SteeringMessage;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.agent.testing.ScriptedAgent;
import io.acp4j.agent.testing.V2Client;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.prompt.StopReason;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Turns of version 2: insertion, states, prompts that wait, cancellation, the same handlers as for version 1. */
class V2TurnTest {

    private final ScriptedAgent script = new ScriptedAgent();

    private AcpAgentBuilder builder() {
        return script.builder().protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2);
    }

    private V2Client connect() {
        return V2Client.of(builder().build());
    }

    @Test
    void aPromptIsEchoedAndAnsweredWithItsIdAndItsWorkEndsWithAnIdle() {
        try (V2Client client = connect()) {
            String session = client.newSession();
            JsonNode result = client.result(client.prompt(session, "think hm;say hello"));
            client.awaitEnds(session, 1);
            assertThat(client.wire().log(session))
                    .containsExactly(
                            "running",
                            "user_message_chunk",
                            "agent_thought_chunk",
                            "agent_message_chunk",
                            "idle end_turn");
            assertThat(client.wire().texts(session))
                    .containsExactly("user_message:think hm;say hello", "agent_thought:hm", "agent_message:hello");
            assertThat(result.size()).isEqualTo(1);
            client.settle();
            client.wire().requireSettled();
        }
    }

    @Test
    void theResponseComesWhileTheTurnGoesOn() {
        try (V2Client client = connect()) {
            String session = client.newSession();
            client.result(client.prompt(session, "wait gate;say late"));
            assertThat(client.wire().state(session)).isEqualTo("running");
            script.open("gate");
            client.awaitEnds(session, 1);
            assertThat(client.wire().texts(session)).endsWith("agent_message:late");
        }
    }

    @Test
    void whatIsShownHasTheFormOfTheDraft() {
        try (V2Client client = connect()) {
            String session = client.newSession();
            client.prompt(session, "plan do it;tool t;progress t;done t;usage");
            client.awaitEnds(session, 1);
            JsonNode plan = null;
            JsonNode call = null;
            for (JsonNode update : client.updates(session)) {
                String kind = update.path("sessionUpdate").asText();
                plan = kind.equals("plan_update") ? update.get("plan") : plan;
                call = kind.equals("tool_call_update") && call == null ? update : call;
            }
            assertThat(plan.get("type").asText()).isEqualTo("items");
            assertThat(plan.get("planId").asText()).isEqualTo("main");
            assertThat(plan.at("/entries/0/content").asText()).isEqualTo("do it");
            assertThat(call.get("title").asText()).isEqualTo("t");
            assertThat(call.get("status").asText()).isEqualTo("pending");
            assertThat(client.wire().log(session)).doesNotContain("tool_call", "plan");
        }
    }

    @Test
    void promptsThatComeWhileOneRunsWaitAndBeginInTheirOrder() {
        try (V2Client client = connect()) {
            String session = client.newSession();
            client.result(client.prompt(session, "wait gate;say first"));
            int second = client.prompt(session, "say second");
            int third = client.prompt(session, "say third");
            client.await(session);
            assertThat(client.isAnswered(second) || client.isAnswered(third)).isFalse();
            script.open("gate");
            client.result(second);
            client.result(third);
            client.awaitEnds(session, 3);
            assertThat(client.wire().texts(session))
                    .containsExactly(
                            "user_message:wait gate;say first",
                            "agent_message:first",
                            "user_message:say second",
                            "agent_message:second",
                            "user_message:say third",
                            "agent_message:third");
            client.wire().requireSettled();
        }
    }

    @Test
    void onlySoManyPromptsWait() {
        try (V2Client client = V2Client.of(builder().maxWaitingPrompts(1).build())) {
            String session = client.newSession();
            client.result(client.prompt(session, "wait gate"));
            int waiting = client.prompt(session, "say second");
            JsonNode error = client.error(client.prompt(session, "say third"));
            assertThat(error.get("code").asInt()).isEqualTo(-32600);
            assertThat(error.at("/data/reason").asText()).isEqualTo("too_many_prompts");
            assertThat(error.at("/data/limit").asInt()).isEqualTo(1);
            script.open("gate");
            client.result(waiting);
            client.awaitEnds(session, 2);
        }
    }

    @Test
    void aPromptThatWaitsCanBeWithdrawnAndOnlyThatOne() {
        try (V2Client client = connect()) {
            String session = client.newSession();
            int first = client.prompt(session, "wait gate");
            client.result(first);
            int second = client.prompt(session, "say second");
            int third = client.prompt(session, "say third");
            client.withdraw(second);
            assertThat(client.error(second).get("code").asInt()).isEqualTo(-32800);
            client.withdraw(first);
            client.await(session);
            assertThat(client.wire().state(session)).isEqualTo("running");
            script.open("gate");
            client.result(third);
            client.awaitEnds(session, 2);
            assertThat(client.wire().texts(session)).doesNotContain("user_message:say second");
        }
    }

    @Test
    void cancelEndsTheWorkAndTheWaitingPromptsButNotThoseThatComeAfter() {
        try (V2Client client = connect()) {
            String session = client.newSession();
            client.result(client.prompt(session, "wait gate"));
            int waiting = client.prompt(session, "say waiting");
            client.raw().cancel(session);
            int later = client.prompt(session, "say later");
            assertThat(client.error(waiting).get("code").asInt()).isEqualTo(-32800);
            client.result(later);
            client.awaitEnds(session, 2);
            assertThat(client.wire().ends(session)).containsExactly("cancelled", "end_turn");
        }
    }

    @Test
    void closingEndsTheWorkBeforeTheResponseAndWithdrawsWhatWaits() {
        try (V2Client client = connect()) {
            String session = client.newSession();
            client.result(client.prompt(session, "wait gate"));
            int waiting = client.prompt(session, "say waiting");
            int close = client.about("session/close", session);
            assertThat(client.error(waiting).get("code").asInt()).isEqualTo(-32800);
            assertThat(client.result(close)).isEqualTo(json("{}"));
            assertThat(client.wire().ends(session)).containsExactly("cancelled");
            assertThat(client.result(client.about("session/close", session))).isEqualTo(json("{}"));
            assertThat(client.result(client.about("session/close", "nobody"))).isEqualTo(json("{}"));
            assertThat(client.error(client.prompt(session, "say late"))
                            .get("code")
                            .asInt())
                    .isEqualTo(-32002);
        }
    }

    @Test
    void whileTheUserIsAskedTheSessionRequiresAction() {
        try (V2Client client = connect()) {
            String session = client.newSession();
            client.prompt(session, "tool t;ask t;done t");
            JsonNode question = client.question();
            assertThat(question.at("/params/title").asText()).isEqualTo("t");
            assertThat(question.at("/params/subject/type").asText()).isEqualTo("tool_call");
            assertThat(question.at("/params/subject/toolCall/title").asText()).isEqualTo("t");
            client.awaitState(session, "requires_action");
            client.raw().respond(question, "{\"outcome\":{\"outcome\":\"selected\",\"optionId\":\"yes\"}}");
            client.awaitEnds(session, 1);
            assertThat(client.wire().log(session))
                    .containsSubsequence("running", "requires_action", "running", "idle end_turn");
        }
    }

    @Test
    void aQuestionOfCancelledWorkIsWithdrawnAtOnceAndALateAnswerChangesNothing() {
        try (V2Client client = connect()) {
            String session = client.newSession();
            client.prompt(session, "tool t;ask t");
            JsonNode question = client.question();
            client.raw().cancel(session);
            client.awaitEnds(session, 1);
            assertThat(client.wire().ends(session)).containsExactly("cancelled");
            assertThat(client.wire().isWithdrawn(question.get("id").asInt())).isTrue();
            client.raw().respond(question, "{\"outcome\":{\"outcome\":\"cancelled\"}}");
            client.result(client.prompt(session, "say more"));
            client.awaitEnds(session, 2);
            client.settle();
            client.wire().requireSettled();
        }
    }

    /** In version 1 it is the error of the response. */
    @Test
    void failureOfTheStoreEndsTheWorkWithAnErrorThatSaysSo() {
        for (boolean asynchronous : List.of(false, true)) {
            PromptHandler failing = turn -> {
                throw new SessionStoreException("the disk is full", null);
            };
            AcpAgentBuilder agent = AcpAgent.builder().info("test-agent", "1").protocolVersions(ProtocolVersion.V2);
            if (asynchronous) {
                agent.onPromptAsync(
                        turn -> CompletableFuture.failedFuture(new SessionStoreException("the disk is full", null)));
            } else {
                agent.onPrompt(failing);
            }
            try (V2Client client = V2Client.of(agent.build())) {
                String session = client.newSession();
                client.result(client.prompt(session, "x"));
                client.awaitEnds(session, 1);
                JsonNode idle =
                        client.updates(session).get(client.updates(session).size() - 1);
                assertThat(idle.get("stopReason").asText()).isEqualTo("error");
                assertThat(idle.at("/error/data/reason").asText()).isEqualTo("store_failed");
                assertThat(idle.toString()).doesNotContain("the disk is full");
            }
        }
    }

    @Test
    void aFailureAfterInsertionEndsTheWorkWithItsError() {
        try (V2Client client = connect()) {
            String session = client.newSession();
            client.result(client.prompt(session, "say a;fail"));
            client.awaitEnds(session, 1);
            JsonNode idle = client.updates(session).get(client.updates(session).size() - 1);
            assertThat(idle.get("stopReason").asText()).isEqualTo("error");
            assertThat(idle.at("/error/code").asInt()).isEqualTo(-32600);
            assertThat(idle.at("/error/message").asText()).isEqualTo("failed as told");
            client.result(client.prompt(session, "say b"));
            client.awaitEnds(session, 2);
        }
    }

    @Test
    void aFailureBeforeInsertionIsTheResponseAndNothingIsShown() {
        try (V2Client client = connect()) {
            String session = client.newSession();
            JsonNode empty =
                    client.error(client.request("session/prompt", "{'sessionId':'" + session + "','prompt':[]}"));
            assertThat(empty.get("code").asInt()).isEqualTo(-32602);
            JsonNode image = client.error(client.request(
                    "session/prompt",
                    "{'sessionId':'" + session
                            + "','prompt':[{'type':'image','data':'aGk=','mimeType':'image/png'}]}"));
            assertThat(image.get("code").asInt()).isEqualTo(-32602);
            assertThat(client.error(client.prompt("nobody", "hi")).get("code").asInt())
                    .isEqualTo(-32002);
            assertThat(client.wire().log(session)).isEmpty();
        }
    }

    @Test
    void exceptionsOfHandlersSayNothingOfThemselves() {
        AcpAgent agent = AcpAgent.builder()
                .info("agent", "1")
                .protocolVersions(ProtocolVersion.V2)
                .onPrompt(turn -> {
                    throw new IllegalArgumentException("secret");
                })
                .build();
        try (V2Client client = V2Client.of(agent)) {
            String session = client.newSession();
            client.result(client.prompt(session, "hi"));
            client.awaitEnds(session, 1);
            assertThat(client.updates(session).toString()).contains("-32603").doesNotContain("secret");
        }
    }

    @Test
    void theStopReasonAndTheUsageOfTheHandlerAreThoseOfTheIdle() {
        script.step("refuse", turn -> turn.stop(StopReason.REFUSAL));
        try (V2Client client = connect()) {
            String session = client.newSession();
            client.prompt(session, "refuse");
            client.awaitEnds(session, 1);
            assertThat(client.wire().ends(session)).containsExactly("refusal");
        }
    }

    @Test
    void aTurnTakesWaitingPromptsIntoItself() {
        script.step("steer", turn -> {
            SteeringMessage message = turn.takeWaitingPrompt();
            turn.say(message == null ? "none" : "got " + message.text());
        });
        try (V2Client client = connect()) {
            String session = client.newSession();
            client.result(client.prompt(session, "wait gate;steer;end;steer"));
            int steering = client.prompt(session, "left");
            client.await(session);
            script.open("gate");
            client.result(steering);
            client.awaitEnds(session, 1);
            assertThat(client.wire().texts(session))
                    .containsExactly(
                            "user_message:wait gate;steer;end;steer",
                            "user_message:left",
                            "agent_message:got left",
                            "agent_message:none");
            client.settle();
            client.wire().requireSettled();
            assertThat(client.wire().ends(session)).hasSize(1);
        }
    }

    @Test
    void workThatNoPromptHasBegunIsShownAsWorkAndWaitsForTheRunningTurn() throws Exception {
        AtomicReference<CompletableFuture<Void>> done = new AtomicReference<>();
        script.step(
                "later",
                turn -> done.set(turn.session()
                        .startTurn(work -> work.say("in the background"))
                        .toCompletableFuture()));
        try (V2Client client = connect()) {
            String session = client.newSession();
            client.result(client.prompt(session, "later;say first"));
            client.awaitEnds(session, 2);
            done.get().get(60, TimeUnit.SECONDS);
            assertThat(client.wire().log(session))
                    .containsExactly(
                            "running",
                            "user_message_chunk",
                            "agent_message_chunk",
                            "idle end_turn",
                            "running",
                            "agent_message_chunk",
                            "idle end_turn");
        }
    }

    @Test
    void workThatFailsOrIsCancelledEndsSo() throws Exception {
        try (V2Client client = connect()) {
            String id = client.newSession();
            AgentSession session = client.raw().agent().session(new io.acp4j.schema.SessionId(id));
            CompletableFuture<Void> failed = session.startTurn(work -> {
                        throw new AcpErrorException(ErrorCode.INTERNAL_ERROR, "broken", java.util.Map.of());
                    })
                    .toCompletableFuture();
            client.awaitEnds(id, 1);
            assertThatThrownBy(() -> failed.get(60, TimeUnit.SECONDS)).hasMessageContaining("broken");
            CompletableFuture<Void> running = new CompletableFuture<>();
            session.startTurn(work -> {
                running.complete(null);
                work.cancellation().onCancel(() -> running.completeExceptionally(new IllegalStateException()));
                CompletableFuture<Void> cancelled = new CompletableFuture<>();
                work.cancellation().onCancel(() -> cancelled.complete(null));
                cancelled.get(60, TimeUnit.SECONDS);
            });
            running.get(60, TimeUnit.SECONDS);
            client.raw().cancel(id);
            client.awaitEnds(id, 2);
            assertThat(client.wire().ends(id)).containsExactly("error", "cancelled");
        }
    }

    @Test
    void version1HasNoWorkWithoutAPromptAndNothingThatWaits() {
        script.step(
                "later",
                turn -> assertThatThrownBy(() -> turn.session().startTurn(work -> {}))
                        .isInstanceOf(UnsupportedCapabilityException.class)
                        .hasMessageContaining("protocolVersion 2"));
        script.step("steer", turn -> assertThat(turn.takeWaitingPrompt()).isNull());
        script.step("background", turn -> turn.session().background(List.of()));
        try (RawClient client = RawClient.initialized(builder().build())) {
            String session = client.newSession();
            int prompt = client.prompt(session, "later;steer;background;say done");
            assertThat(client.updatesBefore(prompt)).hasSize(1);
            int first = client.prompt(session, "wait gate");
            int second = client.prompt(session, "say no");
            assertThat(client.error(second).at("/data/reason").asText()).isEqualTo("turn_in_progress");
            script.open("gate");
            assertThat(client.result(first).get("stopReason").asText()).isEqualTo("end_turn");
        }
    }

    @Test
    void filesAndTerminalsOfTheClientDoNotExist() {
        script.step(
                "read",
                turn -> assertThatThrownBy(() -> turn.client().readTextFile("/project/a"))
                        .isInstanceOf(UnsupportedCapabilityException.class)
                        .hasMessageContaining("fs/read_text_file")
                        .hasMessageContaining("protocolVersion 1"));
        script.step(
                "run",
                turn -> assertThatThrownBy(() -> turn.client().createTerminal("ls"))
                        .isInstanceOf(UnsupportedCapabilityException.class)
                        .hasMessageContaining("protocolVersion 1"));
        try (V2Client client = connect()) {
            String session = client.newSession();
            client.result(client.prompt(session, "read;run;say done"));
            client.awaitEnds(session, 1);
            assertThat(client.wire().ends(session)).containsExactly("end_turn");
        }
    }

    @Test
    void aTurnEndsInGoodOrderWhenTheClientStopsSending() {
        try (V2Client client = V2Client.of(builder().build())) {
            String session = client.newSession();
            client.result(client.prompt(session, "wait gate"));
            client.raw().hangUp();
            client.raw().agent().closed().toCompletableFuture().join();
        }
    }
}
