package io.acp4j.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.agent.testing.ScriptedAgent;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.CompactionId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.update.CompactionStatus;
import io.acp4j.schema.update.CompactionSummaryChunk;
import io.acp4j.schema.update.CompactionUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Compactions put the summary into the context of the model, for all clients and all forms of summaries. */
class CompactionTest {

    private static final CompactionId ID = new CompactionId("c");

    private final ScriptedAgent script = new ScriptedAgent();
    private final SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
    private AcpAgent agent;

    /** A client, by what it supports. */
    enum Peer {
        WITHOUT_COMPACTION {
            @Override
            RawClient connect(AcpAgent agent) {
                return RawClient.initialized(agent);
            }
        },
        WITH_COMPACTION {
            @Override
            RawClient connect(AcpAgent agent) {
                return RawClient.initialized(agent, "{\"session\":{\"compaction\":{}}}");
            }
        },
        VERSION_2 {
            @Override
            RawClient connect(AcpAgent agent) {
                return RawClient.ofVersion2(agent, Transport.ANONYMOUS);
            }
        };

        abstract RawClient connect(AcpAgent agent);
    }

    /** A form of a summary. */
    enum Form {
        TREE,
        WHOLE,
        PIECES
    }

    static Stream<Arguments> crossings() {
        return Stream.of(Peer.values()).flatMap(peer -> Stream.of(Form.values()).map(form -> Arguments.of(peer, form)));
    }

    @BeforeEach
    void start() {
        script.step("compact_TREE", turn -> turn.session().tree().compact("in short"));
        script.step(
                "compact_WHOLE",
                turn -> turn.update(CompactionUpdate.builder(ID, CompactionStatus.COMPLETED)
                        .summary(List.of(ContentBlock.text("in short")))
                        .build()));
        script.step("compact_PIECES", turn -> {
            turn.update(CompactionUpdate.of(ID, CompactionStatus.IN_PROGRESS));
            turn.update(CompactionSummaryChunk.of(ID, ContentBlock.text("in ")));
            turn.update(CompactionSummaryChunk.of(ID, ContentBlock.text("short")));
            turn.update(CompactionUpdate.of(ID, CompactionStatus.COMPLETED));
        });
        script.step("context", turn -> turn.say(context(turn.history())));
        agent = script.builder()
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .sessions(repository, ScriptedAgent.UNTITLED)
                .build();
    }

    @AfterEach
    void end() {
        repository.close();
    }

    private static String context(List<HistoryEntry> nodes) {
        List<String> texts = new ArrayList<>();
        nodes.stream()
                .filter(node -> node.kind().isMessage() || node.kind() == NodeKind.COMPACTION)
                .forEach(node -> texts.add(node.text()));
        return String.join("|", texts);
    }

    private static String newSession(RawClient client) {
        return client.response("session/new", "{\"cwd\":\"/project\",\"mcpServers\":[]}")
                .at("/result/sessionId")
                .asText();
    }

    /** Runs a turn to its end and returns its updates. */
    private static List<JsonNode> turn(RawClient client, String session, String steps) {
        int id = client.prompt(session, steps);
        List<JsonNode> updates = new ArrayList<>();
        boolean responded = false;
        boolean idle = false;
        while (!responded || !idle) {
            JsonNode frame = client.next();
            if (!frame.has("method")) {
                assertThat(frame.path("id").asInt()).isEqualTo(id);
                assertThat(frame.path("error").isMissingNode()).as("%s", frame).isTrue();
                responded = true;
                idle |= frame.at("/result/stopReason").asText().equals("end_turn");
            } else {
                JsonNode update = frame.at("/params/update");
                idle |= update.path("state").asText().equals("idle");
                assertThat(update.path("error").isMissingNode())
                        .as("%s", update)
                        .isTrue();
                updates.add(update);
            }
        }
        return updates;
    }

    private static boolean showsCompaction(List<JsonNode> updates) {
        return updates.stream()
                .anyMatch(update -> update.path("sessionUpdate").asText().startsWith("compaction"));
    }

    private static List<String> said(List<JsonNode> updates) {
        return updates.stream()
                .filter(update -> update.path("sessionUpdate").asText().equals("agent_message_chunk"))
                .map(update -> update.at("/content/text").asText())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("crossings")
    void aCompactionInATurnKeepsThePromptOfTheTurn(Peer peer, Form form) {
        try (RawClient client = peer.connect(agent)) {
            String session = newSession(client);
            turn(client, session, "say a");
            String prompt = "say b;compact_" + form + ";context";
            List<JsonNode> updates = turn(client, session, prompt);
            assertThat(said(updates)).containsExactly("b", "in short|" + prompt);
            assertThat(showsCompaction(updates)).isEqualTo(peer != Peer.WITHOUT_COMPACTION);
            assertThat(said(turn(client, session, "context")))
                    .containsExactly("in short|" + prompt + "|in short|" + prompt + "|context");
        }
    }

    @ParameterizedTest
    @MethodSource("crossings")
    void aCompactionBetweenTurnsStandsForAllThatWasSaid(Peer peer, Form form) {
        try (RawClient client = peer.connect(agent)) {
            String session = newSession(client);
            turn(client, session, "say a");
            AgentSession open = client.agent().session(new SessionId(session));
            if (form == Form.TREE) {
                open.tree().compact("in short");
            } else if (form == Form.WHOLE) {
                open.update(CompactionUpdate.builder(ID, CompactionStatus.COMPLETED)
                        .summary(List.of(ContentBlock.text("in short")))
                        .build());
            } else {
                open.update(CompactionUpdate.of(ID, CompactionStatus.IN_PROGRESS));
                open.update(CompactionSummaryChunk.of(ID, ContentBlock.text("in short")));
                open.update(CompactionUpdate.of(ID, CompactionStatus.COMPLETED));
            }
            List<JsonNode> updates = turn(client, session, "context");
            assertThat(said(updates)).containsExactly("in short|context");
            assertThat(showsCompaction(updates)).isEqualTo(peer != Peer.WITHOUT_COMPACTION);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCompactionAfterTheFirstOfTwoAnswersStandsForTheirPromptToo(Peer peer) {
        try (RawClient client = peer.connect(agent)) {
            String session = newSession(client);
            turn(client, session, "say a;end;say b");
            AgentSession open = client.agent().session(new SessionId(session));
            HistoryEntry first = open.tree().context().stream()
                    .filter(node -> node.text().equals("a"))
                    .findFirst()
                    .orElseThrow();
            open.tree().navigate(Objects.requireNonNull(first.messageId()));
            open.tree().compact("in short");
            assertThat(said(turn(client, session, "context"))).containsExactly("in short|context");
        }
    }

    @Test
    void anEmptySummaryIsRefused() {
        try (RawClient client = RawClient.initialized(agent)) {
            String session = newSession(client);
            AgentSession open = client.agent().session(new SessionId(session));
            for (List<ContentBlock> empty : List.of(List.<ContentBlock>of(), List.of(ContentBlock.text(" \n")))) {
                assertThatThrownBy(() -> open.tree().compact(empty))
                        .isInstanceOfSatisfying(
                                BranchException.class,
                                e -> assertThat(e.reason()).isEqualTo(BranchException.EMPTY));
            }
        }
    }
}
