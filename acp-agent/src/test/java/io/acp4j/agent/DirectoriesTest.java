package io.acp4j.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.agent.testing.ScriptedAgent;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.schema.init.SessionAdditionalDirectoriesCapabilities;
import io.acp4j.schema.init.SessionCapabilities;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Directories of stored sessions: different spellings of a directory are equal, and lists contain the latest directory. */
class DirectoriesTest {

    private final SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
    private final RawClient client = RawClient.initialized(new ScriptedAgent()
            .builder()
            .capabilities(capabilities -> capabilities.sessionCapabilities(SessionCapabilities.builder()
                    .additionalDirectories(SessionAdditionalDirectoriesCapabilities.SUPPORTED)
                    .build()))
            .sessions(repository, ScriptedAgent.UNTITLED)
            .build());

    @AfterEach
    void end() {
        client.close();
        repository.close();
    }

    private JsonNode call(String method, String params) {
        return client.response(method, params.replace('\'', '"')).get("result");
    }

    private String newSession(String cwd) {
        return call("session/new", "{'cwd':'" + cwd + "','mcpServers':[]}")
                .get("sessionId")
                .asText();
    }

    private List<String> list(String cwd) {
        List<String> ids = new ArrayList<>();
        call("session/list", "{'cwd':'" + cwd + "'}")
                .get("sessions")
                .forEach(info -> ids.add(info.get("sessionId").asText()));
        return ids;
    }

    @ParameterizedTest
    @CsvSource({
        "/tmp/, /tmp, /tmp",
        "/tmp, /tmp/, /tmp",
        "/tmp//a/./b/, /tmp/a/b, /tmp/a/b",
        "/tmp/a/., /tmp/a, /tmp/a",
        "/, //, /",
        "/a/.hidden, /a/.hidden/, /a/.hidden",
        "/a/..b, /a/..b/, /a/..b"
    })
    void oneDirectoryIsListedAsOne(String made, String listed, String shown) {
        String session = newSession(made);
        assertThat(list(listed)).containsExactly(session);
        assertThat(list(made)).containsExactly(session);
        assertThat(call("session/list", "{}").at("/sessions/0/cwd").asText()).isEqualTo(shown);
        assertThat(list("/elsewhere")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"session/load", "session/resume"})
    void openingASessionInAnotherDirectoryUpdatesTheList(String method) {
        String session = newSession("/old");
        String updated = call("session/list", "{}").at("/sessions/0/updatedAt").asText();
        call(
                method,
                "{'sessionId':'" + session + "','cwd':'/new/','mcpServers':[],'additionalDirectories':['/more/']}");
        assertThat(list("/old")).isEmpty();
        assertThat(list("/new")).containsExactly(session);
        JsonNode info = call("session/list", "{}").at("/sessions/0");
        assertThat(info.get("cwd").asText()).isEqualTo("/new");
        assertThat(info.at("/additionalDirectories/0").asText()).isEqualTo("/more");
        assertThat(info.get("updatedAt").asText()).as("nothing was said").isEqualTo(updated);
    }

    @Test
    void aForkInAnotherDirectoryIsListedThere() {
        String session = newSession("/old");
        String fork = call("session/fork", "{'sessionId':'" + session + "','cwd':'/fork/'}")
                .get("sessionId")
                .asText();
        assertThat(list("/fork")).containsExactly(fork);
        assertThat(list("/old/")).containsExactly(session);
    }
}
