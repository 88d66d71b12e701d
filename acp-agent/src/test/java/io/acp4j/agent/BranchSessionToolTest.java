package io.acp4j.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.store.SessionAttribute;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.testing.ScriptedAgent;
import io.acp4j.agent.testing.StoredClient;
import io.acp4j.agent.tree.ForkSpec;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.json.RawJson;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BranchSessionToolTest {

    private final SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
    private final BranchSessionTool tool = new BranchSessionTool(repository);
    private final AtomicReference<String> arguments = new AtomicReference<>("{}");
    private final AtomicReference<String> texts = new AtomicReference<>("");
    private StoredClient client;
    private String session;
    private List<String> ids;

    @BeforeEach
    void connect() {
        ScriptedAgent script = new ScriptedAgent().step("branch", turn -> {
            BranchSessionTool.Result made =
                    tool.call(turn, RawJson.parse(arguments.get().replace('\'', '"')));
            texts.set(made.text());
            turn.say(made.fork().session().id().value());
        });
        client = StoredClient.of(script.builder().sessions(repository).build());
        session = client.newSession();
        client.prompt(session, "one");
        client.prompt(session, "two");
        ids = client.ids(session);
    }

    @AfterEach
    void disconnect() {
        client.close();
        repository.close();
    }

    private String branch(String with) {
        arguments.set(with);
        return client.say(session, "branch");
    }

    private JsonNode refused(String with) {
        arguments.set(with);
        return client.refused(
                "session/prompt", "{'sessionId':'" + session + "','prompt':[{'type':'text','text':'branch'}]}");
    }

    @Test
    @DisplayName("48c: a branch after N messages has exactly those")
    void branchAfterACountOfMessages() {
        assertThat(client.transcript(branch("{'at_message':1}"))).containsExactly("user:one");
        assertThat(client.transcript(branch("{'fork_point':3}")))
                .containsExactly("user:one", "agent:re: one", "user:two");
        assertThat(client.transcript(branch("{'at_message':0}"))).isEmpty();
    }

    @Test
    @DisplayName("48c: a number that is no number of messages is refused, and nothing is copied")
    void badCountsAreRefused() {
        int before = client.list().size();
        assertThat(refused("{'at_message':1000}").at("/data/reason").asText()).isEqualTo("out_of_range");
        assertThat(refused("{'at_message':-1}").at("/data/reason").asText()).isEqualTo("out_of_range");
        assertThat(refused("{'at_message':99999999999}").at("/data/reason").asText())
                .isEqualTo("out_of_range");
        assertThat(refused("{'at_message':1e400}").get("code").asInt()).isEqualTo(-32602);
        for (String bad : List.of("1.5", "'1'", "true", "[1]")) {
            JsonNode error = refused("{'at_message':" + bad + "}");
            assertThat(error.get("code").asInt()).as(bad).isEqualTo(-32602);
            assertThat(error.at("/data/path").asText()).as(bad).isEqualTo("/at_message");
        }
        assertThat(refused("{'at_message':1,'fork_point':2}").get("code").asInt())
                .isEqualTo(-32602);
        assertThat(refused("{'at_message':1,'message_id':'" + ids.get(0) + "'}")
                        .get("code")
                        .asInt())
                .isEqualTo(-32602);
        assertThat(client.list()).hasSize(before);
    }

    @Test
    @DisplayName("48c: a whole number may be written with a fraction of zero")
    void wholeNumberMayHaveAPoint() {
        assertThat(client.transcript(branch("{'at_message':1.0}"))).containsExactly("user:one");
        assertThat(client.transcript(branch("{'fork_point':2e0}"))).hasSize(2);
        assertThat(client.transcript(branch("{'at_message':3,'fork_point':3.0}")))
                .hasSize(3);
    }

    @Test
    void unknownArgumentsAreRefusedAndTheModelIsToldWhichThereAre() {
        int before = client.list().size();
        for (String bad : List.of("{'atMessage':1}", "{'at_message':1,'cwd':'/'}", "{'':1}")) {
            JsonNode error = refused(bad);
            assertThat(error.get("code").asInt()).as(bad).isEqualTo(-32602);
            assertThat(error.at("/data/reason").asText()).as(bad).isEqualTo("bad_argument");
            assertThat(error.get("message").asText()).as(bad).contains("message_id", "at_message");
        }
        assertThat(client.list()).hasSize(before);
    }

    @Test
    void resultHasATextForTheModel() {
        String fork = branch("{'at_message':3,'label':'aside'}");
        assertThat(texts.get())
                .isEqualTo("Created session " + fork + ", titled \"aside\". It has the first 3 messages of this"
                        + " conversation; this session goes on unchanged.");
        branch("{'at_message':1}");
        assertThat(texts.get()).contains("the first message of");
        branch("{'at_message':0}");
        assertThat(texts.get()).contains("none of the messages");
    }

    @Test
    void malformedLabelIsRefused() {
        assertThat(refused("{'label':' '}").at("/data/reason").asText()).isEqualTo("malformed_label");
        assertThat(refused("{'label':'a\\nb'}").at("/data/reason").asText()).isEqualTo("malformed_label");
    }

    @Test
    void branchAtAMessageHasTheLabel() {
        String branch = branch("{'message_id':'" + ids.get(1) + "','label':'aside'}");
        assertThat(client.transcript(branch)).containsExactly("user:one", "agent:re: one");
        assertThat(client.info(branch).at("/_meta/acp4j~1lineage/label").asText())
                .isEqualTo("aside");
        assertThat(refused("{'message_id':'nothing'}").at("/data/reason").asText())
                .isEqualTo("unknown_message");
    }

    @Test
    void branchWithoutArgumentsEndsBeforeTheTurn() {
        assertThat(client.transcript(branch("{}"))).hasSize(4).endsWith("agent:re: two");
    }

    @Test
    void descriptionFitsTheArguments() {
        assertThat(tool.name()).isEqualTo("branch_session");
        assertThat(tool.inputSchema().toTree().get("properties").fieldNames())
                .toIterable()
                .containsExactly("message_id", "at_message", "fork_point", "label");
        assertThat(tool.description()).contains("message_id", "at_message");
    }

    @Test
    @DisplayName("75a: client, Java API and tool make forks that inherit the same")
    void allSurfacesInheritTheSame() {
        SessionTree tree = client.raw().agent().session(new SessionId(session)).tree();
        for (String name : List.of(
                SessionAttribute.MODEL,
                SessionAttribute.PROJECT,
                SessionAttribute.AGENT,
                SessionAttribute.MCP_DISABLED)) {
            tree.attribute(name, SessionAttribute.of(name, "x"));
        }
        for (String name :
                List.of(SessionAttribute.WORKTREE_BRANCH, SessionAttribute.SANDBOX, SessionAttribute.CHANNEL)) {
            tree.attribute(name, SessionAttribute.of(name, "x"));
        }
        repository.fork(ForkSpec.builder(new SessionId(session), new SessionId("direct"))
                .at(ForkPoint.end())
                .build());
        for (String fork : List.of(client.fork(session), "direct", branch("{}"))) {
            StoredSession stored = repository.find(new SessionId(fork));
            assertThat(stored.attributes().keySet())
                    .containsExactlyInAnyOrder(
                            SessionAttribute.MODEL,
                            SessionAttribute.PROJECT,
                            SessionAttribute.AGENT,
                            SessionAttribute.MCP_DISABLED);
        }
    }
}
