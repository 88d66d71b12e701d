package io.acp4j.observability;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentConnection;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.ForkOptions;
import io.acp4j.observability.otel.AcpTracing;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkPoint;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A fork is asked for again by a client that traces its requests, each of which is another one in the trace. */
class TracedForkTest {

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final OpenTelemetrySdk telemetry = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build())
            .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
            .build();

    @Test
    void tracedRetryGetsTheForkThatTheFirstRequestMade() {
        Path cwd = Path.of("").toAbsolutePath();
        ForkOptions keyed = ForkOptions.builder().idempotencyKey("k1").build();
        try (SessionRepository repository = SessionRepository.over(SessionStore.inMemory())) {
            SessionId source;
            SessionId fork;
            try (Connected traced = new Connected(repository, true)) {
                ClientSession session = traced.client.newSession(cwd);
                session.prompt("hello");
                source = session.id();
                fork = session.forks().fork(ForkPoint.end(), keyed).id();
                assertThat(session.forks().fork(ForkPoint.end(), keyed).id()).isEqualTo(fork);
            }
            for (boolean traces : new boolean[] {true, false}) {
                try (Connected again = new Connected(repository, traces)) {
                    ClientSession session = again.client.loadSession(source, cwd);
                    assertThat(session.forks().fork(ForkPoint.end(), keyed).id())
                            .isEqualTo(fork);
                }
            }
        }
    }

    /** A client and an agent that trace, or do not. */
    private final class Connected implements AutoCloseable {

        private final AgentConnection agent;
        private final AcpClient client;

        Connected(SessionRepository repository, boolean traces) {
            InMemoryTransport.Pair pair = InMemoryTransport.pair();
            agent = AcpAgent.builder()
                    .info("forking", "1")
                    .sessions(repository)
                    .onPrompt(turn -> turn.say("hi"))
                    .build()
                    .serve(pair.agent(), options(traces));
            client = AcpClient.builder(pair.client()).options(options(traces)).connect();
        }

        private ConnectionOptions options(boolean traces) {
            ConnectionOptions.Builder options = ConnectionOptions.builder();
            if (traces) {
                options.observer(AcpTracing.of(telemetry));
            }
            return options.build();
        }

        @Override
        public void close() {
            client.close();
            agent.close();
        }
    }
}
