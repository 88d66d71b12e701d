package io.acp4j.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.SessionServiceOptions;
import io.acp4j.agent.SessionServiceOptions.Takeover;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.update.AgentMessageChunk;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Handover of a session while a message is being sent: the output that the client has seen is stored, on any store. */
public abstract class StoredHandoverContract {

    /** Far more than what is queued towards a client. */
    private static final int FLOOD = 64;

    private static final String BLOCK = "x".repeat(64 * 1024);

    private final ScriptedAgent script = new ScriptedAgent();
    private SessionStore store;
    private SessionRepository repository;
    private SessionRepository elsewhere;

    /** Opens an empty store. */
    protected abstract SessionStore open();

    @BeforeEach
    void start() {
        store = open();
        repository = SessionRepository.over(new SharedStore(store));
        elsewhere = SessionRepository.over(new SharedStore(store));
        script.step("flood", StoredHandoverContract::flood);
    }

    private static void flood(PromptTurn turn) {
        for (int i = 0; i < FLOOD; i++) {
            turn.say(BLOCK);
        }
    }

    @AfterEach
    void end() {
        elsewhere.close();
        repository.close();
        store.close();
    }

    private AcpAgent agent(SessionServiceOptions options, SessionRepository from) {
        return script.builder()
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .disconnectGrace(Duration.ZERO)
                .sessions(from, options)
                .build();
    }

    private AcpAgent agent() {
        return agent(ScriptedAgent.UNTITLED, repository);
    }

    /** A client of either version. */
    private record Peer(RawClient raw, boolean newer) implements AutoCloseable {

        static Peer of(AcpAgent agent, boolean newer) {
            return new Peer(
                    newer ? RawClient.ofVersion2(agent, Transport.ANONYMOUS) : RawClient.initialized(agent), newer);
        }

        JsonNode call(String method, String params) {
            return raw.response(method, params.replace('\'', '"'));
        }

        String newSession() {
            return call("session/new", "{'cwd':'/project','mcpServers':[]}")
                    .at("/result/sessionId")
                    .asText();
        }

        /** Sends a prompt, and returns when a whole text of the agent has arrived. */
        void promptUntil(String session, String steps, String expected) {
            raw.prompt(session, steps);
            StringBuilder seen = new StringBuilder();
            while (!seen.toString().endsWith(expected)) {
                seen.append(text(raw.next().at("/params/update")));
            }
        }

        JsonNode reopen(String session, boolean replayed) {
            String about = "{'sessionId':'" + session + "','cwd':'/project','mcpServers':[]";
            if (!newer && replayed) {
                return call("session/load", about + "}");
            }
            return call("session/resume", about + (replayed ? ",'replayFrom':{'type':'start'}}" : "}"));
        }

        /** Loads a session and returns the text of the agent. */
        String loaded(String session) {
            String about = "{'sessionId':'" + session + "','cwd':'/project','mcpServers':[]";
            int id = raw.request(
                    newer ? "session/resume" : "session/load",
                    (about + (newer ? ",'replayFrom':{'type':'start'}}" : "}")).replace('\'', '"'));
            StringBuilder seen = new StringBuilder();
            raw.updatesBefore(id).forEach(update -> seen.append(text(update)));
            return seen.toString();
        }

        private static String text(JsonNode update) {
            return update.path("sessionUpdate").asText().equals("agent_message_chunk")
                    ? update.at("/content/text").asText()
                    : "";
        }

        @Override
        public void close() {
            raw.readAgain();
            raw.closeAndWait();
        }
    }

