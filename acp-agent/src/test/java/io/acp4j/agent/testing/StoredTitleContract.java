package io.acp4j.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.SessionServiceOptions;
import io.acp4j.agent.SessionServiceOptions.TitlePolicy;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Titles that sessions take from their first prompt, and labels of forks, over the protocol; on any store. */
public abstract class StoredTitleContract {

    private final ScriptedAgent script = new ScriptedAgent();
    private SessionRepository repository;
    private StoredClient client;

    /** Opens an empty store. */
    protected abstract SessionStore open();

    @BeforeEach
    void connect() {
        repository = SessionRepository.over(open());
        client = StoredClient.of(script.builder().sessions(repository).build());
    }

    @AfterEach
    void disconnect() {
        client.close();
        repository.close();
    }

    private void reconnect(TitlePolicy titles) {
        client.close();
        client = StoredClient.of(script.builder()
                .sessions(
                        repository,
                        SessionServiceOptions.builder().titles(titles).build())
                .build());
    }

    private String titleOf(String session) {
        return client.info(session).path("title").asText("(none)");
    }

    private static List<String> kinds(List<JsonNode> updates) {
        return updates.stream()
                .map(update -> update.get("sessionUpdate").asText())
                .toList();
    }

    @Test
    void firstPromptIsTheTitleAndTheClientIsTold() {
        String session = client.newSession();
        assertThat(titleOf(session)).isEqualTo("(none)");

        List<JsonNode> first = client.prompt(session, "say  hello;end;\\n say you");
        List<JsonNode> second = client.prompt(session, "say more");

        assertThat(kinds(first)).containsExactly("session_info_update", "agent_message_chunk", "agent_message_chunk");
        assertThat(first.get(0).get("title").asText()).isEqualTo("say hello;end; say you");
        assertThat(kinds(second)).containsExactly("agent_message_chunk");
        assertThat(titleOf(session)).isEqualTo("say hello;end; say you");
        assertThat(client.transcript(session)).hasSize(5);
    }

    @Test
    void titleIsBounded() {
        String session = client.newSession();
        client.prompt(session, "say " + "\uD83C\uDF75".repeat(10_000));
        assertThat(titleOf(session))
                .hasSizeLessThanOrEqualTo(80)
                .startsWith("say \uD83C\uDF75")
                .endsWith("\u2026");
    }

    @Test
    void titleThatIsThereIsKept() {
        String session = client.newSession();
        client.call("session/set_title", "{'sessionId':'" + session + "','title':'Tea'}");
        assertThat(kinds(client.prompt(session, "say a"))).containsExactly("agent_message_chunk");
        assertThat(titleOf(session)).isEqualTo("Tea");
    }

    @Test
    void agentReplacesTheTitle() {
        String session = client.newSession();
        List<JsonNode> updates = client.prompt(session, "say a;title Green tea;say b");
        assertThat(updates.stream()
                        .filter(update -> update.has("title"))
                        .map(update -> update.get("title").asText()))
                .containsExactly("say a;title Green tea;say b", "Green tea");
        client.prompt(session, "say c");
        assertThat(titleOf(session)).isEqualTo("Green tea");
    }

    @Test
    void forksInheritTheTitleByItsRule() {
        String session = client.newSession();
        String empty = client.fork(session);
        client.prompt(session, "say a");
        String fork = client.fork(session);
        assertThat(titleOf(fork)).isEqualTo("say a (fork)");
        assertThat(kinds(client.prompt(fork, "say b"))).containsExactly("agent_message_chunk");
        assertThat(titleOf(client.fork(fork))).isEqualTo("say a (fork 2)");
        client.prompt(empty, "say c");
        assertThat(titleOf(empty))
                .as("a fork that had neither title nor messages")
                .isEqualTo("say c");
    }

    @Test
    void titleIsTakenOnceWhateverHappensToTheSession() {
        String session = client.newSession();
        client.prompt(session, "say a");
        client.close();
        client = StoredClient.of(
                new ScriptedAgent().builder().sessions(repository).build());
        List<String> ids = client.ids(session);
        client.call("_acp4j/session/navigate", "{'sessionId':'" + session + "','messageId':'" + ids.get(0) + "'}");
        assertThat(kinds(client.prompt(session, "say b"))).containsExactly("agent_message_chunk");
        assertThat(titleOf(session)).isEqualTo("say a");
    }

    @Test
    void policyOfTheAgentDecides() {
        List<Integer> asked = new CopyOnWriteArrayList<>();
        reconnect(prompt -> {
            asked.add(prompt.size());
            return "About\n" + prompt.size();
        });
        String session = client.newSession();
        assertThat(client.prompt(session, "say a").get(0).get("title").asText()).isEqualTo("About 1");
        client.prompt(session, "say b");
        assertThat(asked).containsExactly(1);
        reconnect(TitlePolicy.NONE);
        String untitled = client.newSession();
        assertThat(kinds(client.prompt(untitled, "say a"))).containsExactly("agent_message_chunk");
        assertThat(titleOf(untitled)).isEqualTo("(none)");
        reconnect(prompt -> {
            throw new IllegalStateException("on purpose");
        });
        String failing = client.newSession();
        assertThat(kinds(client.prompt(failing, "say a"))).containsExactly("agent_message_chunk");
    }

    @Test
    void malformedLabelsOfForksAreRefusedAndNothingIsMade() {
        String session = client.newSession();
        for (String label : List.of("", "  ", "a\\nb", "a\\tb", "\\u0007", "\\u2029", "\\u2066x", "\\u2060")) {
            JsonNode error = client.refused(
                    "session/fork", StoredClient.forkOf(session, ",'_meta':{'acp4j/fork':{'label':'" + label + "'}}"));
            assertThat(error.get("code").asInt()).as(label).isEqualTo(-32602);
            assertThat(error.at("/data/reason").asText()).as(label).isEqualTo("malformed_label");
            JsonNode begun = client.refused(
                    "session/new",
                    "{'cwd':'/project','mcpServers':[],'_meta':{'acp4j/lineage':{'parentSessionId':'" + session
                            + "','label':'" + label + "'}}}");
            assertThat(begun.at("/data/reason").asText()).as(label).isEqualTo("malformed_label");
        }
        assertThat(client.list()).containsExactly(session);
    }

    @Test
    void throwAwayForksUseUpNoNumbers() {
        String session = client.newSession();
        client.prompt(session, "say a");
        for (int i = 0; i < 3; i++) {
            String fork = client.fork(session);
            client.prompt(fork, "say b");
            client.call("session/close", "{'sessionId':'" + fork + "'}");
            client.call("session/delete", "{'sessionId':'" + fork + "'}");
        }
        assertThat(titleOf(client.fork(session))).isEqualTo("say a (fork)");
    }
}
