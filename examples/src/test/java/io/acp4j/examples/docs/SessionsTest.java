package io.acp4j.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentConnection;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.SessionBranches;
import io.acp4j.client.SessionTreeView;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.BranchLeaf;
import io.acp4j.schema.session.SessionInfo;
import io.acp4j.store.jdbc.SessionStores;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of docs/concepts/sessions-and-branching.md and docs/guides/add-a-store.md, run. */
class SessionsTest {

    private static final Path PROJECT = Path.of(".").toAbsolutePath();

    private static AcpAgent agent(SessionRepository repository) {
        // snippet:agent
        return AcpAgent.builder()
                .info("counting", "1.0.0")
                .sessions(repository)
                .onPrompt(turn -> {
                    List<HistoryEntry> context = turn.history(); // the path of this branch, this prompt included
                    long asked = context.stream()
                            .filter(entry -> entry.kind() == NodeKind.USER)
                            .count();
                    turn.say("Question " + asked);
                })
                .build();
        // end
    }

    private static void talk(SessionStore store, Consumer<AcpClient> talk) throws InterruptedException {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        try (SessionRepository repository = SessionRepository.over(store)) {
            AgentConnection connection = agent(repository).serve(pair.agent());
            try (AcpClient client = AcpClient.builder(pair.client())
                    .transcripts(TranscriptOptions.KEEP_ALL)
                    .connect()) {
                talk.accept(client);
            }
            connection.awaitClosed();
        }
    }

    @Test
    void aSessionIsForkedAtAMessage() throws Exception {
        talk(SessionStore.inMemory(), client -> {
            // snippet:fork
            ClientSession talk = client.newSession(PROJECT);
            talk.prompt("a");
            talk.prompt("b");

            TranscriptMessage answer = talk.forks().messages().get(1); // the first answer
            ClientSession fork = talk.forks().fork(talk.forks().at(answer));
            fork.prompt("another b");

            SessionTreeView tree = client.sessionTree();
            assertThat(tree.find(fork.id()).parent().id()).isEqualTo(talk.id());
            // end
            assertThat(fork.forks().messages())
                    .last()
                    .extracting(TranscriptMessage::content)
                    .asString()
                    .contains("Question 2");
        });
    }

    @Test
    void aSessionHoldsBranchesOfItsOwn() throws Exception {
        talk(SessionStore.inMemory(), client -> {
            // snippet:branches
            ClientSession session = client.newSession(PROJECT);
            session.prompt("a");
            session.prompt("b");

            SessionBranches branches = session.branches();
            branches.navigate(branches.path().toList().get(1).message().messageId()); // back to the first answer
            session.prompt("another b");

            List<BranchLeaf> leaves = branches.leaves().toList();
            assertThat(leaves).hasSize(2);
            // end
        });
    }

    @Test
    void aSessionIsArchived() throws Exception {
        talk(SessionStore.inMemory(), client -> {
            // snippet:unstable
            ClientSession session = client.newSession(PROJECT);
            session.prompt("a");

            client.unstable().setSessionTitle(session.id(), "A talk");
            client.unstable().archiveSession(session.id());
            assertThat(client.storedSessions()).isEmpty();

            client.unstable().unarchiveSession(session.id());
            assertThat(client.storedSessions()).extracting(SessionInfo::title).containsExactly("A talk");
            // end
        });
    }

    @Test
    void aConversationOutlivesItsConnection(@TempDir Path directory) throws Exception {
        AtomicReference<SessionId> id = new AtomicReference<>();
        talk(SessionStores.open(directory), client -> {
            ClientSession session = client.newSession(PROJECT);
            session.prompt("a");
            id.set(session.id());
        });
        talk(SessionStores.open(directory), client -> {
            // snippet:load
            ClientSession session = client.loadSession(id.get(), PROJECT); // replays "a" and its answer
            session.prompt("b");

            List<TranscriptMessage> messages = session.transcript().snapshot().messages();
            assertThat(messages)
                    .extracting(TranscriptMessage::text)
                    .containsExactly("a", "Question 1", "b", "Question 2");
            // end
        });
    }
}
