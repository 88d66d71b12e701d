package io.acp4j.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentConnection;
import io.acp4j.client.AcpClient;
import io.acp4j.observability.otel.AcpTracing;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.fs.ReadTextFileResponse;
import io.acp4j.schema.json.RawJson;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AcpTracingTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final RequestMethod<RawJson, RawJson> ODD =
            RequestMethod.extension("_odd", RawJson.CODEC, RawJson.CODEC);

    private final InMemorySpanExporter clientSpans = InMemorySpanExporter.create();
    private final InMemorySpanExporter agentSpans = InMemorySpanExporter.create();
    private final InMemoryTransport.Pair pair = InMemoryTransport.pair();

    /** Each side has an OpenTelemetry of its own, as it would in a process of its own. */
    private static OpenTelemetry telemetry(InMemorySpanExporter exporter) {
        return OpenTelemetrySdk.builder()
                .setTracerProvider(SdkTracerProvider.builder()
                        .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                        .build())
                .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
                .build();
    }

    private static ConnectionOptions traced(OpenTelemetry openTelemetry) {
        // snippet:tracing
        ConnectionOptions options = ConnectionOptions.builder()
                .observer(AcpTracing.of(openTelemetry))
                .build();
        // end
        return options;
    }

    private AgentConnection serve() {
        return AcpAgent.builder()
                .info("traced", "1")
                .onPrompt(turn -> turn.say(turn.client().readTextFile("/secret.txt")))
                .build()
                .serve(pair.agent(), traced(telemetry(agentSpans)));
    }

    private AcpClient connect(OpenTelemetry telemetry) {
        return AcpClient.builder(pair.client())
                .options(traced(telemetry))
                .onReadTextFile((request, context) -> ReadTextFileResponse.of("secret contents"))
                .connect();
    }

    private static SpanData span(InMemorySpanExporter exporter, String name) {
        await().atMost(PATIENCE)
                .until(() -> exporter.getFinishedSpanItems().stream()
                        .anyMatch(span -> span.getName().equals(name)));
        return exporter.getFinishedSpanItems().stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String attribute(SpanData span, String name) {
        return String.valueOf(span.getAttributes().get(AttributeKey.stringKey(name)));
    }

    @Test
    void theSpansOfClientAndAgentAreOneTrace() {
        OpenTelemetry telemetry = telemetry(clientSpans);
        Span work = telemetry.getTracer("test").spanBuilder("work").startSpan();
        String sessionId;
        try (AgentConnection agent = serve();
                AcpClient client = connect(telemetry);
                Scope scope = work.makeCurrent()) {
            var session = client.newSession(Path.of("").toAbsolutePath());
            sessionId = session.id().value();
            session.prompt("Tell me a secret");
            assertThat(agent).isNotNull();
            assertThat(scope).isNotNull();
        } finally {
            work.end();
        }

        SpanData asked = span(clientSpans, "session/prompt");
        SpanData served = span(agentSpans, "session/prompt");
        SpanData reading = span(agentSpans, "fs/read_text_file");
        SpanData read = span(clientSpans, "fs/read_text_file");
        assertThat(asked.getKind()).isEqualTo(SpanKind.CLIENT);
        assertThat(served.getKind()).isEqualTo(SpanKind.SERVER);
        assertThat(List.of(asked, served, reading, read))
                .extracting(SpanData::getTraceId)
                .containsOnly(work.getSpanContext().getTraceId());
        assertThat(asked.getParentSpanId()).isEqualTo(work.getSpanContext().getSpanId());
        assertThat(served.getParentSpanId()).isEqualTo(asked.getSpanId());
        assertThat(served.getParentSpanContext().isRemote()).isTrue();
        assertThat(reading.getParentSpanId()).isEqualTo(served.getSpanId());
        assertThat(read.getParentSpanId()).isEqualTo(reading.getSpanId());

        for (SpanData span : List.of(asked, served)) {
            assertThat(attribute(span, "rpc.system.name")).isEqualTo("jsonrpc");
            assertThat(attribute(span, "rpc.method")).isEqualTo("session/prompt");
            assertThat(attribute(span, "jsonrpc.protocol.version")).isEqualTo("2.0");
            assertThat(attribute(span, "jsonrpc.request.id")).isEqualTo("3");
            assertThat(attribute(span, "acp.session.id")).isEqualTo(sessionId);
            assertThat(attribute(span, "acp.stop_reason")).isEqualTo("end_turn");
            assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        }
        assertThat(clientSpans.getFinishedSpanItems())
                .noneMatch(span -> span.toString().contains("secret"));
        assertThat(agentSpans.getFinishedSpanItems())
                .noneMatch(span -> span.toString().contains("secret"));
    }

    @Test
    void anErrorIsTheStatusOfBothSpansWithoutItsText() {
        try (AgentConnection agent = serve();
                AcpClient client = connect(telemetry(clientSpans))) {
            assertThatThrownBy(() -> client.request(ODD, RawJson.EMPTY_OBJECT)).isInstanceOf(AcpErrorException.class);

            for (InMemorySpanExporter side : List.of(clientSpans, agentSpans)) {
                SpanData span = span(side, "_OTHER");
                assertThat(attribute(span, "rpc.method_original")).isEqualTo("_odd");
                assertThat(attribute(span, "rpc.response.status_code")).isEqualTo("-32601");
                assertThat(attribute(span, "error.type")).isEqualTo("-32601");
                assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
                assertThat(span.getStatus().getDescription()).isEmpty();
                assertThat(span.getEvents()).isEmpty();
            }
            assertThat(agent).isNotNull();
        }
    }

    @Test
    void aParentOfAnyOtherFormIsIgnored() {
        try (AgentConnection agent = serve();
                AcpClient client = AcpClient.builder(pair.client()).connect()) {
            for (Object parent : List.of(7, "not a parent", Map.of("a", "b"), List.of())) {
                agentSpans.reset();
                RawJson params = RawJson.of(Map.of("_meta", Map.of("traceparent", parent, "other", 1)));

                assertThatThrownBy(() -> client.request(ODD, params)).isInstanceOf(AcpErrorException.class);

                assertThat(span(agentSpans, "_OTHER").getParentSpanContext().isValid())
                        .isFalse();
            }
            assertThat(agent).isNotNull();
        }
    }
}