    /** A kind of handover of a session. */
    enum Way {
        LOAD_ELSEWHERE {
            @Override
            void change(Peer first, Peer second, String session) {
                assertThat(second.reopen(session, true).has("result")).isTrue();
            }
        },
        RESUME_ELSEWHERE {
            @Override
            void change(Peer first, Peer second, String session) {
                assertThat(second.reopen(session, false).has("result")).isTrue();
            }
        },
        CLOSE {
            @Override
            void change(Peer first, Peer second, String session) {
                assertThat(first.call("session/close", "{'sessionId':'" + session + "'}")
                                .has("result"))
                        .isTrue();
            }
        },
        ARCHIVE_ELSEWHERE {
            @Override
            void change(Peer first, Peer second, String session) {
                String about = "{'sessionId':'" + session + "'}";
                assertThat(second.call("session/archive", about).has("result")).isTrue();
                assertThat(second.call("session/unarchive", about).has("result"))
                        .isTrue();
            }
        },
        LOST_CONNECTION {
            @Override
            void change(Peer first, Peer second, String session) {
                first.raw().hangUp();
                try {
                    first.raw().agent().awaitClosed();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        };

        abstract void change(Peer first, Peer second, String session);
    }

    static Stream<Arguments> ways() {
        return Stream.of(Way.values())
                .flatMap(way -> Stream.of(false, true).map(newer -> Arguments.of(way, newer)))
                // Stable agents of version 1 do not archive sessions.
                .filter(row -> row.get()[0] != Way.ARCHIVE_ELSEWHERE || (boolean) row.get()[1]);
    }

    @ParameterizedTest(name = "{0}, version 2: {1}")
    @MethodSource("ways")
    void whatTheClientHasSeenOfARunningMessageIsThereAgainInEachClient(Way way, boolean newer) {
        AcpAgent agent = agent();
        try (Peer first = Peer.of(agent, newer);
                Peer second = Peer.of(agent, newer);
                Peer third = Peer.of(agent, newer)) {
            String session = first.newSession();
            first.promptUntil(session, "say #0;think hm;say #1;say #2;wait forever", "#0#1#2");

            way.change(first, second, session);

            assertThat(third.loaded(session)).isEqualTo("#0#1#2");
            if (way != Way.LOST_CONNECTION) {
                assertThat(first.loaded(session)).isEqualTo("#0#1#2");
            }
            assertThat(second.loaded(session)).isEqualTo("#0#1#2");
            List<HistoryEntry> path =
                    second.raw().agent().session(new SessionId(session)).tree().path();
            HistoryEntry last = path.get(path.size() - 1);
            assertThat(last.kind()).isEqualTo(NodeKind.TURN_END);
            assertThat(last.stopReason().value()).isEqualTo("cancelled");
        }
    }

    @ParameterizedTest(name = "{0}, version 2: {1}")
    @MethodSource("ways")
    void whatWasSentOutsideOfATurnIsThereAgainToo(Way way, boolean newer) {
        AcpAgent agent = agent();
        try (Peer first = Peer.of(agent, newer);
                Peer second = Peer.of(agent, newer);
                Peer third = Peer.of(agent, newer)) {
            String session = first.newSession();
            first.raw()
                    .agent()
                    .session(new SessionId(session))
                    .update(new AgentMessageChunk(TextContent.of("by the way"), null, null));

            way.change(first, second, session);

            assertThat(third.loaded(session)).isEqualTo("by the way");
        }
    }

    /** Another user of the conversations in the same process. */
    enum Other {
        AGENT,
        APPLICATION,
        CLOSING
    }

    @ParameterizedTest
    @EnumSource
    void whatAnotherPartOfTheProcessOpensOrClosesIsStored(Other other) {
        try (Peer first = Peer.of(agent(), false);
                Peer second = Peer.of(agent(), false)) {
            String session = first.newSession();
            first.promptUntil(session, "say #0;say #1;wait forever", "#0#1");

            switch (other) {
                case AGENT -> assertThat(second.loaded(session)).isEqualTo("#0#1");
                case APPLICATION ->
                    assertThat(repository.open(new SessionId(session)).path())
                            .extracting(HistoryEntry::text)
                            .contains("#0#1");
                case CLOSING -> repository.close();
            }

            assertThat(elsewhere.look(new SessionId(session)).path())
                    .extracting(HistoryEntry::text)
                    .contains("#0#1");
        }
    }

    /** The sender of such a session waits while its client does not read. */
    @ParameterizedTest
    @EnumSource(names = {"LOAD_ELSEWHERE", "RESUME_ELSEWHERE"})
    void aClientThatDoesNotReadKeepsNoSessionAndLosesNothing(Way way) {
        AcpAgent agent = agent();
        try (Peer first = Peer.of(agent, false);
                Peer second = Peer.of(agent, false);
                Peer third = Peer.of(agent, false)) {
            String session = first.newSession();
            first.promptUntil(session, "say #0;wait gate;flood", "#0");
            first.raw().stopReading();
            script.open("gate");
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> first.raw().isAgentWaiting());

            way.change(first, second, session);

            assertThat(third.loaded(session)).startsWith("#0x").hasSizeGreaterThan(BLOCK.length());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aListReportsThatATurnIsRunningAndSinceWhenInEachProcess(boolean newer) {
        Instant before = Instant.now().minusSeconds(1);
        AcpAgent agent = agent();
        try (Peer first = Peer.of(agent, newer);
                Peer second = Peer.of(agent, newer);
                Peer other = Peer.of(agent(ScriptedAgent.UNTITLED, elsewhere), newer)) {
            String session = first.newSession();
            assertThat(running(second).isMissingNode()).isTrue();
            first.promptUntil(session, "say a;wait gate", "a");
            for (Peer peer : List.of(first, second, other)) {
                Instant started = Instant.parse(running(peer).path("startedAt").asText());
                assertThat(started).isBetween(before, Instant.now().plusSeconds(1));
            }
            if (newer) {
                JsonNode status = second.call("session/status", "{'sessionId':'" + session + "'}");
                assertThat(status.at("/result/state/_meta/acp4j~1runningTurn/startedAt")
                                .asText())
                        .isEqualTo(running(other).path("startedAt").asText());
            }
            script.open("gate");
            Awaitility.await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
                for (Peer peer : List.of(first, second, other)) {
                    assertThat(running(peer).isMissingNode()).isTrue();
                }
            });
        }
    }

    private static JsonNode running(Peer peer) {
        return peer.call("session/list", "{}").at("/result/sessions/0/_meta/acp4j~1runningTurn");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anAgentMayRefuseToTakeASessionFromAClientThatIsConnected(boolean newer) throws Exception {
        AcpAgent agent = agent(
                ScriptedAgent.UNTITLED.toBuilder()
                        .takeover(Takeover.WHEN_DISCONNECTED)
                        .build(),
                repository);
        try (Peer second = Peer.of(agent, newer)) {
            Peer first = Peer.of(agent, newer);
            String session = first.newSession();
            first.promptUntil(session, "say a;wait gate", "a");
            for (boolean replayed : List.of(true, false)) {
                JsonNode error = second.reopen(session, replayed).get("error");
                assertThat(error.get("code").asInt()).isEqualTo(-32600);
                assertThat(error.at("/data/reason").asText()).isEqualTo("open_elsewhere");
                assertThat(error.at("/data/sessionId").asText()).isEqualTo(session);
                assertThat(error.at("/data/client").asText()).isEqualTo(newer ? "raw 1" : "another client");
                assertThat(error.get("message").asText()).contains("close it there");
            }
            script.open("gate");
            first.raw().hangUp();
            first.raw().agent().awaitClosed();

            assertThat(second.loaded(session)).isEqualTo("a");
            assertThat(second.reopen(session, true).has("result"))
                    .as("its own session")
                    .isTrue();
        }
    }
}
