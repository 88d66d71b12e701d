package io.acp4j.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.PromptHandler;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.UpdateListener;
import io.acp4j.observability.micrometer.AcpMetrics;
import io.acp4j.observability.otel.AcpTracing;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.update.SessionUpdate;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** What becomes of an application with and without each library that the starter can use. */
@Timeout(180)
class OptionalLibrariesTest {

    private static final Duration GENEROUS = Duration.ofSeconds(60);

    private final InMemoryTransport.Pair pair = InMemoryTransport.pair();
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    AcpAgentAutoConfiguration.class,
                    AcpClientAutoConfiguration.class,
                    AcpHealthAutoConfiguration.class,
                    AcpHttpAutoConfiguration.class,
                    AcpObservabilityAutoConfiguration.class,
                    AcpWebSocketAutoConfiguration.class))
            .withBean(PromptHandler.class, () -> turn -> turn.say("You said: " + turn.text()))
            .withBean(Transport.class, pair::agent);

    private void prompt() {
        try (AcpClient client = AcpClient.builder(pair.client()).connect()) {
            client.newSession(Path.of(".")).prompt("Hello");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.micrometer",
                "io.opentelemetry",
                "org.springframework.boot.health",
                "io.acp4j.transport.http",
                "io.acp4j.transport.ws",
                "jakarta.websocket",
                "jakarta.servlet"
            })
    void applicationWorksWithoutEach(String library) {
        runner.withClassLoader(new FilteredClassLoader(library)).run(context -> {
            assertThat(context).hasNotFailed().hasSingleBean(AcpAgent.class);
            prompt();
        });
    }

    @Test
    void applicationWorksWithoutAll() {
        runner.withClassLoader(new FilteredClassLoader(
                        "io.micrometer",
                        "io.opentelemetry",
                        "org.springframework.boot.health",
                        "io.acp4j.transport.http",
                        "io.acp4j.transport.ws",
                        "jakarta.websocket",
                        "jakarta.servlet"))
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(AcpAgent.class);
                    prompt();
                });
    }

    @Test
    void nothingIsWatchedWhereNothingWatches() {
        runner.run(context -> assertThat(context)
                .doesNotHaveBean(AcpMetrics.class)
                .doesNotHaveBean(AcpTracing.class)
                .hasSingleBean(HealthIndicator.class));
    }

    @Test
    void connectionsAreMeasuredAndTracedWhereThereIsARegistryAndAnOpenTelemetry() {
        InMemorySpanExporter spans = InMemorySpanExporter.create();
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        OpenTelemetrySdk openTelemetry = OpenTelemetrySdk.builder()
                .setTracerProvider(SdkTracerProvider.builder()
                        .addSpanProcessor(SimpleSpanProcessor.create(spans))
                        .build())
                .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
                .build();
        runner.withBean(MeterRegistry.class, () -> registry)
                .withBean(OpenTelemetry.class, () -> openTelemetry)
                .run(context -> {
                    prompt();
                    assertThat(context).hasSingleBean(AcpMetrics.class).hasSingleBean(AcpTracing.class);
                    await().atMost(GENEROUS).untilAsserted(() -> {
                        assertThat(registry.get("acp.turns").timer().count()).isEqualTo(1);
                        assertThat(spans.getFinishedSpanItems())
                                .extracting(SpanData::getName)
                                .contains("session/prompt");
                    });
                });
    }

    @Test
    void meteringAndTracingCanBeSwitchedOff() {
        runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withBean(OpenTelemetry.class, OpenTelemetry::noop)
                .withPropertyValues(
                        "acp.metrics.enabled=false", "acp.tracing.enabled=false", "management.health.acp.enabled=false")
                .run(context -> assertThat(context)
                        .doesNotHaveBean(AcpMetrics.class)
                        .doesNotHaveBean(AcpTracing.class)
                        .doesNotHaveBean(HealthIndicator.class));
    }

    @Test
    void customizersAddAndDoNotReplaceEachOther() {
        List<String> order = new CopyOnWriteArrayList<>();
        List<String> frames = new CopyOnWriteArrayList<>();
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        runner.withBean(MeterRegistry.class, () -> registry)
                .withBean("one", AcpConnectionCustomizer.class, () -> options -> {
                    order.add("one");
                    options.requestTimeout(Duration.ofSeconds(90));
                    options.listener((direction, buffer, offset, length) -> frames.add("one"));
                })
                .withBean("two", AcpConnectionCustomizer.class, () -> options -> {
                    order.add("two");
                    options.listener((direction, buffer, offset, length) -> frames.add("two"));
                })
                .withBean("three", AcpAgentCustomizer.class, () -> agent -> order.add("three"))
                .withBean("four", AcpAgentCustomizer.class, () -> agent -> order.add("four"))
                .run(context -> {
                    prompt();
                    await().atMost(GENEROUS)
                            .untilAsserted(() -> assertThat(
                                            registry.get("acp.turns").timer().count())
                                    .isEqualTo(1));
                });
        assertThat(order).containsExactlyInAnyOrder("one", "two", "three", "four");
        assertThat(frames).contains("one", "two");
    }

    @Test
    void everyListenerTakesUpdatesThoughOneFails() throws Exception {
        List<String> heard = new CopyOnWriteArrayList<>();
        UpdateListener failing = (session, update) -> {
            heard.add("failing");
            throw new IllegalStateException("expected by the test");
        };
        UpdateListener fine = (session, update) -> heard.add("fine");
        UpdateListeners both = new UpdateListeners(List.of(failing, fine, failing));
        assertThat(catchThrowable(() -> both.onUpdate((ClientSession) null, (SessionUpdate) null)))
                .isInstanceOf(IllegalStateException.class)
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
        assertThat(heard).containsExactly("failing", "fine", "failing");
    }

    @Test
    void agentIsHealthyWhileItsClientIsThere() {
        runner.run(context -> {
            HealthIndicator health = context.getBean("acpAgentHealthIndicator", HealthIndicator.class);
            AcpClient client = AcpClient.builder(pair.client()).connect();
            assertThat(health.health().getStatus()).isEqualTo(Status.UP);
            client.close();
            context.getBean(AcpAgentServing.class).awaitClosed();
            assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
            assertThat(health.health().getDetails()).containsEntry("reason", "the client has gone");
        });
    }

    @Test
    void healthOfAClientDoesNotLaunchItsAgent() {
        AcpAgent agent =
                AcpAgent.builder().info("echo", "1").onPrompt(turn -> {}).build();
        InMemoryTransport.Pair own = InMemoryTransport.pair();
        agent.serve(own.agent());
        runner.withBean(
                        "own",
                        AcpClient.class,
                        () -> AcpClient.builder(own.client()).connect(),
                        definition -> definition.setLazyInit(true))
                .run(context -> {
                    HealthIndicator health = context.getBean("acpClientHealthIndicator", HealthIndicator.class);
                    assertThat(health.health().getStatus()).isEqualTo(Status.UNKNOWN);
                    AcpClient client = context.getBean(AcpClient.class);
                    assertThat(health.health().getStatus()).isEqualTo(Status.UP);
                    client.close();
                    client.closed().toCompletableFuture().get(60, TimeUnit.SECONDS);
                    assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
                    assertThat(health.health().getDetails()).containsKey("reason");
                });
    }
}
