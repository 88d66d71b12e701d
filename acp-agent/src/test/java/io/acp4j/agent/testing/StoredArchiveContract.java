package io.acp4j.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.init.SessionCapabilities;
import io.acp4j.schema.init.SessionSystemPromptCapabilities;
import io.acp4j.schema.session.SetSessionTitleResponse;
import io.acp4j.schema.session.SystemPrompt;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Archives, titles, states and system prompts of stored sessions over the protocol; on any store. */
public abstract class StoredArchiveContract {

    private final ScriptedAgent script = new ScriptedAgent();
    private SessionRepository repository;
    private StoredClient client;

    /** Opens an empty store. */
    protected abstract SessionStore open();

    @BeforeEach
    void connect() {
        repository = SessionRepository.over(open());
        client = StoredClient.of(
                script.builder().sessions(repository, ScriptedAgent.UNTITLED).build());
    }

    private void reconnect(UnaryOperator<AcpAgentBuilder> changes) {
        client.close();
        client = StoredClient.of(changes.apply(script.builder().sessions(repository, ScriptedAgent.UNTITLED))
                .build());
    }

    @AfterEach
    void disconnect() {
        client.close();
        repository.close();
    }

    private static String about(String session) {
        return "{'sessionId':'" + session + "'}";
    }

    private List<String> listed(String filter) {
        List<String> all = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = client.call("session/list", "{'archived':" + filter + cursor + "}");
            page.get("sessions").forEach(each -> all.add(each.get("sessionId").asText()));
            cursor = page.has("nextCursor")
                    ? ",'cursor':'" + page.get("nextCursor").asText() + "'"
                    : "";
        } while (!cursor.isEmpty());
        return all;
    }

    private String titleOf(String session) {
        return client.info(session).get("title").asText();
    }

    @Test
    void archivedSessionIsHiddenAndKeepsItsHistory() {
        String kept = client.newSession();
        String hidden = client.newSession();
        client.prompt(hidden, "say a");

        client.call("session/archive", about(hidden));
        client.call("session/archive", about(hidden));

        assertThat(listed("null")).containsExactly(kept);
        assertThat(listed("'exclude'")).containsExactly(kept);
        assertThat(listed("'include'")).containsExactly(hidden, kept);
        assertThat(listed("'only'")).containsExactly(hidden);
        assertThat(client.info(kept).get("archived").asBoolean(true)).isFalse();
        assertThat(client.transcript(hidden)).containsExactly("user:say a", "agent:a");
        client.call("session/unarchive", about(hidden));
        client.call("session/unarchive", about(hidden));
        assertThat(listed("'exclude'")).containsExactly(hidden, kept);
    }

    @Test
    void archivingEndsTheTurnAndClosesTheSession() {
        String session = client.newSession();
        int turn = client.raw().prompt(session, "say a;wait forever");
        client.raw().update();

        int archive = client.raw().request("session/archive", about(session).replace('\'', '"'));

        assertThat(client.raw().result(turn).get("stopReason").asText()).isEqualTo("cancelled");
        client.raw().result(archive);
        JsonNode error = client.refused("session/prompt", "{'sessionId':'" + session + "','prompt':[]}");
        assertThat(error.get("code").asInt()).isEqualTo(-32002);
        assertThat(client.call("session/status", about(session)).get("status").asText())
                .isEqualTo("saved");
    }

    @Test
    void pagesAreFullThoughSessionsAreLeftOut() {
        reconnect(agent -> agent.sessions(
                repository, ScriptedAgent.UNTITLED.toBuilder().pageSize(3).build()));
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            String session = client.newSession();
            if (i % 3 == 0) {
                kept.add(0, session);
            } else {
                client.call("session/archive", about(session));
            }
        }

        assertThat(client.call("session/list", "{}").get("sessions")).hasSize(3);
        assertThat(listed("'exclude'")).isEqualTo(kept);
        assertThat(listed("'only'")).hasSize(8).doesNotHaveDuplicates().doesNotContainAnyElementsOf(kept);
    }

    @Test
    void unknownFilterIsRefused() {
        JsonNode error = client.refused("session/list", "{'archived':'_mine'}");

        assertThat(error.get("code").asInt()).isEqualTo(-32602);
        assertThat(error.at("/data/reason").asText()).isEqualTo("unknown_filter");
    }

    @Test
    void forkOfAnArchivedSessionIsNotArchived() {
        String session = client.newSession();
        client.prompt(session, "say a");
        client.call("session/archive", about(session));

        assertThat(client.fork(session)).isIn(listed("'exclude'"));
    }

    @Test
    void unknownSessionsAreNotFound() {
        for (String method : List.of("session/archive", "session/unarchive", "session/status", "session/set_title")) {
            JsonNode error = client.refused(method, "{'sessionId':'nobody','title':'t'}");

            assertThat(error.get("code").asInt()).as(method).isEqualTo(-32002);
            assertThat(error.at("/data/sessionId").asText()).as(method).isEqualTo("nobody");
        }
    }

    @Test
    void statusTellsWhetherASessionIsInMemory() {
        String session = client.newSession();
        assertThat(client.call("session/status", about(session)).get("status").asText())
                .isEqualTo("open");

        client.call("session/close", about(session));

        assertThat(client.call("session/status", about(session)).get("status").asText())
                .isEqualTo("saved");
    }

    @Test
    void titleIsStrippedStoredAndAnswered() {
        String session = client.newSession();
        client.call("session/close", about(session));

        JsonNode answer = client.call("session/set_title", "{'sessionId':'" + session + "','title':' Tea \\n'}");

        assertThat(answer.get("title").asText()).isEqualTo("Tea");
        assertThat(titleOf(session)).isEqualTo("Tea");
    }

    @Test
    void longTitleIsCutOffAndAnEmptyOneRefused() {
        String session = client.newSession();
        String longTitle = "x".repeat(999) + "\uD83C\uDF75 and more";

        JsonNode answer =
                client.call("session/set_title", "{'sessionId':'" + session + "','title':'" + longTitle + "'}");
        JsonNode error = client.refused("session/set_title", "{'sessionId':'" + session + "','title':' \\t '}");

        assertThat(answer.get("title").asText()).isEqualTo("x".repeat(999) + "\u2026");
        assertThat(error.get("code").asInt()).isEqualTo(-32602);
        assertThat(titleOf(session)).isEqualTo("x".repeat(999) + "\u2026");
    }

    @Test
    void handlersOfTheAuthorMayRefuseAndChange() {
        List<String> archived = new CopyOnWriteArrayList<>();
        reconnect(agent -> agent.unstable(more -> more.onArchiveSession(
                        (request, peer) -> archived.add(request.sessionId().value()), (request, peer) -> {
                            throw AcpErrorException.invalidRequest("for_ever", "Archived for ever");
                        })
                .onSetTitle((request, peer) ->
                        SetSessionTitleResponse.of(request.title().toUpperCase(Locale.ROOT)))));
        String session = client.newSession();

        client.call("session/archive", about(session));
        JsonNode error = client.refused("session/unarchive", about(session));
        client.call("session/set_title", "{'sessionId':'" + session + "','title':'tea'}");

        assertThat(archived).containsExactly(session);
        assertThat(error.at("/data/reason").asText()).isEqualTo("for_ever");
        assertThat(listed("'only'")).containsExactly(session);
        assertThat(repository.find(new SessionId(session)).title()).isEqualTo("TEA");
    }

    @Test
    void systemPromptIsStoredInheritedAndReplaced() {
        List<String> prompts = new CopyOnWriteArrayList<>();
        reconnect(agent -> agent.capabilities(all -> all.sessionCapabilities(SessionCapabilities.builder()
                        .systemPrompt(SessionSystemPromptCapabilities.OVERRIDE)
                        .build()))
                .onPrompt(turn -> prompts.add(text(turn.session().systemPrompt()))));
        String prompt = ",'systemPrompt':{'mode':'%s','content':[{'type':'text','text':'%s'}]}";
        String session = client.call(
                        "session/new",
                        "{'cwd':'/project','mcpServers':[]" + prompt.formatted("append", "Be brief") + "}")
                .get("sessionId")
                .asText();
        client.prompt(session, "1");
        client.call("session/resume", "{'sessionId':'" + session + "','cwd':'/project'}");
        client.prompt(session, "2");
        String fork = client.fork(session);
        client.prompt(fork, "3");
        client.call(
                "session/resume",
                "{'sessionId':'" + session + "','cwd':'/project'" + prompt.formatted("override", "Be kind") + "}");
        client.prompt(session, "4");
        client.prompt(client.fork(session), "5");
        client.prompt(fork, "6");

        assertThat(prompts)
                .containsExactly(
                        "append Be brief",
                        "append Be brief",
                        "append Be brief",
                        "override Be kind",
                        "override Be kind",
                        "append Be brief");
    }

    private static String text(SystemPrompt prompt) {
        return prompt.mode() + " " + ((TextContent) prompt.content().get(0)).text();
    }
}
