package io.acp4j.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.ToolCall;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Event streams whose sockets are cut at random bytes. The server keeps the events, so no turn loses anything. */
class CutStreamsTest {

    private static final int CHUNKS = 40;

    private static final int MAX_CUTS = 5;

    private static final int FULL_SEEDS = 14;

    private static AcpAgent agent() {
        return AcpAgent.builder()
                .info("an-agent", "1")
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .onPrompt(turn -> {
                    for (int i = 0; i < CHUNKS; i++) {
                        if (i == CHUNKS / 2) {
                            var call = turn.toolCall(ToolCall.builder(new ToolCallId("call"), "a call")
                                    .kind(ToolKind.OTHER)
                                    .build());
                            turn.requestPermission(call, PermissionOption.allowOnce("yes", "Yes"));
                            call.complete("done");
                        }
                        turn.say("#" + i + " ");
                    }
                })
                .build();
    }

    static Stream<Arguments> someCuts() {
        return cases(Stream.of(Served.Host.NETTY), 2);
    }

    static Stream<Arguments> manyCuts() {
        return cases(Stream.of(Served.Host.values()), FULL_SEEDS);
    }

    private static Stream<Arguments> cases(Stream<Served.Host> hosts, int seeds) {
        return hosts.flatMap(host -> Stream.of(ProtocolVersion.V1, ProtocolVersion.V2)
                .flatMap(version -> LongStream.range(0, seeds).mapToObj(seed -> Arguments.of(host, version, seed))));
    }

    @ParameterizedTest
    @MethodSource("someCuts")
    void turnContinuesAfterCutsOfItsStreams(Served.Host host, ProtocolVersion version, long seed) throws Exception {
        assertTurnsAreComplete(host, version, seed);
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("manyCuts")
    void turnContinuesAfterCutsOfItsStreamsOnEachServer(Served.Host host, ProtocolVersion version, long seed)
            throws Exception {
        assertTurnsAreComplete(host, version, seed);
    }

    private static void assertTurnsAreComplete(Served.Host host, ProtocolVersion version, long seed) throws Exception {
        List<String> expected =
                IntStream.range(0, CHUNKS).mapToObj(i -> "#" + i + " ").toList();
        List<String> received = Collections.synchronizedList(new ArrayList<>());
        int cuts;
        try (Served server = host.serve(agent()::serve, Served.Setup.DEFAULT);
                CuttingRelay relay = new CuttingRelay(server.uri().getPort(), seed, MAX_CUTS)) {
            URI uri =
                    URI.create("http://localhost:" + relay.port() + server.uri().getPath());
            try (AcpClient client = AcpClient.builder(HttpTransport.builder(uri).connect())
                    .protocolVersions(version)
                    .onPermission((request, context) -> RequestPermissionResponse.selected(
                            request.options().get(0).optionId()))
                    .onUpdate((session, update) -> {
                        if (update instanceof AgentMessageChunk chunk) {
                            received.add(chunk.text());
                        }
                    })
                    .connect()) {
                ClientSession session = client.newSession(Path.of("/"));
                for (int turn = 0; turn < 2; turn++) {
                    received.clear();
                    assertThat(session.startTurn("go")
                                    .result()
                                    .get(60, TimeUnit.SECONDS)
                                    .stopReason())
                            .isEqualTo(StopReason.END_TURN);
                    assertThat(received).isEqualTo(expected);
                }
            }
            cuts = relay.cuts();
        }
        assertThat(cuts).isPositive();
    }
}
