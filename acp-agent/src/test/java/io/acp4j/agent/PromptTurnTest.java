package io.acp4j.agent;

import static io.acp4j.agent.testing.RawClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.init.PromptCapabilities;
import io.acp4j.schema.plan.PlanEntry;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AvailableCommandsUpdate;
import io.acp4j.schema.update.CurrentModeUpdate;
import io.acp4j.schema.update.Notice;
import io.acp4j.schema.update.NoticeSeverity;
import io.acp4j.schema.update.SessionInfoUpdate;
import io.acp4j.schema.update.UsageUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class PromptTurnTest {

    private static AcpAgent agent(PromptHandler handler) {
        return AcpAgent.builder().info("test-agent", "1").onPrompt(handler).build();
    }

    /** Runs one turn and gives its updates; the answer must be a result. */
    private static List<JsonNode> updatesOf(PromptHandler handler) {
        try (RawClient client = RawClient.initialized(agent(handler))) {
            return client.updatesBefore(client.prompt(client.newSession(), "hello"));
        }
    }

    private static String idOf(JsonNode update) {
        return update.get("messageId").asText();
    }

    @Test
    void theSmallestAgentIsComplete() {
        AcpAgent agent = AcpAgent.builder()
                .info("echo-agent", "1.0.0")
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
            assertThat(idOf(update)).isNotEmpty();
            assertThat(client.result(prompt)).isEqualTo(json("{'stopReason':'end_turn'}"));
        }
    }

    @Test
    void whatIsSaidWithoutABreakIsOneMessage() {
        List<MessageId> given = new CopyOnWriteArrayList<>();
        List<JsonNode> updates = updatesOf(turn -> {
            given.add(turn.say("one "));
            given.add(turn.say(ContentBlock.text("two ")));
            given.add(turn.say("three"));
        });

        assertThat(updates).extracting(PromptTurnTest::idOf).containsOnly(idOf(updates.get(0)));
        assertThat(given).extracting(MessageId::value).containsOnly(idOf(updates.get(0)));
    }

    @Test
    void updatesOutsideTheConversationDoNotEndTheMessage() {
        List<PromptHandler> updates = List.of(
                turn -> turn.usage(1, 2),
                turn -> turn.session().update(UsageUpdate.of(1, 2)),
                turn -> turn.session().update(new AvailableCommandsUpdate(List.of(), null)),
                turn -> turn.session().update(SessionInfoUpdate.title("Title")));
        for (PromptHandler between : updates) {
            List<JsonNode> sent = updatesOf(turn -> {
                turn.say("one");
                between.handle(turn);
                turn.say("two");
            });
            assertThat(sent).hasSize(3);
            assertThat(idOf(sent.get(2))).isEqualTo(idOf(sent.get(0)));
        }
    }

    @Test
    void chunksSeparatedByAnotherPartOfTheConversationAreTwoMessages() {
        List<PromptHandler> breaks = List.of(
                PromptTurn::endMessage,
                turn -> turn.think("hm"),
                turn -> turn.toolCall("Look", ToolKind.READ),
                turn -> turn.plan(PlanEntry.of("Do it")),
                turn -> turn.session().update(CurrentModeUpdate.of(new SessionModeId("code"))),
                turn -> turn.session().update(AgentMessageChunk.text(new MessageId("own"), "own")));
        for (PromptHandler between : breaks) {
            List<JsonNode> updates = updatesOf(turn -> {
                turn.say("one");
                between.handle(turn);
                turn.say("two");
            });
            JsonNode first = updates.get(0);
            JsonNode last = updates.get(updates.size() - 1);
            if (updates.size() == 3
                    && "own".equals(updates.get(1).path("messageId").asText())) {
                assertThat(idOf(last)).as("continues what was begun by hand").isEqualTo("own");
            } else {
                assertThat(idOf(last)).isNotEqualTo(idOf(first));
            }
        }
    }

    @Test
    void thoughtsHaveIdsOfTheirOwn() {
        List<JsonNode> updates = updatesOf(turn -> {
            turn.think("a");
            turn.think(ContentBlock.text("b"));
            turn.say("c");
            turn.think("d");
        });

        assertThat(updates)
                .extracting(update -> update.get("sessionUpdate").asText())
                .containsExactly(
                        "agent_thought_chunk", "agent_thought_chunk", "agent_message_chunk", "agent_thought_chunk");
        assertThat(idOf(updates.get(1))).isEqualTo(idOf(updates.get(0)));
        assertThat(List.of(idOf(updates.get(0)), idOf(updates.get(2)), idOf(updates.get(3))))
                .doesNotHaveDuplicates();
    }

    @Test
    void messageEndsWithItsTurn() {
        try (RawClient client = RawClient.initialized(agent(turn -> turn.say("hi")))) {
            String session = client.newSession();
            String first =
                    idOf(client.updatesBefore(client.prompt(session, "a")).get(0));
            String second =
                    idOf(client.updatesBefore(client.prompt(session, "b")).get(0));

            assertThat(second).isNotEqualTo(first);
        }
    }

    @Test
    void chunksSentByHandGetAnIdWhenTheyHaveNone() {
        List<JsonNode> updates = updatesOf(turn -> {
            turn.say("one");
            turn.update(AgentMessageChunk.text(null, "two"));
            turn.session().update(AgentMessageChunk.text(null, "three"));
        });

        assertThat(updates).hasSize(3).extracting(PromptTurnTest::idOf).containsOnly(idOf(updates.get(0)));
    }

    @Test
    void messageIdsCanBeSupplied() {
        AtomicInteger count = new AtomicInteger();
        AcpAgent agent = AcpAgent.builder()
                .info("test-agent", "1")
                .messageIds(() -> new MessageId("m" + count.incrementAndGet()))
                .onPrompt(turn -> turn.say("to " + turn.userMessageId()))
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            int prompt = client.prompt(client.newSession(), "x");
            JsonNode update = client.update();
            assertThat(update.at("/content/text").asText()).isEqualTo("to m1");
            assertThat(idOf(update)).isEqualTo("m2");
            client.result(prompt);
        }
    }

    @Test
    void messageOfTheUserIsEchoedWithItsIdWhenAskedFor() {
        AcpAgent agent = AcpAgent.builder()
                .info("test-agent", "1")
                .echoUserMessages(true)
                .onPrompt(turn -> turn.say(turn.userMessageId().value()))
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            String session = client.newSession();
            int prompt = client.request(
                    "session/prompt",
                    "{\"sessionId\":\"" + session + "\",\"prompt\":[{\"type\":\"text\",\"text\":\"a\"},"
                            + "{\"type\":\"resource_link\",\"name\":\"n\",\"uri\":\"file:///n\"}]}");
            List<JsonNode> updates = client.updatesBefore(prompt);

            assertThat(updates)
                    .extracting(update -> update.get("sessionUpdate").asText())
                    .containsExactly("user_message_chunk", "user_message_chunk", "agent_message_chunk");
            String userMessage = updates.get(2).at("/content/text").asText();
            assertThat(updates.subList(0, 2)).extracting(PromptTurnTest::idOf).containsOnly(userMessage);
            assertThat(idOf(updates.get(2))).isNotEqualTo(userMessage);
        }
    }

    @Test
    void textIsThatOfAllBlocksOfText() {
        List<String> seen = new CopyOnWriteArrayList<>();
        AcpAgent agent = agent(turn -> {
            seen.add(turn.text());
            seen.add(turn.prompt().size() + " blocks");
            seen.add(String.valueOf(turn.request().meta()));
        });
        try (RawClient client = RawClient.initialized(agent)) {
            client.result(client.request(
                    "session/prompt",
                    "{\"sessionId\":\"" + client.newSession() + "\",\"_meta\":{\"k\":1},\"prompt\":["
                            + "{\"type\":\"text\",\"text\":\"a\"},"
                            + "{\"type\":\"resource_link\",\"name\":\"n\",\"uri\":\"file:///n\"},"
                            + "{\"type\":\"text\",\"text\":\"b\"}]}"));
            assertThat(seen).containsExactly("ab", "3 blocks", "Meta[k]");
        }
    }

    @Test
    void planAndUsageAreSentAsTheyAre() {
        List<JsonNode> updates = updatesOf(turn -> {
            turn.plan(PlanEntry.of("Read"), PlanEntry.of("Write"));
            turn.usage(10, 200);
        });

        assertThat(updates)
                .containsExactly(
                        json("{'sessionUpdate':'plan','entries':["
                                + "{'content':'Read','priority':'medium','status':'pending'},"
                                + "{'content':'Write','priority':'medium','status':'pending'}]}"),
                        json("{'sessionUpdate':'usage_update','used':10,'size':200}"));
    }

    @Test
    void reasonOfTheEndCanBeSet() {
        AcpAgent agent = agent(turn -> {
            turn.stop(StopReason.REFUSAL);
            turn.stop(StopReason.MAX_TOKENS);
            turn.say("cut");
        });
        try (RawClient client = RawClient.initialized(agent)) {
            int prompt = client.prompt(client.newSession(), "x");
            client.update();
            assertThat(client.result(prompt)).isEqualTo(json("{'stopReason':'max_tokens'}"));
        }
    }

    @Test
    void asynchronousHandlerEndsTheTurnWithItsStage() {
        CompletableFuture<PromptTurn> begun = new CompletableFuture<>();
        CompletableFuture<Void> end = new CompletableFuture<>();
        AcpAgent agent = AcpAgent.builder()
                .info("test-agent", "1")
                .onPromptAsync(turn -> {
                    begun.complete(turn);
                    return end;
                })
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            int prompt = client.prompt(client.newSession(), "x");
            begun.join().say("later");
            client.update();
            client.expectSilence();
            end.complete(null);
            client.result(prompt);
        }
    }

    @Test
    void asynchronousHandlerThatReturnsNullFails() {
        AcpAgent agent = AcpAgent.builder()
                .info("test-agent", "1")
                .onPromptAsync(turn -> null)
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            String session = client.newSession();
            assertThat(client.error(client.prompt(session, "x")).get("code").asInt())
                    .isEqualTo(-32603);
            assertThat(client.error(client.prompt(session, "x")).get("code").asInt())
                    .as("the session is free again")
                    .isEqualTo(-32603);
        }
    }

    @Test
    void exceptionIsAnsweredWithoutDetailsAndTheSessionLivesOn() {
        AcpAgent agent = agent(turn -> {
            if (turn.text().equals("fail")) {
                throw new IllegalStateException("jdbc:secret");
            }
            turn.say("fine");
        });
        try (RawClient client = RawClient.initialized(agent)) {
            String session = client.newSession();
            assertThat(client.error(client.prompt(session, "fail")))
                    .isEqualTo(json("{'code':-32603,'message':'Internal error'}"));
            assertThat(client.updatesBefore(client.prompt(session, "go on"))).hasSize(1);
        }
    }

    @Test
    void errorOfTheHandlerIsAnsweredAsItIs() {
        AcpAgent agent = agent(turn -> {
            throw AcpErrorException.authRequired();
        });
        try (RawClient client = RawClient.initialized(agent)) {
            assertThat(client.error(client.prompt(client.newSession(), "x"))
                            .get("code")
                            .asInt())
                    .isEqualTo(-32000);
        }
    }

    @Test
    void openToolCallsOfAFailedTurnAreReportedAsFailed() {
        AcpAgent agent = agent(turn -> {
            turn.toolCall("Done", ToolKind.READ).complete("ok");
            turn.toolCall("Open", ToolKind.READ).inProgress();
            throw new IllegalStateException("no");
        });
        try (RawClient client = RawClient.initialized(agent)) {
            int prompt = client.prompt(client.newSession(), "x");
            List<JsonNode> updates = client.updatesBefore(prompt);

            assertThat(updates).hasSize(5);
            assertThat(updates.get(4).get("status").asText()).isEqualTo("failed");
            assertThat(updates.get(4).get("toolCallId"))
                    .isEqualTo(updates.get(2).get("toolCallId"));
        }
    }

    @Test
    void turnThatHasEndedSendsNothing() {
        AtomicReference<PromptTurn> kept = new AtomicReference<>();
        AtomicReference<ToolCallHandle> call = new AtomicReference<>();
        AcpAgent agent = agent(turn -> {
            call.set(turn.toolCall("Look", ToolKind.READ));
            kept.set(turn);
        });
        try (RawClient client = RawClient.initialized(agent)) {
            int prompt = client.prompt(client.newSession(), "x");
            client.updatesBefore(prompt);

            PromptTurn turn = kept.get();
            assertThatIllegalStateException().isThrownBy(() -> turn.say("late"));
            assertThatIllegalStateException().isThrownBy(() -> turn.think("late"));
            assertThatIllegalStateException().isThrownBy(() -> turn.plan());
            assertThatIllegalStateException().isThrownBy(() -> turn.usage(1, 2));
            assertThatIllegalStateException().isThrownBy(() -> turn.toolCall("late", ToolKind.READ));
            assertThatIllegalStateException().isThrownBy(() -> turn.stop(StopReason.REFUSAL));
            assertThatIllegalStateException().isThrownBy(turn::endMessage);
            assertThatIllegalStateException().isThrownBy(() -> call.get().complete("late"));
            assertThatIllegalStateException().isThrownBy(() -> turn.requestPermission(call.get()));
            client.expectSilence();
            turn.session().update(UsageUpdate.of(1, 2));
            client.update();
        }
    }

    @Test
    void turnCanBeFilledByManyThreads() {
        int threads = 4;
        int each = 200;
        AcpAgent agent = agent(turn -> {
            CompletableFuture<?>[] work = new CompletableFuture<?>[threads];
            for (int t = 0; t < threads; t++) {
                int thread = t;
                work[t] = CompletableFuture.runAsync(() -> {
                    for (int i = 0; i < each; i++) {
                        turn.say(thread + ":" + i);
                    }
                });
            }
            CompletableFuture.allOf(work).get(60, TimeUnit.SECONDS);
        });
        try (RawClient client = RawClient.initialized(agent)) {
            List<JsonNode> updates = client.updatesBefore(client.prompt(client.newSession(), "x"));

            assertThat(updates).hasSize(threads * each);
            assertThat(updates).extracting(PromptTurnTest::idOf).containsOnly(idOf(updates.get(0)));
            for (int t = 0; t < threads; t++) {
                String prefix = t + ":";
                List<String> ofThread = updates.stream()
                        .map(update -> update.at("/content/text").asText())
                        .filter(text -> text.startsWith(prefix))
                        .toList();
                List<String> expected = new ArrayList<>();
                for (int i = 0; i < each; i++) {
                    expected.add(prefix + i);
                }
                assertThat(ofThread).isEqualTo(expected);
            }
        }
    }

    @Test
    void secondPromptIsRefusedWhileTheFirstRunsAndOtherSessionsGoOn() throws InterruptedException {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        AcpAgent agent = agent(turn -> {
            if (turn.text().equals("block")) {
                running.countDown();
                assertThat(go.await(60, TimeUnit.SECONDS)).isTrue();
            }
            turn.say(turn.text());
        });
        try (RawClient client = RawClient.initialized(agent)) {
            String blocked = client.newSession();
            String free = client.newSession();
            int first = client.prompt(blocked, "block");
            assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();

            JsonNode error = client.error(client.prompt(blocked, "again"));
            assertThat(error.get("code").asInt()).isEqualTo(-32600);
            assertThat(error.get("data"))
                    .isEqualTo(json("{'reason':'turn_in_progress','sessionId':'" + blocked + "'}"));
            assertThat(client.updatesBefore(client.prompt(free, "hello"))).hasSize(1);

            go.countDown();
            assertThat(client.updatesBefore(first)).hasSize(1);
            assertThat(client.updatesBefore(client.prompt(blocked, "again"))).hasSize(1);
        }
    }

    @Test
    void nextPromptIsNeverRefusedOnceTheAnswerHasArrived() {
        try (RawClient client = RawClient.initialized(agent(turn -> {}))) {
            String session = client.newSession();
            for (int i = 0; i < 500; i++) {
                client.result(client.prompt(session, "x"));
            }
        }
    }

    @Test
    void unknownSessionIsNamedInTheError() {
        try (RawClient client = RawClient.initialized(agent(turn -> {}))) {
            JsonNode error = client.error(client.prompt("nowhere", "x"));
            assertThat(error.get("code").asInt()).isEqualTo(-32002);
            assertThat(error.get("data")).isEqualTo(json("{'sessionId':'nowhere','reason':'unknown_session'}"));
        }
    }

    @Test
    void contentThatIsNotAdvertisedIsRefused() {
        List<String> blocks = List.of(
                "{\"type\":\"image\",\"data\":\"\",\"mimeType\":\"image/png\"}",
                "{\"type\":\"audio\",\"data\":\"\",\"mimeType\":\"audio/wav\"}",
                "{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///n\",\"text\":\"t\"}}");
        AcpAgent rich = AcpAgent.builder()
                .info("test-agent", "1")
                .onPrompt(turn -> {})
                .capabilities(all -> all.promptCapabilities(PromptCapabilities.builder()
                        .image(true)
                        .audio(true)
                        .embeddedContext(true)
                        .build()))
                .build();
        try (RawClient plain = RawClient.initialized(agent(turn -> {}));
                RawClient full = RawClient.initialized(rich)) {
            String inPlain = plain.newSession();
            String inFull = full.newSession();
            for (String block : blocks) {
                JsonNode error = plain.error(plain.request(
                        "session/prompt",
                        "{\"sessionId\":\"" + inPlain + "\",\"prompt\":[{\"type\":\"text\",\"text\":\"a\"}," + block
                                + "]}"));
                assertThat(error.get("code").asInt()).isEqualTo(-32602);
                assertThat(error.get("data")).isEqualTo(json("{'reason':'not_advertised','path':'/params/prompt/1'}"));
                full.result(full.request(
                        "session/prompt", "{\"sessionId\":\"" + inFull + "\",\"prompt\":[" + block + "]}"));
            }
        }
    }

    @Test
    void updatesThatTheClientDoesNotTakeAreRefusedHere() {
        Notice notice = Notice.of(NoticeSeverity.INFO, "Heads up");
        try (RawClient without = RawClient.initialized(agent(turn -> {}));
                RawClient with = RawClient.initialized(agent(turn -> {}), "{\"session\":{\"notices\":{}}}")) {
            SessionId session = new SessionId(without.newSession());
            assertThatThrownBy(() -> without.agent().session(session).update(notice))
                    .isInstanceOf(UnsupportedCapabilityException.class)
                    .hasMessageContaining("clientCapabilities.session.notices");
            without.expectSilence();

            with.agent().session(new SessionId(with.newSession())).update(notice);
            assertThat(with.update().get("title").asText()).isEqualTo("Heads up");
        }
    }
}
