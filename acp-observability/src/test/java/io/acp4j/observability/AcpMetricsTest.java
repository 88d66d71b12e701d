package io.acp4j.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentConnection;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.observability.micrometer.AcpMetrics;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.json.RawJson;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AcpMetricsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final MeterRegistry agentSide = new SimpleMeterRegistry();
    private final MeterRegistry clientSide = new SimpleMeterRegistry();
    private final InMemoryTransport.Pair pair = InMemoryTransport.pair();
    private final CountDownLatch inTurn = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    private AgentConnection serve() {
        return serve(agentSide);
    }

    private AgentConnection serve(MeterRegistry registry) {
        AcpAgent agent = AcpAgent.builder()
                .info("metered", "1")
                .onPrompt(turn -> {
                    inTurn.countDown();
                    if (!goOn.await(60, TimeUnit.SECONDS)) {
                        throw new AssertionError("waited in vain");
                    }
                    turn.say("secret");
                })
                .build();
        // snippet:metrics
        ConnectionOptions options =
                ConnectionOptions.builder().observer(AcpMetrics.of(registry)).build();
        // end
        return agent.serve(pair.agent(), options);
    }

    private AcpClient connect() {
        AcpMetrics metrics = AcpMetrics.builder(clientSide)
                .tags(Tags.of("peer", "metered"))
                .methods("_known")
                .build();
        return AcpClient.builder(pair.client())
                .options(ConnectionOptions.builder().observer(metrics).build())
                .connect();
    }

    private static double count(MeterRegistry registry, String name, String... tags) {
        var counter = registry.find(name).tags(tags).counter();
        return counter == null ? 0 : counter.count();
    }

    private static double gauge(MeterRegistry registry, String name, String... tags) {
        return registry.get(name).tags(tags).gauge().value();
    }

    private static long timed(MeterRegistry registry, String name, String... tags) {
        var timer = registry.find(name).tags(tags).timer();
        return timer == null ? 0 : timer.count();
    }

    @Test
    void aTurnIsCountedAndTimedOnBothSides() throws Exception {
        try (AgentConnection agent = serve();
                AcpClient client = connect()) {
            ClientSession session = client.newSession(Path.of("").toAbsolutePath());
            CompletableFuture<?> turn = session.promptAsync("Tell me a secret");
            assertThat(inTurn.await(60, TimeUnit.SECONDS)).isTrue();

            assertThat(gauge(clientSide, "acp.turns.active", "direction", "outbound"))
                    .isEqualTo(1);
            assertThat(gauge(agentSide, "acp.turns.active", "direction", "inbound"))
                    .isEqualTo(1);
            assertThat(gauge(clientSide, "acp.requests.active", "direction", "outbound"))
                    .isEqualTo(1);
            // The answer to session/new may still be about to be counted out.
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(gauge(agentSide, "acp.requests.active", "direction", "inbound"))
                            .isEqualTo(1));
            assertThat(gauge(agentSide, "acp.connections")).isEqualTo(1);

            goOn.countDown();
            turn.get(60, TimeUnit.SECONDS);

            assertThat(timed(clientSide, "acp.turns", "direction", "outbound", "stop.reason", "end_turn"))
                    .isEqualTo(1);
            String[] turnTags = {"direction", "inbound", "outcome", "result", "stop.reason", "end_turn"};
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(timed(agentSide, "acp.turns", turnTags)).isEqualTo(1));
            assertThat(timed(
                            agentSide,
                            "acp.requests",
                            "direction",
                            "inbound",
                            "method",
                            "session/prompt",
                            "outcome",
                            "result"))
                    .isEqualTo(1);
            assertThat(gauge(agentSide, "acp.turns.active", "direction", "inbound"))
                    .isZero();
            // initialize, session/new, session/prompt; their answers and an update
            assertThat(count(clientSide, "acp.frames", "direction", "outbound", "peer", "metered"))
                    .isEqualTo(3);
            assertThat(count(clientSide, "acp.frames", "direction", "inbound")).isEqualTo(4);
            assertThat(count(clientSide, "acp.frames.bytes", "direction", "inbound"))
                    .isEqualTo(count(agentSide, "acp.frames.bytes", "direction", "outbound"))
                    .isGreaterThan(100);
            assertThat(gauge(agentSide, "acp.queue.bytes", "direction", "outbound"))
                    .isZero();
            assertThat(agent).isNotNull();
        }
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(gauge(agentSide, "acp.connections")).isZero());
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(count(clientSide, "acp.connections.closed", "reason", "local"))
                        .isEqualTo(1));
        assertThat(clientSide.getMeters())
                .map(meter -> meter.getId().toString())
                .noneMatch(text -> text.contains("secret"));
    }

    @Test
    void errorsAreCountedByCodeAndPeersCannotMakeUpNames() {
        RequestMethod<RawJson, RawJson> known = RequestMethod.extension("_known", RawJson.CODEC, RawJson.CODEC);
        RequestMethod<RawJson, RawJson> unknown = RequestMethod.extension("_unknown", RawJson.CODEC, RawJson.CODEC);
        try (AgentConnection agent = serve();
                AcpClient client = connect()) {
            for (RequestMethod<RawJson, RawJson> each : List.of(known, unknown)) {
                assertThatThrownBy(() -> client.request(each, RawJson.EMPTY_OBJECT))
                        .isInstanceOf(AcpErrorException.class);
            }

            assertThat(count(clientSide, "acp.errors", "method", "_known", "error", "-32601"))
                    .isEqualTo(1);
            assertThat(count(clientSide, "acp.errors", "method", "_OTHER", "error", "-32601"))
                    .isEqualTo(1);
            String[] tags = {"direction", "inbound", "method", "_OTHER", "outcome", "error"};
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(timed(agentSide, "acp.requests", tags)).isEqualTo(2));
            assertThat(agent).isNotNull();
        }
    }

    @Test
    void inputThatIsNoMessageIsCounted() throws Exception {
        try (AgentConnection agent = serve()) {
            pair.client().start(new IgnoringListener());
            pair.client().send(new TextFrame("[1,2"));

            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(count(agentSide, "acp.errors", "direction", "inbound", "error", "refused"))
                                    .isEqualTo(1));
            assertThat(agent).isNotNull();
        } finally {
            pair.client().close();
        }
    }
}
