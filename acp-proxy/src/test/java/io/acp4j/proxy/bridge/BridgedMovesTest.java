package io.acp4j.proxy.bridge;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.init.ProtocolVersion;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What an agent changes by itself in the tree of a session is followed by a client that speaks another version than the agent. */
class BridgedMovesTest {

    /** What the agent does. */
    enum Move {
        NAVIGATE,
        APPEND,
        GRAFT,
        PRUNE
    }

    static Stream<Arguments> moves() {
        return Stream.of(Move.values()).flatMap(move -> Stream.of(1, 2).map(ofAgent -> Arguments.of(move, ofAgent)));
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

    private static void awaitFollowed(ClientSession session, AgentSession own) {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!shown(session).equals(stored(own)) && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(200_000);
        }
        assertThat(shown(session)).isEqualTo(stored(own));
    }

    @ParameterizedTest
    @MethodSource("moves")
    void clientFollows(Move move, int ofAgent) {
        AtomicReference<AgentSession> opened = new AtomicReference<>();
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        Transport bridged = VersionBridge.create().inFrontOf(pair.client());
        try (SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
                AgentConnection agent = AcpAgent.builder()
                        .info("moving", "1")
                        .protocolVersions(new ProtocolVersion(ofAgent))
                        .sessions(repository)
                        .sessionListener((session, origin) -> opened.set(session))
                        .onPrompt(turn -> turn.say("hi"))
                        .build()
                        .serve(pair.agent());
                AcpClient client = AcpClient.builder(bridged)
                        .protocolVersions(new ProtocolVersion(3 - ofAgent))
                        .transcripts(TranscriptOptions.KEEP_ALL)
                        .connect()) {
            assertThat(agent).isNotNull();
            ClientSession session = client.newSession(Path.of("").toAbsolutePath());
            session.prompt("one");
            session.prompt("two");
            AgentSession own = Objects.requireNonNull(opened.get());
            List<String> before = stored(own);
            move(move, own.tree());
            assertThat(stored(own)).isNotEqualTo(before);
            awaitFollowed(session, own);
            session.prompt("three");
            awaitFollowed(session, own);
        }
    }
}
