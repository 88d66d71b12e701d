package io.acp4j.cli.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.inspector.link.RawLink;
import io.acp4j.inspector.recording.RecordingFiles;
import io.acp4j.inspector.replay.Divergence;
import io.acp4j.inspector.replay.Replay;
import io.acp4j.inspector.replay.ReplayListener;
import io.acp4j.inspector.testing.ScriptedAgent;
import io.acp4j.transport.http.HttpServer;
import io.acp4j.transport.ws.WsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands for scripts that connect to a running agent. */
class AgentCommandsTest extends RecordingCommandFixture {

    @ParameterizedTest
    @CsvSource({"1, false", "2, false", "1, true", "2, true"})
    void aReplayStopsAtTheFirstDivergence(int version, boolean structure) throws Exception {
        Path file = recorded("a.jsonl", version, PROMPTS);
        try (ScriptedAgent agent = new ScriptedAgent();
                RawLink link = new RawLink(agent.source(directory).opening().open(line -> {}))) {
            Divergence divergence = new Replay(
                            RecordingFiles.read(file).frames(),
                            link,
                            structure,
                            Duration.ofSeconds(60),
                            null,
                            ReplayListener.NONE)
                    .play();
            assertThat(divergence).isNull();
        }
        Path other = changed(file, "word399", "WORD399");
        try (ScriptedAgent agent = new ScriptedAgent();
                RawLink link = new RawLink(agent.source(directory).opening().open(line -> {}))) {
            Divergence divergence = new Replay(
                            RecordingFiles.read(other).frames(),
                            link,
                            structure,
                            Duration.ofSeconds(60),
                            null,
                            ReplayListener.NONE)
                    .play();
            if (structure) {
                assertThat(divergence).isNull();
            } else {
                assertThat(divergence).isNotNull();
                assertThat(divergence.expected().content().toString()).contains("WORD399");
                assertThat(divergence.actual().content().toString()).contains("word399");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aTextThatDiffersIsReadToItsEnd(int version) throws Exception {
        Path file = changed(recorded("a.jsonl", version, "many"), "word7 ", "WORD7 ");
        Divergence divergence = replayed(file);

        assertThat(divergence.expected().content().toString()).contains("WORD7 ", "word399 ");
        assertThat(divergence.actual().content().toString()).contains("word7 ", "word399 ");
    }

    /** The content of lists depends on the whole history of the agent. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void replayIgnoresOtherSessionsOfTheAgent(int version) throws Exception {
        Path file = recorded("a.jsonl", version, "one");
        try (ScriptedAgent agent = new ScriptedAgent()) {
            for (int i = 0; i < 3; i++) {
                assertThat(replayed(file, agent)).isNull();
            }
        }
    }

    private Divergence replayed(Path file) throws Exception {
        try (ScriptedAgent agent = new ScriptedAgent()) {
            return replayed(file, agent);
        }
    }

    private Divergence replayed(Path file, ScriptedAgent agent) throws Exception {
        try (RawLink link = new RawLink(agent.source(directory).opening().open(line -> {}))) {
            return new Replay(
                            RecordingFiles.read(file).frames(),
                            link,
                            false,
                            Duration.ofSeconds(60),
                            null,
                            ReplayListener.NONE)
                    .play();
        }
    }

    @Test
    void anAgentThatEndsIsADivergence() throws IOException {
        Path file = recorded("a.jsonl", 1, "one");
        Outcome outcome = run(new ReplayCommand(), "--json", file, "--", "/bin/sh", "-c", "read line; exit 3");

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.json().path("reason").asText()).contains("ended");
        assertThat(outcome.json().at("/recorded/label").asText()).isEqualTo("response to initialize");
    }

    private interface Served {
        Outcome with(String option, String address) throws Exception;
    }

    /** Runs an action with the address of a scripted agent. */
    private static Outcome served(String option, Served served) throws Exception {
        try (ScriptedAgent agent = new ScriptedAgent()) {
            if (option.equals("--ws")) {
                try (WsServer server = WsServer.builder(agent::serve).start()) {
                    return served.with(option, server.uri().toString());
                }
            }
            try (HttpServer server = HttpServer.builder(agent::serve).start()) {
                return served.with(option, server.uri().toString());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"--ws, 1", "--ws, 2", "--http, 1", "--http, 2"})
    void agentsAreReachedByTheirAddressToo(String option, int version) throws Exception {
        Path file = recorded("a.jsonl", version, PROMPTS);
        Path other = changed(file, "word399", "WORD399");

        Outcome matrix = served(
                option, (name, address) -> run(new MatrixCommand(), name, address, "--protocol", version, "--json"));
        assertThat(matrix.json().get(0).at("/offers/agent").asText()).isEqualTo("scripted-agent 1.0");
        assertThat(matrix.json().get(0).at("/offers/protocolVersion").asInt()).isEqualTo(version);
        assertThat(matrix.code()).isZero();

        Outcome same = served(option, (name, address) -> run(new ReplayCommand(), file, name, address, "--json"));
        assertThat(same.out()).contains("\"same\" : true");
        assertThat(same.code()).isZero();

        Outcome different = served(option, (name, address) -> run(new ReplayCommand(), other, name, address, "--json"));
        assertThat(different.json().at("/recorded/content").toString()).contains("WORD399");
        assertThat(different.json().at("/live/content").toString()).contains("word399");
        assertThat(different.code()).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--ws", "--http"})
    void unreachableAddressIsReported(String option) throws Exception {
        Path file = recorded("one.jsonl", 1, "one");
        String scheme = option.equals("--ws") ? "ws" : "http";
        // The port is in use during the test, but does not accept connections.
        try (SocketChannel taken = SocketChannel.open()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String nobody = scheme + "://127.0.0.1:" + taken.socket().getLocalPort() + "/acp";
            Outcome matrix = run(new MatrixCommand(), option, nobody, "--json");
            assertThat(matrix.json().get(0).path("responded").asBoolean()).isFalse();
            assertThat(matrix.code()).isOne();

            Outcome replay = run(new ReplayCommand(), file, option, nobody);
            assertThat(replay.code()).isNotZero();
            assertThat(replay.out() + replay.err()).isNotBlank();
        }
    }

    @Test
    void replayAcceptsExactlyOneAgent() throws Exception {
        Path file = recorded("one.jsonl", 1, "one");
        assertThat(run(new ReplayCommand(), file).err()).contains("Name one agent");
        Outcome both =
                run(new ReplayCommand(), file, "--ws", "ws://localhost:1/acp", "--http", "http://localhost:1/acp");
        assertThat(both.err()).contains("Name one agent");
        assertThat(both.code()).isEqualTo(2);
        Outcome unset =
                run(new MatrixCommand(), "--http", "http://localhost:1/acp", "--bearer-variable", "NOT_SET_ANYWHERE");
        assertThat(unset.err()).contains("NOT_SET_ANYWHERE with the bearer token is not set");
        assertThat(unset.code()).isEqualTo(2);
    }
}
