package io.acp4j.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.agent.BranchSessionTool;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.SessionServiceOptions;
import io.acp4j.agent.SessionServiceOptions.ForkPolicy;
import io.acp4j.agent.store.SessionAttribute;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.Fork;
import io.acp4j.agent.tree.ForkSpec;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionRepositoryOptions;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.UserMessageChunk;
import io.acp4j.test.FakeClient;
import io.acp4j.test.FakeSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The code of docs/concepts/message-ids.md, docs/concepts/forks.md and docs/guides/branch-tools.md, run. */
class BranchingGuideTest {

    private final SessionRepository repository = SessionRepository.over(SessionStore.inMemory());

    @AfterEach
    void close() {
        repository.close();
    }

    @Test
    void messagesHaveIds() {
        // snippet:ids
        AcpAgent agent = AcpAgent.builder()
                .info("naming", "1.0.0")
                .echoUserMessages(true) // clients learn the ids of their own messages
                .onPrompt(turn -> {
                    MessageId first = turn.say("One message, ");
                    MessageId same = turn.say("two chunks.");
                    turn.endMessage();
                    MessageId other = turn.say("Another message.");
                    assertThat(first).isEqualTo(same).isNotEqualTo(other);
                })
                .build();
        // end
        try (FakeClient client = FakeClient.create().connect(agent)) {
            FakeSession session = client.newSession();
            session.prompt("Hello");

            assertThat(session.updates(AgentMessageChunk.class))
                    .extracting(AgentMessageChunk::messageId)
                    .doesNotContainNull()
                    .satisfies(
                            ids -> assertThat(ids.get(0)).isEqualTo(ids.get(1)).isNotEqualTo(ids.get(2)));
            assertThat(session.updates(UserMessageChunk.class))
                    .extracting(UserMessageChunk::messageId)
                    .doesNotContainNull();
        }
    }

    @Test
    void forksInheritWhatTheAgentDeclares() {
        try (FakeClient client = FakeClient.create()
                .connect(AcpAgent.builder()
                        .info("keeping", "1.0.0")
                        .sessions(repository)
                        .onPrompt(BranchingGuideTest::keep)
                        .build())) {
            FakeSession session = client.newSession();
            session.prompt("Keep");
            SessionId fork = client.forkSession(session.id(), null).id();

            assertThat(repository.find(fork).attributes())
                    .containsKeys(SessionAttribute.PROJECT, "acme.theme")
                    .doesNotContainKey(SessionAttribute.WORKTREE_BRANCH);
        }
    }

    // snippet:attributes
    private static void keep(PromptTurn turn) {
        SessionTree tree = turn.session().tree();
        tree.attribute(SessionAttribute.PROJECT, SessionAttribute.of(SessionAttribute.PROJECT, "acme"));
        tree.attribute(
                SessionAttribute.WORKTREE_BRANCH,
                SessionAttribute.of(SessionAttribute.WORKTREE_BRANCH, "fix-12")); // stays with this session
        tree.attribute("acme.theme", SessionAttribute.inherited("dark")); // a name of the agent's own
    }
    // end

    private AcpAgentBuilder toolAgent() {
        // snippet:tool
        BranchSessionTool tool = new BranchSessionTool(repository);
        return AcpAgent.builder().info("forking", "1.0.0").sessions(repository).onPrompt(turn -> {
            String arguments = askModel(turn, tool.name(), tool.description(), tool.inputSchema());
            turn.say("[" + call(tool, turn, arguments) + "]");
        });
        // end
    }

    // snippet:call
    private static String call(BranchSessionTool tool, PromptTurn turn, String arguments) {
        try {
            return tool.call(turn, RawJson.parse(arguments)).text(); // what the model reads
        } catch (AcpErrorException e) {
            return "Error: " + e.getMessage(); // says what to change
        }
    }
    // end

    private static String askModel(PromptTurn turn, String tool, String description, RawJson schema) {
        assertThat(tool).isEqualTo("branch_session");
        assertThat(description).isNotBlank();
        assertThat(schema.toTree().path("type").asText()).isEqualTo("object");
        return turn.text();
    }

    @Test
    void modelForksItsSession() {
        try (FakeClient client = FakeClient.create().connect(toolAgent().build())) {
            FakeSession session = client.newSession();
            session.prompt("{\"label\":\"first try\"}");
            session.prompt("{\"at_message\":2,\"label\":\"second try\"}");
            session.prompt("{\"at_message\":99}");
            session.prompt("{\"colour\":\"red\"}");

            assertThat(session.said())
                    .contains("It has none of the messages", "It has the first 2 messages")
                    .contains("out_of_range", "bad_argument");
        }
    }

    @Test
    void agentForksAndLimits() {
        // snippet:limits
        SessionRepositoryOptions limits = SessionRepositoryOptions.builder()
                .maxForksPerSession(1)
                .maxForkDepth(3)
                .build();
        SessionServiceOptions options =
                SessionServiceOptions.builder().forkPolicy(ForkPolicy.SAME_CWD).build();
        // end
        try (SessionRepository limited = SessionRepository.over(SessionStore.inMemory(), limits);
                FakeClient client = FakeClient.create()
                        .connect(AcpAgent.builder()
                                .info("limited", "1.0.0")
                                .sessions(limited, options)
                                .onPrompt(turn -> turn.say("ok"))
                                .build())) {
            SessionId session = client.newSession().id();
            // snippet:java
            Fork fork = limited.fork(ForkSpec.builder(session, new SessionId("fork-1"))
                    .label("by the agent")
                    .build());
            // end
            assertThat(fork.session().title()).isEqualTo("by the agent");
            assertThatThrownBy(() -> limited.fork(
                            ForkSpec.builder(session, new SessionId("fork-2")).build()))
                    .isInstanceOfSatisfying(
                            BranchException.class, e -> assertThat(e.reason()).isEqualTo(BranchException.LIMIT));
        }
    }
}
