package io.acp4j.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentConnection;
import io.acp4j.client.AcpClient;
import io.acp4j.observability.micrometer.AcpMetrics;
import io.acp4j.observability.otel.AcpTracing;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.tool.ToolKind;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds in both protocol versions, though a prompt's response begins a turn in one of them and ends it in the other. */
class BothVersionsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final OpenTelemetrySdk telemetry = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build())
            .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
            .build();
    private final MeterRegistry agentSide = new SimpleMeterRegistry();
    private final MeterRegistry clientSide = new SimpleMeterRegistry();

    private ConnectionOptions observed(MeterRegistry registry) {
        return ConnectionOptions.builder()
                .observer(AcpTracing.of(telemetry))
                .observer(AcpMetrics.of(registry))
                .build();
    }

    private void promptOnce(int version) {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        AcpAgent agent = AcpAgent.builder()
                .info("observed", "1")
                .protocolVersions(new ProtocolVersion(version))
                .onPrompt(turn -> turn.requestPermission(
                        turn.toolCall("List", ToolKind.EXECUTE), PermissionOption.allowOnce("yes", "Yes")))
                .build();
        try (AgentConnection serving = agent.serve(pair.agent(), observed(agentSide));
                AcpClient client = AcpClient.builder(pair.client())
                        .protocolVersions(new ProtocolVersion(version))
                        .options(observed(clientSide))
                        .onPermission((request, context) -> RequestPermissionResponse.selected(
                                request.options().get(0).optionId()))
                        .connect()) {
            assertThat(client.newSession(Path.of("").toAbsolutePath())
                            .prompt("list it")
                            .stopReason())
                    .isEqualTo(StopReason.END_TURN);
            assertThat(serving).isNotNull();
        }
    }

    private SpanData span(String name, SpanKind kind) {
        return await().atMost(PATIENCE)
                .until(
                        () -> spans.getFinishedSpanItems().stream()
                                .filter(span -> span.getName().equals(name) && span.getKind() == kind)
                                .findFirst(),
                        found -> found.isPresent())
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whatTheHandlerAsksOfTheUserBelongsToThePromptThatItHandles(int version) {
        promptOnce(version);

        SpanData asked = span("session/prompt", SpanKind.CLIENT);
        SpanData served = span("session/prompt", SpanKind.SERVER);
        SpanData asking = span("session/request_permission", SpanKind.CLIENT);
        SpanData answering = span("session/request_permission", SpanKind.SERVER);
        assertThat(served.getParentSpanId()).isEqualTo(asked.getSpanId());
        assertThat(asking.getParentSpanId()).isEqualTo(served.getSpanId());
        assertThat(answering.getParentSpanId()).isEqualTo(asking.getSpanId());
    }
}
