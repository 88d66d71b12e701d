package io.acp4j.client;

import static io.acp4j.client.testing.RawAgent.get;
import static io.acp4j.client.testing.RawAgent.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.MalformedMessageException;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.RequestTimeoutException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.Meta;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.EmbeddedResource;
import io.acp4j.schema.content.ImageContent;
import io.acp4j.schema.content.TextResourceContents;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.SessionUpdate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PromptTest {

    private static final String END = "{'stopReason':'end_turn'}";

    private final RawAgent agent = new RawAgent();
    private AcpClient client;

    private ClientSession session(String id, String capabilities, Consumer<AcpClientBuilder> settings) {
        client = agent.connect(capabilities, settings);
        return another(id);
    }

    private ClientSession session(Consumer<AcpClientBuilder> settings) {
        return session("s1", "{}", settings);
    }

    private ClientSession another(String id) {
        return SessionOpeningTest.open(client, agent, id);
    }

    @AfterEach
    void close() {
        client.close();
    }

    private static String text(SessionUpdate update) {
        return update instanceof AgentMessageChunk chunk
                        && chunk.content() instanceof io.acp4j.schema.content.TextContent text
                ? text.text()
                : update.getClass().getSimpleName();
    }

    @Test
    void everyUpdateHasBeenHandledInOrderWhenThePromptReturns() throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        ClientSession session = session(builder -> builder.onUpdate((same, update) -> {
            TimeUnit.MICROSECONDS.sleep(200);
            seen.add(same.id() + ":" + text(update));
        }));
        CompletableFuture<List<String>> turn = CompletableFuture.supplyAsync(() -> {
            assertThat(session.prompt("Hi").stopReason()).isEqualTo(StopReason.END_TURN);
            return List.copyOf(seen);
        });
        JsonNode prompt = agent.expect("session/prompt");
        for (int i = 0; i < 100; i++) {
            agent.say("s1", "chunk " + i);
        }
        agent.result(prompt, END);

        assertThat(get(turn))
                .hasSize(100)
                .startsWith("s1:chunk 0", "s1:chunk 1")
                .endsWith("s1:chunk 99");
        assertThat(prompt.get("params")).isEqualTo(json("{'sessionId':'s1','prompt':[{'type':'text','text':'Hi'}]}"));
    }

    @Test
    void twoHundredThousandUpdatesAreHandledBeforeThePromptReturns() {
        AtomicInteger seen = new AtomicInteger();
        AtomicInteger outOfOrder = new AtomicInteger();
        ClientSession session = session(builder -> builder.onUpdate((same, update) -> {
            int number = seen.getAndIncrement();
            if (!text(update).equals(Integer.toString(number))) {
                outOfOrder.incrementAndGet();
            }
        }));
        CompletableFuture<Integer> handled = session.promptAsync("go").thenApply(end -> seen.get());
        JsonNode prompt = agent.expect("session/prompt");
        for (int i = 0; i < 200_000; i++) {
            agent.say("s1", Integer.toString(i));
        }
        agent.result(prompt, END);

        assertThat(handled).succeedsWithin(60, TimeUnit.SECONDS).isEqualTo(200_000);
        assertThat(outOfOrder).hasValue(0);
    }

    @Test
    void contentAndMetadataGoToTheAgentAsGiven() {
        ClientSession session = session("s1", "{'promptCapabilities':{'image':true}}", builder -> {});
        CompletableFuture<PromptResponse> end = session.promptAsync(
                List.of(ContentBlock.text("look"), ImageContent.of(new byte[] {65, 66, 67}, "image/png")),
                Meta.of("k", 1));
        JsonNode prompt = agent.expect("session/prompt");
        agent.result(prompt, "{'stopReason':'refusal','_meta':{'m':2}}");

        assertThat(prompt.get("params"))
                .isEqualTo(json("{'sessionId':'s1','prompt':[{'type':'text','text':'look'},"
                        + "{'type':'image','data':'QUJD','mimeType':'image/png'}],'_meta':{'k':1}}"));
        assertThat(get(end).stopReason()).isEqualTo(StopReason.REFUSAL);
    }

    @Test
    void contentThatTheAgentDoesNotTakeIsRefusedBeforeAnythingIsSent() {
        ClientSession session = session(builder -> {});
        ContentBlock resource = EmbeddedResource.of(TextResourceContents.of("file:///a", "x"));

        assertThatThrownBy(() -> session.prompt(ImageContent.of(new byte[] {65, 66, 67}, "image/png")))
                .isInstanceOfSatisfying(
                        UnsupportedCapabilityException.class,
                        refused -> assertThat(refused.capability())
                                .isEqualTo("agentCapabilities.promptCapabilities.image"));
        assertThatThrownBy(() -> session.promptAsync(ContentBlock.text("see"), resource))
                .isInstanceOf(UnsupportedCapabilityException.class);
        assertThat(session.isTurnInProgress()).isFalse();
        agent.expectNothingBefore(session::cancel, "session/cancel");
    }

    @Test
    void secondPromptInARunningTurnIsRefusedBeforeAnythingIsSent() {
        ClientSession session = session(builder -> {});
        CompletableFuture<PromptResponse> first = session.promptAsync("one");
        JsonNode prompt = agent.expect("session/prompt");

        assertThat(session.isTurnInProgress()).isTrue();
        assertThatThrownBy(() -> session.promptAsync("two"))
                .isInstanceOfSatisfying(
                        TurnInProgressException.class,
                        refused -> assertThat(refused.sessionId()).isEqualTo(session.id()));
        assertThatThrownBy(() -> session.prompt("two")).isInstanceOf(TurnInProgressException.class);
        agent.result(prompt, END);
        get(first);

        CompletableFuture<PromptResponse> third = session.promptAsync("three");
        JsonNode next = agent.expect("session/prompt");
        assertThat(next.at("/params/prompt/0/text").asText()).isEqualTo("three");
        agent.result(next, END);
        get(third);
    }

    @Test
    void sessionsTakeTheirTurnsSideBySide() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        ClientSession slow = session(builder -> builder.onUpdate((session, update) -> {
            if (session.id().value().equals("s1")) {
                assertThat(held.await(60, TimeUnit.SECONDS)).isTrue();
            }
        }));
        ClientSession quick = another("s2");
        CompletableFuture<PromptResponse> slowEnd = slow.promptAsync("one");
        JsonNode slowPrompt = agent.expect("session/prompt");
        agent.say("s1", "blocks its session");
        agent.result(slowPrompt, END);
        CompletableFuture<PromptResponse> quickEnd = quick.promptAsync("two");
        JsonNode quickPrompt = agent.expect("session/prompt");
        agent.say("s2", "passes");
        agent.result(quickPrompt, END);

        get(quickEnd);
        assertThat(slowEnd).isNotDone();
        held.countDown();
        get(slowEnd);
    }

    @Test
    void cancelIsSentAndThePromptEndsWithTheAgentsAnswer() {
        ClientSession session = session(builder -> {});
        CompletableFuture<PromptResponse> end = session.promptAsync("one");
        JsonNode prompt = agent.expect("session/prompt");
        session.cancel();

        JsonNode cancel = agent.expect("session/cancel");
        assertThat(cancel.get("params")).isEqualTo(json("{'sessionId':'s1'}"));
        assertThat(cancel.has("id")).isFalse();
        assertThat(end).isNotDone();
        agent.say("s1", "last words");
        agent.result(prompt, "{'stopReason':'cancelled'}");
        assertThat(get(end).stopReason()).isEqualTo(StopReason.CANCELLED);
    }

    @Test
    void cancellingTheFutureSendsSessionCancelAndTheTurnLastsUntilTheAgentAnswers() {
        ClientSession session = session(builder -> {});
        CompletableFuture<PromptResponse> end = session.promptAsync("one");
        JsonNode prompt = agent.expect("session/prompt");
        assertThat(end.cancel(true)).isTrue();

        agent.expect("session/cancel");
        assertThatThrownBy(() -> session.prompt("two")).isInstanceOf(TurnInProgressException.class);
        agent.result(prompt, "{'stopReason':'cancelled'}");
        CompletableFuture<PromptResponse> next = repeatWhileBusy(session);
        agent.result(agent.expect("session/prompt"), END);
        get(next);
    }

    private static CompletableFuture<PromptResponse> repeatWhileBusy(ClientSession session) {
        org.awaitility.Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> !session.isTurnInProgress());
        return session.promptAsync("three");
    }

    @Test
    void interruptingABlockingPromptSendsSessionCancel() throws Exception {
        ClientSession session = session(builder -> {});
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicReference<Boolean> flag = new AtomicReference<>();
        Thread caller = new Thread(() -> {
            try {
                session.prompt("one");
            } catch (RuntimeException e) {
                thrown.set(e);
                flag.set(Thread.currentThread().isInterrupted());
            }
        });
        caller.start();
        JsonNode prompt = agent.expect("session/prompt");
        caller.interrupt();

        agent.expect("session/cancel");
        caller.join(60_000);
        assertThat(thrown.get()).isInstanceOf(RequestCancelledException.class);
        assertThat(flag.get()).isTrue();
        assertThat(session.isTurnInProgress()).isTrue();
        agent.result(prompt, "{'stopReason':'cancelled'}");
    }

    @Test
    void timeoutThatWasSetForPromptsCancelsTheTurn() {
        ConnectionOptions options = ConnectionOptions.builder()
                .requestTimeout("session/prompt", Duration.ofMillis(50))
                .build();
        ClientSession session = session(builder -> builder.options(options));

        assertThatThrownBy(() -> session.prompt("one")).isInstanceOf(RequestTimeoutException.class);
        agent.expect("session/prompt");
        List<String> sent = List.of(
                agent.next().path("method").asText(),
                agent.next().path("method").asText());
        assertThat(sent).containsExactlyInAnyOrder("session/cancel", "$/cancel_request");
        assertThat(session.isTurnInProgress()).isFalse();
    }

    @Test
    void agentThatGoesAwayInMidPromptEndsIt() {
        ClientSession session = session(builder -> {});
        CompletableFuture<PromptResponse> asynchronous = session.promptAsync("one");
        agent.expect("session/prompt");
        ClientSession second = another("s2");
        CompletableFuture<PromptResponse> blocking = CompletableFuture.supplyAsync(() -> second.prompt("two"));
        agent.expect("session/prompt");
        agent.close();

        assertThatThrownBy(() -> get(asynchronous)).isInstanceOf(ConnectionClosedException.class);
        assertThatThrownBy(() -> get(blocking)).isInstanceOf(ConnectionClosedException.class);
        assertThat(session.isTurnInProgress()).isFalse();
        assertThatThrownBy(() -> session.prompt("three")).isInstanceOf(ConnectionClosedException.class);
        assertThat(asynchronous.cancel(true)).isFalse();
    }

    @Test
    void malformedAnswerFailsThePromptAndTheSessionLivesOn() {
        ClientSession session = session(builder -> {});
        CompletableFuture<PromptResponse> end = session.promptAsync("one");
        agent.result(agent.expect("session/prompt"), "{'stopReason':7}");
        assertThatThrownBy(() -> get(end))
                .isInstanceOf(MalformedMessageException.class)
                .hasMessageContaining("/result/stopReason");

        CompletableFuture<PromptResponse> next = session.promptAsync("two");
        agent.result(agent.expect("session/prompt"), "{'stopReason':'some_new_reason'}");
        assertThat(get(next).stopReason()).isEqualTo(new StopReason("some_new_reason"));
    }

    @Test
    void errorAnswerEndsTheTurn() {
        ClientSession session = session(builder -> {});
        CompletableFuture<PromptResponse> end = CompletableFuture.supplyAsync(() -> session.prompt("one"));
        agent.error(agent.expect("session/prompt"), -32002, "unknown session");

        assertThatThrownBy(() -> get(end))
                .isInstanceOfSatisfying(
                        AcpErrorException.class,
                        error -> assertThat(error.code().value()).isEqualTo(-32002));
        assertThat(session.isTurnInProgress()).isFalse();
    }

    @Test
    void updateListenerMayCallTheAgentAndWaitInMidTurn() {
        List<String> seen = new CopyOnWriteArrayList<>();
        ClientSession session = session(builder -> builder.onUpdate((same, update) -> {
            seen.add(text(update));
            if (seen.size() == 1) {
                same.setMode(new io.acp4j.schema.SessionModeId("ask"));
            }
        }));
        CompletableFuture<PromptResponse> end = session.promptAsync("one");
        JsonNode prompt = agent.expect("session/prompt");
        agent.say("s1", "a");
        agent.say("s1", "b");
        agent.result(agent.expect("session/set_mode"), "{}");
        agent.result(prompt, END);

        get(end);
        assertThat(seen).containsExactly("a", "b");
    }

    @Test
    void nextPromptMayBeSentFromTheFutureOfTheLast() {
        List<String> seen = new CopyOnWriteArrayList<>();
        ClientSession session = session(builder -> builder.onUpdate((same, update) -> seen.add(text(update))));
        CompletableFuture<List<String>> both = session.promptAsync("one").thenApply(end -> {
            session.prompt("two");
            return List.copyOf(seen);
        });
        JsonNode first = agent.expect("session/prompt");
        agent.say("s1", "a");
        agent.result(first, END);
        JsonNode second = agent.expect("session/prompt");
        agent.say("s1", "b");
        agent.result(second, END);

        assertThat(get(both)).containsExactly("a", "b");
    }

    @Test
    void throwingListenersLoseNothingElse() {
        List<String> seen = new CopyOnWriteArrayList<>();
        ClientSession session = session(builder -> builder.onUpdate((same, update) -> {
            throw new IllegalStateException("broken");
        }));
        session.onUpdate((same, update) -> {
            throw new java.io.IOException("broken, too");
        });
        session.onUpdate((same, update) -> seen.add(text(update)));
        CompletableFuture<PromptResponse> end = session.promptAsync("one");
        JsonNode prompt = agent.expect("session/prompt");
        agent.say("s1", "a");
        agent.say("s1", "b");
        agent.result(prompt, END);

        get(end);
        assertThat(seen).containsExactly("a", "b");
    }
}
