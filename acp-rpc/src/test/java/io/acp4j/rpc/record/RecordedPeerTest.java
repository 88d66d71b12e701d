package io.acp4j.rpc.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.Handlers;
import io.acp4j.rpc.WireListener;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.init.Implementation;
import io.acp4j.schema.init.InitializeRequest;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.method.Methods;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordedPeerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final RequestMethod<RawJson, RawJson> WORK = call("_work");
    private static final RequestMethod<RawJson, RawJson> HELP = call("_help");
    private static final NotificationMethod<RawJson> NOTE = NotificationMethod.extension("_note", RawJson.CODEC);

    /** As a client would record it, with ids that no client of ours would use. */
    private static final String RECORDING = """
            {"direction":"outbound","frame":{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":1}}}
            {"direction":"inbound","frame":{"jsonrpc":"2.0","id":"i","result":{"protocolVersion":1,"agentInfo":{"name":"recorded","version":"1"}}}}
            {"direction":"outbound","frame":{"jsonrpc":"2.0","id":"w","method":"_work","params":{"n":1}}}
            {"direction":"inbound","frame":{"jsonrpc":"2.0","method":"_note","params":{"text":"one"}}}
            {"direction":"inbound","frame":{"jsonrpc":"2.0","id":7,"method":"_help","params":{}}}
            {"direction":"outbound","frame":{"jsonrpc":"2.0","id":7,"result":{"helped":true}}}
            {"direction":"inbound","frame":{"jsonrpc":"2.0","method":"_note","params":{"text":"two"}}}
            {"direction":"inbound","bytes":100}
            {"direction":"inbound","frame":{"jsonrpc":"2.0","id":"w","error":{"code":-32000,"message":"tired"}}}
            """;

    private static final InitializeResponse ME = InitializeResponse.builder(ProtocolVersion.V1)
            .agentInfo(Implementation.of("live", "1"))
            .build();

    private final List<String> notes = new CopyOnWriteArrayList<>();

    private static RequestMethod<RawJson, RawJson> call(String name) {
        return RequestMethod.extension(name, RawJson.CODEC, RawJson.CODEC);
    }

    private static Recording recording(String text) throws IOException {
        return Recording.read(new ByteArrayInputStream(text.getBytes(UTF_8)), 1_000_000);
    }

    private static String agentOf(Connection client) {
        InitializeResponse response = client.request(
                Methods.INITIALIZE,
                InitializeRequest.builder(ProtocolVersion.V1).build());
        return Objects.requireNonNull(response.agentInfo()).name();
    }

    private Handlers client() {
        return Handlers.builder()
                .onNotification(NOTE, (params, connection) -> notes.add(params.toJson()))
                .onRequest(HELP, (params, context) -> RawJson.parse("{\"helped\":false}"))
                .build();
    }

    @Test
    void agentOfARecordingServesALiveClient() throws Exception {
        try (RecordedPeer agent = recording(RECORDING).playAgent();
                Connection client = client().connect(agent.transport(), ConnectionOptions.defaults())) {
            assertThat(agentOf(client)).isEqualTo("recorded");
            assertThatThrownBy(() -> client.request(WORK, RawJson.EMPTY_OBJECT)).hasMessageContaining("tired");
            assertThat(notes).containsExactly("{\"text\":\"one\"}", "{\"text\":\"two\"}");
            assertThat(agent.played().toCompletableFuture()).succeedsWithin(PATIENCE);
        }
    }

    @Test
    void clientOfARecordingAsksALiveAgent() throws Exception {
        List<String> asked = new CopyOnWriteArrayList<>();
        Handlers agent = Handlers.builder()
                .onRequest(Methods.INITIALIZE, (params, context) -> ME)
                .onRequest(WORK, (params, context) -> {
                    asked.add(params.toJson());
                    context.connection().notify(NOTE, RawJson.EMPTY_OBJECT);
                    context.connection().notify(NOTE, RawJson.EMPTY_OBJECT);
                    return RawJson.EMPTY_OBJECT;
                })
                .build();
        String unhelped = RECORDING
                .lines()
                .filter(line -> !line.contains("\"id\":7"))
                .map(line -> line + "\n")
                .reduce("", String::concat);
        try (RecordedPeer client = recording(unhelped).playClient();
                Connection live = agent.connect(client.transport(), ConnectionOptions.defaults())) {
            assertThat(client.played().toCompletableFuture()).succeedsWithin(PATIENCE);
            assertThat(live.closed().toCompletableFuture()).isNotDone();
            assertThat(asked).containsExactly("{\"n\":1}");
        }
    }

    /** The recorded request and its recorded response, the one of either side, have ids of the same worth. */
    @ParameterizedTest
    @CsvSource({"7, 7.0", "7.0, 7", "7e0, 7", "70e-1, 7.00", "'\"7\"', '\"7\"'"})
    void idIsTheSameHoweverItIsSpelled(String asked, String answered) throws Exception {
        String recording = RECORDING
                .replace("\"id\":7,\"method\"", "\"id\":" + asked + ",\"method\"")
                .replace("\"id\":7,\"result\"", "\"id\":" + answered + ",\"result\"")
                .replace("\"id\":\"w\",\"method\"", "\"id\":" + asked + ",\"method\"")
                .replace("\"id\":\"w\",\"error\"", "\"id\":" + answered + ",\"error\"");
        try (RecordedPeer agent = recording(recording).playAgent();
                Connection client = client().connect(agent.transport(), ConnectionOptions.defaults())) {
            agentOf(client);
            assertThatThrownBy(() -> client.request(WORK, RawJson.EMPTY_OBJECT)).hasMessageContaining("tired");
            assertThat(agent.played().toCompletableFuture()).succeedsWithin(PATIENCE);
        }
    }

    @Test
    void whatARecorderWritesCanBePlayed() throws Exception {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        Handlers agent = Handlers.builder()
                .onRequest(Methods.INITIALIZE, (params, context) -> ME)
                .onRequest(WORK, (params, context) -> context.connection().request(HELP, params))
                .build();
        try (WireRecorder recorder = WireRecorder.builder().to(written);
                Connection live = agent.connect(pair.agent(), ConnectionOptions.defaults());
                Connection client = client().connect(
                                pair.client(),
                                ConnectionOptions.builder().listener(recorder).build())) {
            agentOf(client);
            client.request(WORK, RawJson.EMPTY_OBJECT);
            assertThat(live.closed().toCompletableFuture()).isNotDone();
        }
        Recording recording = recording(written.toString(UTF_8));
        assertThat(recording.frames()).hasSize(6);
        try (RecordedPeer played = recording.playAgent();
                Connection client = client().connect(played.transport(), ConnectionOptions.defaults())) {
            assertThat(agentOf(client)).isEqualTo("live");
            assertThat(client.request(WORK, RawJson.NULL)).isEqualTo(RawJson.parse("{\"helped\":false}"));
            assertThat(played.played().toCompletableFuture()).succeedsWithin(PATIENCE);
        }
    }

    @Test
    void peerThatDoesSomethingElseIsToldWhatWasExpected() throws Exception {
        try (RecordedPeer agent = recording(RECORDING).playAgent().timeout(Duration.ofSeconds(5));
                Connection client = client().connect(agent.transport(), ConnectionOptions.defaults())) {
            agentOf(client);
            assertThatThrownBy(() -> client.request(call("_play"), RawJson.EMPTY_OBJECT))
                    .isInstanceOf(ConnectionClosedException.class);
            assertThatThrownBy(() -> agent.played().toCompletableFuture().get(60, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOf(AcpException.class)
                    .hasMessageContaining("has not sent _work")
                    .hasMessageContaining("frame 3")
                    .hasMessageContaining("it sent _play");
        }
    }

    @Test
    void peerThatEndsEarlyIsNoticed() throws Exception {
        try (RecordedPeer agent = recording(RECORDING).playAgent()) {
            client().connect(agent.transport(), ConnectionOptions.defaults()).close();
            assertThat(agent.played().toCompletableFuture())
                    .failsWithin(PATIENCE)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(AcpException.class);
        }
    }

    @Test
    void frameFailureIsNotADeviation() {
        AcpException cause = new AcpException("not readable", null);
        List<Recording.Frame> frames = new AbstractList<>() {
            @Override
            public Recording.Frame get(int index) {
                throw cause;
            }

            @Override
            public int size() {
                return 1;
            }
        };
        try (RecordedPeer agent = new RecordedPeer(frames, WireListener.Direction.INBOUND)) {
            agent.transport();
            assertThat(agent.played().toCompletableFuture())
                    .failsWithin(PATIENCE)
                    .withThrowableOfType(ExecutionException.class)
                    .havingCause()
                    .isInstanceOf(AcpException.class)
                    .withMessageContaining("of the recording cannot be played")
                    .withCause(cause);
        }
    }

    @Test
    void recordingWithoutInitializeHasNoSides() throws Exception {
        Recording recording = recording(RECORDING.replace("initialize", "other"));
        assertThatThrownBy(recording::playAgent).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void recordingIsPlayedOnce() throws Exception {
        try (RecordedPeer agent = recording(RECORDING).playAgent()) {
            agent.transport().close();
            assertThatThrownBy(agent::transport).isInstanceOf(IllegalStateException.class);
        }
    }
}
