package io.acp4j.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.agent.testing.ScriptedAgent;
import io.acp4j.agent.testing.StoredClient;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionConfigValueId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.config.SessionConfigSelect;
import io.acp4j.schema.config.SessionConfigSelectOption;
import io.acp4j.schema.config.SessionConfigSelectOptions;
import io.acp4j.schema.config.SessionConfigValue;
import io.acp4j.schema.mode.SessionMode;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.session.LoadSessionResponse;
import io.acp4j.schema.session.NewSessionResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StoredSettingsTest {

    private final SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
    private StoredClient client;
    private String session;

    private static List<SessionConfigOption> models(String current) {
        return List.of(SessionConfigSelect.builder(
                        new SessionConfigId("model"),
                        "Model",
                        new SessionConfigValueId(current),
                        SessionConfigSelectOptions.of(
                                SessionConfigSelectOption.of(new SessionConfigValueId("small"), "Small"),
                                SessionConfigSelectOption.of(new SessionConfigValueId("large"), "Large")))
                .build());
    }

    private static SessionModeState modes() {
        return SessionModeState.of(
                new SessionModeId("ask"),
                List.of(
                        new SessionMode(new SessionModeId("ask"), "Ask", null, null),
                        new SessionMode(new SessionModeId("code"), "Code", null, null)));
    }

    private AcpAgentBuilder agent() {
        return new ScriptedAgent()
                .builder()
                .sessions(repository)
                .onNewSession((request, setup) -> NewSessionResponse.builder(setup.sessionId())
                        .modes(modes())
                        .configOptions(models("small"))
                        .build())
                .onSetMode((request, open) -> {})
                .onSetConfigOption((request, open) -> models(
                        ((SessionConfigValue.Choice) request.value()).id().value()));
    }

    @BeforeEach
    void connect() {
        client = StoredClient.of(agent().build());
        session = client.newSession();
        client.prompt(session, "one");
    }

    @AfterEach
    void disconnect() {
        client.close();
        repository.close();
    }

    private void choose(String model, String mode) {
        client.call(
                "session/set_config_option",
                "{'sessionId':'" + session + "','configId':'model','value':'" + model + "'}");
        client.call("session/set_mode", "{'sessionId':'" + session + "','modeId':'" + mode + "'}");
    }

    private static void assertSettings(JsonNode answer, String model, String mode) {
        assertThat(answer.at("/configOptions/0/currentValue").asText()).isEqualTo(model);
        assertThat(answer.at("/modes/currentModeId").asText()).isEqualTo(mode);
        assertThat(answer.at("/modes/availableModes")).hasSize(2);
    }

    @Test
    @DisplayName("21, 22: a fork has the model and mode of its point, not those that were chosen afterwards")
    void forkHasTheSettingsOfItsPoint() {
        String first = client.ids(session).get(1);
        choose("large", "code");
        client.prompt(session, "two");
        assertSettings(client.call("session/fork", StoredClient.forkOf(session, "")), "large", "code");
        assertSettings(
                client.call("session/fork", StoredClient.forkOf(session, ",'messageId':'" + first + "'")),
                "small",
                "ask");
    }

    @Test
    void loadedSessionHasItsLastSettings() {
        choose("large", "code");
        client.close();
        client = StoredClient.of(agent().build());
        assertSettings(load(), "large", "code");
        assertSettings(
                client.call("session/resume", "{'sessionId':'" + session + "','cwd':'/project'}"), "large", "code");
    }

    @Test
    @DisplayName(
            "a session that goes on from elsewhere keeps its model and mode, also when it is loaded after its next turn")
    void navigationLeavesModelAndModeAsTheyAre() {
        String first = client.ids(session).get(1);
        choose("large", "code");
        client.prompt(session, "two");
        navigate(first);
        client.prompt(session, "three");
        assertSettings(load(), "large", "code");
        assertSettings(
                client.call("session/fork", StoredClient.forkOf(session, ",'messageId':'" + first + "'")),
                "small",
                "ask");
    }

    @Test
    @DisplayName("what a client chooses is stored where the session goes on, also when that is what it had elsewhere")
    void whatIsChosenAfterNavigatingIsStored() {
        String first = client.ids(session).get(1);
        choose("large", "code");
        client.prompt(session, "two");
        navigate(first);
        choose("large", "code");
        assertSettings(load(), "large", "code");
    }

    @Test
    @DisplayName(
            "a session that has gone elsewhere and says nothing there has the model and mode of that place when it is loaded")
    void placeWithoutATurnHasItsOwnSettings() {
        String first = client.ids(session).get(1);
        choose("large", "code");
        client.prompt(session, "two");
        navigate(first);
        assertSettings(load(), "small", "ask");
    }

    private void navigate(String message) {
        client.call("_acp4j/session/navigate", "{'sessionId':'" + session + "','messageId':'" + message + "'}");
    }

    @Test
    @DisplayName("what an opener of the author's offers now is kept, with the values that the session had")
    void authorOffersAndStoreRemembers() {
        choose("large", "code");
        client.close();
        SessionModeState fewer = SessionModeState.of(
                new SessionModeId("ask"), List.of(new SessionMode(new SessionModeId("ask"), "Ask", null, null)));
        client = StoredClient.of(agent().onLoadSession((request, setup) -> LoadSessionResponse.builder()
                        .modes(fewer)
                        .configOptions(models("small"))
                        .build())
                .build());
        JsonNode answer = load();
        assertThat(answer.at("/configOptions/0/currentValue").asText()).isEqualTo("large");
        assertThat(answer.at("/modes/currentModeId").asText()).isEqualTo("ask");
    }

    @Test
    @DisplayName("a fork is shown the plan at its point after the response, as a replay is not sent")
    void planIsShown() {
        client.prompt(session, "plan tidy up;say ok");
        client.fork(session);
        JsonNode plan = client.raw().update();
        assertThat(plan.get("sessionUpdate").asText()).isEqualTo("plan");
        client.raw().expectSilence();
    }

    private JsonNode load() {
        RawClient raw = client.raw();
        int id = raw.request(
                "session/load", "{\"sessionId\":\"" + session + "\",\"cwd\":\"/project\",\"mcpServers\":[]}");
        while (true) {
            JsonNode frame = raw.next();
            if (!frame.has("method") && frame.path("id").asInt() == id) {
                return frame.get("result");
            }
        }
    }
}
