package io.acp4j.agent;

import static io.acp4j.agent.testing.RawClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.testing.HeldCommonPool;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.UsageUpdate;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CancellationTest {

    private static final String CANCELLED = "{'stopReason':'cancelled'}";
    private static final PermissionOption YES = PermissionOption.allowOnce("yes", "Yes");

    private static AcpAgent agent(PromptHandler handler) {
        return AcpAgent.builder()
                .info("test-agent", "1")
                .onPrompt(handler)
                .onCloseSession((request, session) -> {})
                .onDeleteSession((request, context) -> {})
                .build();
    }

    /** Says that the turn runs and waits for its cancellation. */
    private static void begin(PromptTurn turn) throws Exception {
        turn.say("running");
        turn.cancellation().whenCancelled().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private static int started(RawClient client, String session) {
        int prompt = client.prompt(session, "x");
        client.update();
        return prompt;
    }

    @Test
    void cancelledTurnIsAnsweredAsCancelledHoweverItsHandlerEnds() {
        List<PromptHandler> ends = List.of(
                turn -> {},
                turn -> turn.stop(StopReason.END_TURN),
                turn -> turn.cancellation().throwIfCancelled(),
                turn -> {
                    throw new InterruptedException("the model was interrupted");
                },
                turn -> {
                    throw AcpErrorException.authRequired();
                },
                turn -> {
                    throw new StackOverflowError();
                });
        for (PromptHandler end : ends) {
            AcpAgent agent = agent(turn -> {
                begin(turn);
                end.handle(turn);
            });
            try (RawClient client = RawClient.initialized(agent)) {
                String session = client.newSession();
                int prompt = started(client, session);
                client.cancel(session);

                assertThat(client.result(prompt)).isEqualTo(json(CANCELLED));
            }
        }
    }

    @Test
    void asynchronousTurnIsAnsweredAsCancelledToo() {
        AcpAgent agent = AcpAgent.builder()
                .info("test-agent", "1")
                .onPromptAsync(turn -> {
                    turn.say("running");
                    return turn.cancellation().whenCancelled().thenRun(() -> {
                        throw new IllegalStateException("aborted");
                    });
                })
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            String session = client.newSession();
            int prompt = started(client, session);
            client.cancel(session);

            assertThat(client.result(prompt)).isEqualTo(json(CANCELLED));
        }
    }

    @Test
    void turnGoesOnUntilItsHandlerEnds() {
        CountDownLatch cancelled = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        AcpAgent agent = agent(turn -> {
            if (turn.text().equals("next")) {
                return;
            }
            begin(turn);
            cancelled.countDown();
            assertThat(go.await(60, TimeUnit.SECONDS)).isTrue();
            turn.say("last words");
        });
        try (RawClient client = RawClient.initialized(agent)) {
            String session = client.newSession();
            int prompt = started(client, session);
            client.cancel(session);
            client.cancel(session);

            JsonNode error = client.error(client.prompt(session, "next"));
            assertThat(error.get("code").asInt()).isEqualTo(-32600);
            assertThat(error.at("/data/reason").asText()).isEqualTo("turn_in_progress");
            go.countDown();
            assertThat(client.update().at("/content/text").asText()).isEqualTo("last words");
            assertThat(client.result(prompt)).isEqualTo(json(CANCELLED));
            assertThat(client.result(client.prompt(session, "next"))).isEqualTo(json("{'stopReason':'end_turn'}"));
        }
    }

    @Test
    void cancellationRightAfterThePromptIsNeverLost() {
        AcpAgent agent = agent(turn ->
                turn.cancellation().whenCancelled().toCompletableFuture().get(60, TimeUnit.SECONDS));
        try (RawClient client = RawClient.initialized(agent)) {
            String session = client.newSession();
            for (int i = 0; i < 300; i++) {
                int prompt = client.prompt(session, "x");
                client.cancel(session);
                assertThat(client.result(prompt)).isEqualTo(json(CANCELLED));
            }
        }
    }

    @Test
    void cancellationWithoutTurnOrSessionIsIgnored() {
        AcpAgent agent =
                agent(turn -> turn.say(String.valueOf(turn.cancellation().isCancelled())));
        try (RawClient client = RawClient.initialized(agent)) {
            String session = client.newSession();
            client.cancel(session);
            client.cancel("nowhere");

            int prompt = client.prompt(session, "x");
            assertThat(client.update().at("/content/text").asText()).isEqualTo("false");
            assertThat(client.result(prompt)).isEqualTo(json("{'stopReason':'end_turn'}"));
        }
    }

    @Test
    void openToolCallsOfACancelledTurnAreLeftToTheClient() {
        AcpAgent agent = agent(turn -> {
            turn.toolCall("Look", ToolKind.READ);
            begin(turn);
            turn.cancellation().throwIfCancelled();
        });
        try (RawClient client = RawClient.initialized(agent)) {
            String session = client.newSession();
            int prompt = started(client, session);
            client.update();
            client.cancel(session);

            assertThat(client.result(prompt)).isEqualTo(json(CANCELLED));
        }
    }

    private static JsonNode afterCancelRequest(PromptHandler end) {
        AcpAgent agent = agent(turn -> {
            begin(turn);
            end.handle(turn);
        });
        try (RawClient client = RawClient.initialized(agent)) {
            int prompt = started(client, client.newSession());
            client.notify("$/cancel_request", "{\"requestId\":" + prompt + "}");
            return client.next();
        }
    }

    @Test
    void cancelledRequestIsAnsweredByItsResultOrAsCancelled() {
        assertThat(afterCancelRequest(turn -> {
                            throw new IllegalStateException("aborted");
                        })
                        .at("/error/code")
                        .asInt())
                .isEqualTo(-32800);
        assertThat(afterCancelRequest(turn -> {
                            throw AcpErrorException.authRequired();
                        })
                        .at("/error/code")
                        .asInt())
                .isEqualTo(-32800);
        assertThat(afterCancelRequest(turn -> {}).get("result")).isEqualTo(json(CANCELLED));
        assertThat(afterCancelRequest(turn -> turn.stop(StopReason.MAX_TOKENS)).get("result"))
                .isEqualTo(json("{'stopReason':'max_tokens'}"));
    }

    @Test
    void closingCancelsTheTurnAndAnswersThePromptFirst() {
        CompletableFuture<AgentSession> kept = new CompletableFuture<>();
        AcpAgent agent = agent(turn -> {
            kept.complete(turn.session());
            begin(turn);
            throw new IllegalStateException("aborted");
        });
        try (RawClient client = RawClient.initialized(agent)) {
            String session = client.newSession();
            int prompt = started(client, session);
            int close = client.request("session/close", "{\"sessionId\":\"" + session + "\"}");

            assertThat(client.result(prompt)).isEqualTo(json(CANCELLED));
            assertThat(client.result(close)).isEqualTo(json("{}"));
            assertThat(client.agent().session(new SessionId(session))).isNull();
            assertThat(client.error(client.prompt(session, "x")).get("code").asInt())
                    .isEqualTo(-32002);
            assertThat(client.error(client.request("session/close", "{\"sessionId\":\"" + session + "\"}"))
                            .get("code")
                            .asInt())
                    .isEqualTo(-32002);
            assertThatIllegalStateException().isThrownBy(() -> kept.join().update(UsageUpdate.of(1, 2)));
            client.expectSilence();
        }
    }

    @Test
    void sessionThatIsNotClosedAfterAllGoesOn() {
        AcpAgent agent = AcpAgent.builder()
                .info("test-agent", "1")
                .onPrompt(turn -> {})
                .onCloseSession((request, session) -> {
                    throw AcpErrorException.invalidRequest("busy", "Not now");
                })
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            String session = client.newSession();
            assertThat(client.error(client.request("session/close", "{\"sessionId\":\"" + session + "\"}"))
                            .at("/data/reason")
                            .asText())
                    .isEqualTo("busy");
            client.result(client.prompt(session, "x"));
        }
    }

    @Test
    void sessionWhoseHandlerForClosingFailsForAnyReasonGoesOn() {
        AcpAgent agent = AcpAgent.builder()
                .info("test-agent", "1")
                .onPrompt(turn -> {})
                .onCloseSession((request, session) -> {
                    throw new AssertionError("as it happens");
                })
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            String session = client.newSession();
            assertThat(client.error(client.request("session/close", "{\"sessionId\":\"" + session + "\"}"))
                            .get("code")
                            .asInt())
                    .isEqualTo(-32603);
            client.result(client.prompt(session, "x"));
        }
    }

    @Test
    void deletingClosesAnOpenSessionAndTakesUnknownOnes() {
        AcpAgent agent = agent(turn -> begin(turn));
        try (RawClient client = RawClient.initialized(agent)) {
            String session = client.newSession();
            int prompt = started(client, session);
            int delete = client.request("session/delete", "{\"sessionId\":\"" + session + "\"}");

            assertThat(client.result(prompt)).isEqualTo(json(CANCELLED));
            assertThat(client.result(delete)).isEqualTo(json("{}"));
            assertThat(client.error(client.prompt(session, "x")).get("code").asInt())
                    .isEqualTo(-32002);
            assertThat(client.result(client.request("session/delete", "{\"sessionId\":\"never\"}")))
                    .isEqualTo(json("{}"));
        }
    }

    @Test
    void endOfTheConnectionCancelsRunningTurns() throws Exception {
        CountDownLatch cancelled = new CountDownLatch(1);
        AcpAgent agent = agent(turn -> {
            begin(turn);
            cancelled.countDown();
        });
        RawClient client = RawClient.initialized(agent);
        started(client, client.newSession());
        client.agent().close();

        assertThat(cancelled.await(60, TimeUnit.SECONDS)).isTrue();
        client.close();
    }

    private static AcpAgent asking(List<PermissionDecision> decisions) {
        return agent(turn -> {
            ToolCallHandle call = turn.toolCall("Delete it", ToolKind.DELETE);
            decisions.add(turn.requestPermission(call, YES));
            turn.say("decided");
            decisions.add(turn.requestPermission(call, YES));
        });
    }

    @Test
    void permissionThatTheClientCancelsIsACancelledDecision() {
        List<PermissionDecision> decisions = new CopyOnWriteArrayList<>();
        try (RawClient client = RawClient.initialized(asking(decisions))) {
            String session = client.newSession();
            int prompt = started(client, session);
            JsonNode question = client.next("session/request_permission");
            client.cancel(session);
            client.respond(question, "{\"outcome\":{\"outcome\":\"cancelled\"}}");
            client.update();

            assertThat(client.result(prompt))
                    .as("nothing is asked any more once the turn is cancelled")
                    .isEqualTo(json(CANCELLED));
            assertThat(decisions).hasSize(2).allMatch(PermissionDecision::isCancelled);
            assertThat(decisions).noneMatch(PermissionDecision::isAllowed);
        }
    }

    @Test
    void permissionEndsWithTheTurnEvenIfTheClientForgetsIt() {
        List<PermissionDecision> decisions = new CopyOnWriteArrayList<>();
        try (RawClient client = RawClient.initialized(asking(decisions))) {
            String session = client.newSession();
            int prompt = started(client, session);
            JsonNode question = client.next("session/request_permission");
            client.cancel(session);

            assertThat(client.next("$/cancel_request").at("/params/requestId")).isEqualTo(question.get("id"));
            client.update();
            assertThat(client.result(prompt)).isEqualTo(json(CANCELLED));
            assertThat(decisions).allMatch(PermissionDecision::isCancelled);
        }
    }

    @Test
    void permissionThatTheClientForgetsEndsWhileTheThreadsOfTheCommonPoolAreHeld() {
        List<PermissionDecision> decisions = new CopyOnWriteArrayList<>();
        try (RawClient client = RawClient.initialized(asking(decisions));
                HeldCommonPool held = new HeldCommonPool()) {
            String session = client.newSession();
            int prompt = started(client, session);
            JsonNode question = client.next("session/request_permission");
            client.cancel(session);

            assertThat(client.next("$/cancel_request").at("/params/requestId")).isEqualTo(question.get("id"));
            client.update();
            assertThat(client.result(prompt)).isEqualTo(json(CANCELLED));
            assertThat(held).isNotNull();
        }
    }

    @Test
    void waitForAProgramEndsWithTheTurnAndTheTerminalCanStillBeReleased() {
        List<Throwable> thrown = new CopyOnWriteArrayList<>();
        AcpAgent agent = agent(turn -> {
            try (RemoteTerminal terminal = turn.client().createTerminal("sleep", "1000")) {
                terminal.waitForExit();
            } catch (RequestCancelledException e) {
                thrown.add(e);
                throw e;
            }
        });
        try (RawClient client = RawClient.initialized(agent, "{\"terminal\":true}")) {
            String session = client.newSession();
            int prompt = client.prompt(session, "x");
            client.respond(client.next("terminal/create"), "{\"terminalId\":\"t\"}");
            JsonNode wait = client.next("terminal/wait_for_exit");
            client.cancel(session);

            assertThat(client.next("$/cancel_request").at("/params/requestId")).isEqualTo(wait.get("id"));
            client.respond(client.next("terminal/release"), "{}");
            assertThat(client.result(prompt)).isEqualTo(json(CANCELLED));
            assertThat(thrown).hasSize(1);
        }
    }
}
