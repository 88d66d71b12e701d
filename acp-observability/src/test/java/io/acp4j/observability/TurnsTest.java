package io.acp4j.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentConnection;
import io.acp4j.agent.AgentSession;
import io.acp4j.agent.PromptHandler;
import io.acp4j.agent.PromptTurn.SteeringMessage;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.PromptTurn;
import io.acp4j.observability.internal.Labels;
import io.acp4j.observability.micrometer.AcpMetrics;
import io.acp4j.observability.otel.AcpTracing;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.method.V2Methods;
import io.acp4j.schema.prompt.PromptRequest;
import io.acp4j.schema.prompt.StopReason;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Turns are measured alike in both protocol versions and on both sides, though the response to a prompt ends its turn in one of them
 * and begins it in the other.
 */
class TurnsTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final StopReason REFUSAL = StopReason.REFUSAL;

    /** One end of the connection, with its own meters and spans. */
    private static final class End {
        private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
        private final InMemorySpanExporter spans = InMemorySpanExporter.create();
        private final String direction;

        End(String direction) {
            this.direction = direction;
        }

        ConnectionOptions observed() {
            OpenTelemetrySdk telemetry = OpenTelemetrySdk.builder()
                    .setTracerProvider(SdkTracerProvider.builder()
                            .addSpanProcessor(SimpleSpanProcessor.create(spans))
                            .build())
                    .build();
            return ConnectionOptions.builder()
                    .observer(AcpTracing.of(telemetry))
                    .observer(AcpMetrics.of(registry))
                    .build();
        }

        double running() {
            return registry.get("acp.turns.active")
                    .tags("direction", direction)
                    .gauge()
                    .value();
        }

        /** Returns how many turns have ended in which way. */
        Map<String, Long> ended() {
            Map<String, Long> all = new TreeMap<>();
            for (Timer timer : registry.find("acp.turns").timers()) {
                assertThat(timer.getId().getTag("direction")).isEqualTo(direction);
                all.put(timer.getId().getTag("outcome") + " " + timer.getId().getTag("stop.reason"), timer.count());
            }
            return all;
        }

        double seconds() {
            return registry.find("acp.turns").timers().stream()
                    .mapToDouble(timer -> timer.totalTime(TimeUnit.SECONDS))
                    .sum();
        }

        List<SpanData> prompts() {
            return spans.getFinishedSpanItems().stream()
                    .filter(span -> span.getName().equals("session/prompt"))
                    .toList();
        }
    }

    private final End agentEnd = new End("inbound");
    private final End clientEnd = new End("outbound");
    private final List<End> ends = List.of(agentEnd, clientEnd);
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);
    private final Semaphore goOn = new Semaphore(0);
    private AgentConnection serving;
    private AcpClient client;
    private ClientSession session;

    private void open(int version, PromptHandler handler) {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        serving = AcpAgent.builder()
                .info("observed", "1")
                .protocolVersions(new ProtocolVersion(version))
                .maxWaitingPrompts(1)
                .onPrompt(handler)
                .build()
                .serve(pair.agent(), agentEnd.observed());
        client = AcpClient.builder(pair.client())
                .protocolVersions(new ProtocolVersion(version))
                .options(clientEnd.observed())
                .connect();
        session = client.newSession(Path.of("").toAbsolutePath());
    }

    @AfterEach
    void close() {
        goOn.release(100);
        client.close();
        serving.close();
    }

    /** A handler that waits for leave, or its cancellation. */
    private void wait(io.acp4j.agent.PromptTurn turn) throws Exception {
        begun.countDown();
        boolean goes = false;
        while (!goes && !turn.cancellation().isCancelled()) {
            goes = goOn.tryAcquire(5, TimeUnit.MILLISECONDS);
        }
    }

    private void assertEnded(Map<String, Long> expected) {
        for (End end : ends) {
            await(end.direction)
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(end.ended()).isEqualTo(new TreeMap<>(expected)));
            await(end.direction)
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(end.running()).isZero());
        }
    }

    private void assertSpans(int count, String stopReason, String error) {
        for (End end : ends) {
            await(end.direction)
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(end.prompts())
                            .hasSize(count)
                            .allSatisfy(span -> {
                                assertThat(span.getAttributes().get(AttributeKey.stringKey("acp.stop_reason")))
                                        .isEqualTo(stopReason);
                                assertThat(span.getAttributes().get(AttributeKey.stringKey("error.type")))
                                        .isEqualTo(error);
                                assertThat(span.getStatus().getStatusCode())
                                        .isEqualTo(error == null ? StatusCode.UNSET : StatusCode.ERROR);
                            }));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void turnRunsFromItsPromptToItsEnd(int version) throws Exception {
        open(version, turn -> {
            wait(turn);
            turn.stop(REFUSAL);
        });
        PromptTurn turn = session.startTurn("Go");
        assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
        long seen = System.nanoTime();
        for (End end : ends) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(end.running()).isEqualTo(1));
            assertThat(end.ended()).isEmpty();
            assertThat(end.prompts()).isEmpty();
        }
        if (version == 2) {
            turn.inserted().get(1, TimeUnit.MINUTES);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(agentEnd.registry
                                    .get("acp.requests.active")
                                    .tags("direction", "inbound")
                                    .gauge()
                                    .value())
                            .isZero());
        }
        double lasted = (System.nanoTime() - seen) / 1e9;
        goOn.release();

        assertThat(turn.await().stopReason()).isEqualTo(REFUSAL);
        assertEnded(Map.of("result refusal", 1L));
        assertSpans(1, "refusal", null);
        // What was seen of it, less the moment in which the response was on its way.
        assertThat(agentEnd.seconds()).isGreaterThan(version == 1 ? lasted : 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void cancelledTurnEndsWithThatReason(int version) throws Exception {
        open(version, this::wait);
        PromptTurn turn = session.startTurn("Go");
        assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
        session.cancel();

        assertThat(turn.await().stopReason()).isEqualTo(StopReason.CANCELLED);
        assertEnded(Map.of("result cancelled", 1L));
        assertSpans(1, "cancelled", null);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void failedTurnEndsWithTheError(int version) {
        AtomicInteger prompts = new AtomicInteger();
        open(version, turn -> {
            turn.say("hm");
            if (prompts.getAndIncrement() == 0) {
                throw new AcpErrorException(ErrorObject.of(ErrorCode.RESOURCE_NOT_FOUND, "no model"));
            }
            throw new IllegalStateException("a bug");
        });
        assertThatThrownBy(() -> session.prompt("Go")).isInstanceOf(AcpErrorException.class);
        assertEnded(Map.of("error none", 1L));
        assertSpans(1, null, "-32002");
        ends.forEach(end -> end.spans.reset());

        assertThatThrownBy(() -> session.prompt("Go")).isInstanceOf(AcpErrorException.class);
        assertEnded(Map.of("error none", 2L));
        assertSpans(1, null, "-32603");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void turnOfALostConnectionEndsWithIt(int version) throws Exception {
        open(version, turn -> {
            begun.countDown();
            goOn.acquire(); // whatever becomes of the connection
        });
        PromptTurn turn = session.startTurn("Go");
        assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
        if (version == 2) {
            turn.inserted().get(1, TimeUnit.MINUTES);
        }
        client.close();

        assertThatThrownBy(turn::await).isInstanceOf(ConnectionClosedException.class);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(clientEnd.ended()).isEqualTo(Map.of("closed none", 1L)));
        // An agent that has lost its client cancels the turn, and may still have sent that.
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(agentEnd.ended()).isIn(Map.of("closed none", 1L), Map.of("result cancelled", 1L)));
        for (End end : ends) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(end.running()).isZero());
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(end.prompts()).hasSize(1));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void everyTryIsATurn(int version) {
        AtomicInteger prompts = new AtomicInteger();
        open(version, turn -> {
            if (prompts.incrementAndGet() < 3) {
                throw new AcpErrorException(ErrorObject.of(ErrorCode.INTERNAL_ERROR, "overloaded"));
            }
        });
        for (int tried = 0; tried < 2; tried++) {
            assertThatThrownBy(() -> session.prompt("Go")).isInstanceOf(AcpErrorException.class);
        }
        session.prompt("Go");

        assertEnded(Map.of("error none", 2L, "result end_turn", 1L));
    }

    @Test
    void promptThatWaitsIsNotRunning() throws Exception {
        open(2, this::wait);
        PromptTurn first = session.startTurn("one");
        assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
        first.inserted().get(1, TimeUnit.MINUTES);
        PromptTurn second = session.startTurn("two");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(agentEnd.registry
                                .get("acp.requests.active")
                                .tags("direction", "inbound")
                                .gauge()
                                .value())
                        .isEqualTo(1));
        for (End end : ends) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(end.running()).isEqualTo(1));
        }
        goOn.release();
        first.await();
        second.inserted().get(1, TimeUnit.MINUTES);
        for (End end : ends) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(end.running()).isEqualTo(1));
        }
        goOn.release();
        second.await();

        assertEnded(Map.of("result end_turn", 2L));
        assertSpans(2, "end_turn", null);
    }

    @Test
    void promptThatIsRefusedOrWithdrawnIsNoTurnOfItsOwn() throws Exception {
        open(2, this::wait);
        PromptTurn first = session.startTurn("one");
        assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
        first.inserted().get(1, TimeUnit.MINUTES);
        PromptTurn held = session.startTurn("two");
        PromptTurn refused = session.startTurn("three");
        assertThatThrownBy(refused::await).isInstanceOf(AcpErrorException.class);
        session.cancel();

        assertThat(held.await().stopReason()).isEqualTo(StopReason.CANCELLED);
        assertThat(first.await().stopReason()).isEqualTo(StopReason.CANCELLED);
        // As in version 1, a prompt with an error for a response counts as a turn that ended with it.
        assertEnded(Map.of("error none", 2L, "result cancelled", 1L));
    }

    @Test
    void promptThatJoinsARunningTurnEndsWithIt() throws Exception {
        open(2, turn -> {
            begun.countDown();
            SteeringMessage more = turn.takeWaitingPrompt();
            while (more == null) {
                assertThat(never.await(5, TimeUnit.MILLISECONDS)).isFalse();
                more = turn.takeWaitingPrompt();
            }
            wait(turn);
            turn.stop(REFUSAL);
        });
        PromptTurn first = session.startTurn("one");
        assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
        PromptTurn second = session.startTurn("two");
        first.inserted().get(1, TimeUnit.MINUTES);
        second.inserted().get(1, TimeUnit.MINUTES);
        for (End end : ends) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(end.running()).isEqualTo(2));
        }
        goOn.release();

        first.await();
        second.await();
        assertEnded(Map.of("result refusal", 2L));
        assertSpans(2, "refusal", null);
    }

    @Test
    void workThatNoPromptBeganIsNoTurn() throws Exception {
        open(2, turn -> {});
        AgentSession agents = serving.session(session.id());
        assertThat(agents).isNotNull();
        agents.startTurn(work -> work.say("tick")).toCompletableFuture().get(1, TimeUnit.MINUTES);
        session.prompt("Go");

        assertEnded(Map.of("result end_turn", 1L));
        assertSpans(1, "end_turn", null);
    }

    @Test
    void promptThatSomebodySendsWithoutASessionLeavesNothingBehind() throws Exception {
        open(2, turn -> {});
        client.request(V2Methods.SESSION_PROMPT, new PromptRequest(session.id(), List.of(TextContent.of("Go")), null));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(agentEnd.ended()).isEqualTo(Map.of("result end_turn", 1L)));
        for (End end : ends) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(end.running()).isZero());
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(end.prompts()).hasSize(1));
        }
        assertThat(clientEnd.ended()).isEmpty();
    }

    @Test
    void methodsAndErrorsOfTheDraftHaveTheirNames() {
        open(2, turn -> {});
        for (String name : List.of("tool_call/cancel", "terminal/cancel", "auth/login")) {
            assertThat(new Labels(List.of()).method(name)).isEqualTo(name);
        }
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        End other = new End("inbound");
        try (AgentConnection late = AcpAgent.builder()
                .info("observed", "1")
                .protocolVersions(ProtocolVersion.V2)
                .onPrompt(turn -> {})
                .build()
                .serve(pair.agent(), other.observed())) {
            assertThatThrownBy(() -> AcpClient.builder(pair.client())
                            .protocolVersions(ProtocolVersion.V1)
                            .connect())
                    .hasMessageContaining("version");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(other.registry
                                    .find("acp.errors")
                                    .tags("method", "initialize", "error", "-32022")
                                    .counters())
                            .hasSize(1));
            assertThat(late).isNotNull();
        }
    }
}
