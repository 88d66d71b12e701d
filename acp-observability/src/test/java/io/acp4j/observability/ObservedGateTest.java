package io.acp4j.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentConnection;
import io.acp4j.observability.micrometer.AcpMetrics;
import io.acp4j.observability.otel.AcpTracing;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.init.ProtocolVersion;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is observed of requests that wait for the connection to be opened, or are refused because it is not. */
class ObservedGateTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final AttributeKey<String> ID = AttributeKey.stringKey("jsonrpc.request.id");
    private static final AttributeKey<String> STATUS = AttributeKey.stringKey("rpc.response.status_code");
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "b7ad6b7169203331";

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final OpenTelemetrySdk telemetry = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build())
            .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
            .build();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final InMemoryTransport.Pair pair = InMemoryTransport.pair();

    private void send(int id, String method, String params) throws Exception {
        Transport raw = pair.client();
        raw.send(new TextFrame(("{'jsonrpc':'2.0','id':" + id + ",'method':'" + method + "','params':" + params + "}")
                .replace('\'', '"')));
    }

    private static String initialize(int version) {
        return "{'protocolVersion':" + version + ",'info':{'name':'raw','version':'1'}}";
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void everyRequestEndsOnceAndBelongsToItsTraceWhereverItMeetsTheGate(int version) throws Exception {
        CompletableFuture<String> whileOpening = new CompletableFuture<>();
        AcpAgent agent = AcpAgent.builder()
                .info("observed", "1")
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .sessionListener((session, origin) ->
                        whileOpening.complete(Span.current().getSpanContext().getSpanId()))
                .onPrompt(turn -> {})
                .build();
        ConnectionOptions observed = ConnectionOptions.builder()
                .observer(AcpTracing.of(telemetry))
                .observer(AcpMetrics.of(meters))
                .build();
        String setup =
                "{'cwd':'/project','mcpServers':[],'_meta':{'traceparent':'00-" + TRACE + "-" + PARENT + "-01'}}";
        pair.client().start(new IgnoringListener());
        try (AgentConnection serving = agent.serve(pair.agent(), observed)) {
            send(1, "session/list", "{}");
            send(2, "initialize", initialize(0));
            send(3, "session/new", setup);
            awaitSpans(3);
            send(4, "initialize", initialize(version));
            send(5, "session/new", setup);
            send(6, "initialize", initialize(version));
            Map<String, SpanData> all = awaitSpans(6);

            assertThat(all.get("1").getAttributes().get(STATUS)).isEqualTo("-32600");
            assertThat(all.get("2").getAttributes().get(STATUS)).isEqualTo("-32022");
            assertThat(all.get("3").getAttributes().get(STATUS)).isEqualTo("-32600");
            assertThat(all.get("4").getAttributes().get(STATUS)).isNull();
            assertThat(all.get("5").getAttributes().get(STATUS)).isNull();
            assertThat(all.get("6").getAttributes().get(STATUS)).isEqualTo("-32600");
            for (String behind : new String[] {"3", "5"}) {
                assertThat(all.get(behind).getTraceId()).isEqualTo(TRACE);
                assertThat(all.get(behind).getParentSpanId()).isEqualTo(PARENT);
            }
            assertThat(whileOpening.get(60, TimeUnit.SECONDS))
                    .isEqualTo(all.get("5").getSpanId());
            await().atMost(LIMIT).untilAsserted(() -> {
                assertThat(meters.find("acp.requests").timers().stream()
                                .mapToLong(Timer::count)
                                .sum())
                        .isEqualTo(6);
                assertThat(meters.find("acp.requests.active").gauges())
                        .allSatisfy(gauge -> assertThat(gauge.value()).isZero());
            });
            assertThat(serving).isNotNull();
        }
    }

    /** The spans by the id of the request, of which each has one. */
    private Map<String, SpanData> awaitSpans(int count) {
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(spans.getFinishedSpanItems()).hasSize(count));
        return spans.getFinishedSpanItems().stream()
                .collect(Collectors.toMap(
                        span -> String.valueOf(span.getAttributes().get(ID)), span -> span));
    }
}
