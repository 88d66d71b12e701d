package io.acp4j.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentConnection;
import io.acp4j.agent.AgentSession;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.observability.otel.AcpTracing;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.init.ProtocolVersion;
import io.opentelemetry.api.trace.StatusCode;
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
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What an agent changes by itself in the tree of a session is followed the same with tracing on either side, and traced without failures. */
class TracedMovesTest {

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final OpenTelemetrySdk telemetry = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build())
            .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
            .build();

    /** What the agent does. */
    enum Move {
        NAVIGATE,
        APPEND,
        GRAFT,
        PRUNE
    }

    static Stream<Arguments> moves() {
        return Stream.of(Move.values())
                .flatMap(move -> Stream.of(1, 2)
                        .flatMap(version -> Stream.of(true, false)
                                .flatMap(agent -> Stream.of(true, false)
                                        .map(client -> Arguments.of(move, version, agent, client)))));
    }

    private ConnectionOptions options(boolean traces) {
        ConnectionOptions.Builder options = ConnectionOptions.builder();
        if (traces) {
            options.observer(AcpTracing.of(telemetry));
        }
        return options.build();
    }

    private static void move(Move move, SessionTree tree) {
        List<MessageId> path = tree.path().stream()
                .filter(node -> node.kind().isMessage())
                .map(HistoryEntry::messageId)
                .toList();
        switch (move) {
            case NAVIGATE -> tree.navigate(path.get(1));
            case APPEND -> tree.append(List.of(HistoryEntry.Draft.agent(new MessageId("own"), "by itself")));
            case GRAFT -> {
                tree.navigate(path.get(1));
                tree.graft(path.get(3), null, new SessionTree.Summary(new MessageId("own"), "in sum"));
            }
            case PRUNE -> {
                tree.navigate(path.get(1));
                tree.prune(path.get(2));
            }
        }
    }

    private static List<String> stored(AgentSession session) {
        return session.tree().path().stream()
                .filter(node -> node.kind().isMessage())
                .map(HistoryEntry::text)
                .toList();
    }

    private static List<String> shown(ClientSession session) {
        return session.transcript().snapshot().messages().stream()
                .map(TranscriptMessage::text)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("moves")
    void clientFollows(Move move, int version, boolean agentTraces, boolean clientTraces) {
        ProtocolVersion spoken = new ProtocolVersion(version);
        AtomicReference<AgentSession> opened = new AtomicReference<>();
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        try (SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
                AgentConnection agent = AcpAgent.builder()
                        .info("moving", "1")
                        .protocolVersions(spoken)
                        .sessions(repository)
                        .sessionListener((session, origin) -> opened.set(session))
                        .onPrompt(turn -> turn.say("hi"))
                        .build()
                        .serve(pair.agent(), options(agentTraces));
                AcpClient client = AcpClient.builder(pair.client())
                        .protocolVersions(spoken)
                        .transcripts(TranscriptOptions.KEEP_ALL)
                        .options(options(clientTraces))
                        .connect()) {
            ClientSession session = client.newSession(Path.of("").toAbsolutePath());
            session.prompt("one");
            session.prompt("two");
            AgentSession own = Objects.requireNonNull(opened.get());
            List<String> before = stored(own);
            move(move, own.tree());
            assertThat(stored(own)).isNotEqualTo(before);
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(shown(session)).isEqualTo(stored(own)));
            session.prompt("three");
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(shown(session)).isEqualTo(stored(own)));
        }
        assertThat(spans.getFinishedSpanItems())
                .noneMatch(span -> span.getStatus().getStatusCode() == StatusCode.ERROR);
        // The path is read with a method of this project.
        List<SpanData> paths = spans.getFinishedSpanItems().stream()
                .filter(span -> span.getName().equals("_OTHER"))
                .toList();
        assertThat(paths.size() % (agentTraces && clientTraces ? 2 : 1)).isZero();
        assertThat(paths.isEmpty()).isEqualTo(!agentTraces && !clientTraces);
        if (agentTraces && clientTraces) {
            // A request of the client is one trace, on both sides.
            assertThat(paths.stream().map(SpanData::getTraceId).distinct()).hasSize(paths.size() / 2);
        }
    }
}
