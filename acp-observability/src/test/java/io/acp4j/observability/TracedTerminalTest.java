package io.acp4j.observability;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentConnection;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.RemoteTerminal;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.host.CommandGuard;
import io.acp4j.client.host.TerminalService;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.observability.otel.AcpTracing;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The output of a terminal is stored the same with tracing on either side, and its requests belong to the trace of the prompt. */
class TracedTerminalTest {

    private static final List<String> REQUESTS =
            List.of("terminal/create", "terminal/wait_for_exit", "terminal/output", "terminal/release");

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final OpenTelemetrySdk telemetry = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build())
            .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
            .build();

    private ConnectionOptions options(boolean traces) {
        ConnectionOptions.Builder options = ConnectionOptions.builder();
        if (traces) {
            options.observer(AcpTracing.of(telemetry));
        }
        return options.build();
    }

    private static void run(PromptTurn turn) {
        ToolCallHandle call = turn.toolCall("Run", ToolKind.EXECUTE);
        RemoteTerminal terminal = turn.client()
                .createTerminal(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(), "--version");
        call.content(ToolCallContent.terminal(terminal.id()));
        terminal.waitForExit();
        terminal.release();
        call.complete("done");
    }

    private AgentConnection serve(SessionRepository repository, InMemoryTransport transport, boolean traces) {
        return AcpAgent.builder()
                .info("running", "1")
                .sessions(repository)
                .onPrompt(TracedTerminalTest::run)
                .build()
                .serve(transport, options(traces));
    }

    private AcpClient connect(InMemoryTransport transport, boolean traces) {
        return AcpClient.builder(transport)
                .host(TerminalService.of(CommandGuard.ALLOW_ALL))
                .transcripts(TranscriptOptions.KEEP_ALL)
                .options(options(traces))
                .connect();
    }

    /** Returns the content of the only tool call. */
    private static String content(ClientSession session) {
        List<TranscriptToolCall> calls = session.transcript().snapshot().entries().stream()
                .filter(TranscriptToolCall.class::isInstance)
                .map(TranscriptToolCall.class::cast)
                .toList();
        assertThat(calls).hasSize(1);
        return calls.get(0).call().content().toString();
    }

    @ParameterizedTest
    @CsvSource({"true,true", "true,false", "false,true", "false,false"})
    void outputIsReplayedAndItsRequestsAreTraced(boolean agentTraces, boolean clientTraces) {
        Path cwd = Path.of("").toAbsolutePath();
        try (SessionRepository repository = SessionRepository.over(SessionStore.inMemory())) {
            SessionId id;
            InMemoryTransport.Pair pair = InMemoryTransport.pair();
            try (AgentConnection agent = serve(repository, pair.agent(), agentTraces);
                    AcpClient client = connect(pair.client(), clientTraces)) {
                ClientSession session = client.newSession(cwd);
                session.prompt("run");
                id = session.id();
            }
            InMemoryTransport.Pair later = InMemoryTransport.pair();
            try (AgentConnection agent = serve(repository, later.agent(), agentTraces);
                    AcpClient client = connect(later.client(), clientTraces)) {
                assertThat(content(client.loadSession(id, cwd)))
                        .contains(System.getProperty("java.version"))
                        .doesNotContain("was not stored");
            }
        }
        List<SpanData> finished = spans.getFinishedSpanItems();
        assertThat(finished).noneMatch(span -> span.getStatus().getStatusCode() == StatusCode.ERROR);
        int sides = (agentTraces ? 1 : 0) + (clientTraces ? 1 : 0);
        for (String request : REQUESTS) {
            assertThat(finished)
                    .filteredOn(span -> span.getName().equals(request))
                    .hasSize(sides);
        }
        if (agentTraces && clientTraces) {
            assertThat(finished.stream()
                            .filter(span -> REQUESTS.contains(span.getName())
                                    || span.getName().equals("session/prompt"))
                            .map(SpanData::getTraceId)
                            .distinct())
                    .hasSize(1);
        }
    }
}
