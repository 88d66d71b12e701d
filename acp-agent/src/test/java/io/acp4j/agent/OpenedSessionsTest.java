package io.acp4j.agent;

import static io.acp4j.agent.testing.RawClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.SessionOrigin.Kind;
import io.acp4j.agent.internal.session.DefaultSessionContext;
import io.acp4j.agent.internal.session.SessionOutput;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionConfigValueId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.config.SessionConfigBoolean;
import io.acp4j.schema.config.SessionConfigSelect;
import io.acp4j.schema.config.SessionConfigSelectOption;
import io.acp4j.schema.config.SessionConfigSelectOptions;
import io.acp4j.schema.config.SessionConfigValue;
import io.acp4j.schema.mode.SessionMode;
import io.acp4j.schema.session.ForkSessionResponse;
import io.acp4j.schema.session.LoadSessionResponse;
import io.acp4j.schema.session.ResumeSessionResponse;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AvailableCommand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an agent declares once for its sessions, however they are opened, with a store and without. */
class OpenedSessionsTest {

    /** What the handler attaches. */
    private record Prepared(Kind kind) {}

    private final SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
    private final List<SessionOrigin> openings = new CopyOnWriteArrayList<>();
    private @Nullable RawClient client;

    @AfterEach
    void close() {
        if (client != null) {
            client.close();
        }
        repository.close();
    }

    static Stream<Arguments> everyWay() {
        return Stream.of(true, false)
                .flatMap(stored -> Arrays.stream(Kind.values())
                        .map(kind -> argumentSet((stored ? "stored, " : "not stored, ") + kind, stored, kind)));
    }

    private AcpAgentBuilder agent(boolean stored) {
        AcpAgentBuilder builder = AcpAgent.builder()
                .info("declaring", "1")
                .modes(
                        SessionMode.of(new SessionModeId("ask"), "Ask"),
                        SessionMode.of(new SessionModeId("code"), "Code"))
                .configOptions(
                        SessionConfigSelect.builder(
                                        new SessionConfigId("model"),
                                        "Model",
                                        new SessionConfigValueId("small"),
                                        SessionConfigSelectOptions.of(
                                                SessionConfigSelectOption.of(
                                                        new SessionConfigValueId("small"), "Small"),
                                                SessionConfigSelectOption.of(
                                                        new SessionConfigValueId("large"), "Large")))
                                .build(),
                        SessionConfigBoolean.builder(new SessionConfigId("web"), "Web", false)
                                .build())
                .commands(AvailableCommand.of("compact", "Sums up"))
                .sessionListener((session, origin) -> {
                    openings.add(origin);
                    session.attach(Prepared.class, new Prepared(origin.kind()));
                    session.update(AgentMessageChunk.text(null, "Welcome"));
                })
                .onPrompt(turn -> {
                    Prepared prepared = Objects.requireNonNull(turn.session().attachment(Prepared.class));
                    if (turn.text().equals("code")) {
                        turn.session().setMode(new SessionModeId("code"));
                        turn.session()
                                .setConfigOption(
                                        new SessionConfigId("model"),
                                        SessionConfigValue.of(new SessionConfigValueId("large")));
                    }
                    turn.say("prepared for " + prepared.kind());
                });
        return stored
                ? builder.sessions(repository)
                : builder.onLoadSession((request, setup) -> LoadSessionResponse.EMPTY)
                        .onResumeSession((request, setup) -> ResumeSessionResponse.EMPTY)
                        .onForkSession((request, setup) ->
                                ForkSessionResponse.builder(setup.sessionId()).build());
    }

    private RawClient connect(AcpAgentBuilder builder) {
        RawClient connected =
                RawClient.initialized(builder.build(), "{\"session\":{\"configOptions\":{\"boolean\":{}}}}");
        client = connected;
        return connected;
    }

    private static int open(RawClient client, Kind kind, @Nullable String session) {
        String about = "{\"sessionId\":\"" + session + "\",\"cwd\":\"/project\",\"mcpServers\":[]}";
        return switch (kind) {
            case NEW -> client.request("session/new", "{\"cwd\":\"/project\",\"mcpServers\":[]}");
            case LOAD -> client.request("session/load", about);
            case RESUME -> client.request("session/resume", about);
            case FORK -> client.request("session/fork", about);
        };
    }

    /** The response to a request, whatever is replayed before it. */
    private static JsonNode response(RawClient client, int id) {
        while (true) {
            JsonNode frame = client.next();
            if (!frame.has("method")) {
                assertThat(frame.path("id").asInt()).isEqualTo(id);
                assertThat(frame.has("result")).as("%s", frame).isTrue();
                return frame.get("result");
            }
        }
    }

    private static List<String> updates(RawClient client, int count) {
        List<String> kinds = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            kinds.add(kind(client.update()));
        }
        return kinds;
    }

    private static String kind(JsonNode update) {
        String text = update.at("/content/text").asText();
        return update.path("sessionUpdate").asText() + (text.isEmpty() ? "" : " " + text);
    }

    private static String begin(RawClient client) {
        String session =
                response(client, open(client, Kind.NEW, null)).get("sessionId").asText();
        updates(client, 2);
        return session;
    }

    @ParameterizedTest
    @MethodSource("everyWay")
    void sessionIsPreparedBeforeItsFirstTurnAndTheClientHearsOfItAfterTheResponse(boolean stored, Kind kind) {
        RawClient raw = connect(agent(stored));
        String source = kind == Kind.NEW ? "" : begin(raw);
        openings.clear();

        JsonNode opened = response(raw, open(raw, kind, source));
        String session = opened.path("sessionId").asText(source);
        int prompt = raw.prompt(session, "hello");

        assertThat(openings).containsExactly(new SessionOrigin(kind, kind == Kind.FORK ? new SessionId(source) : null));
        assertThat(updates(raw, 3))
                .containsExactly(
                        "available_commands_update",
                        "agent_message_chunk Welcome",
                        "agent_message_chunk prepared for " + kind);
        raw.result(prompt);
    }

    @ParameterizedTest
    @MethodSource("everyWay")
    void newSessionsBeginAsDeclaredAndOthersGoOnAsTheyWere(boolean stored, Kind kind) {
        RawClient raw = connect(agent(stored));
        String session = begin(raw);
        raw.result(raw.request("session/set_mode", "{\"sessionId\":\"" + session + "\",\"modeId\":\"code\"}"));
        JsonNode options = raw.result(raw.request(
                "session/set_config_option",
                "{\"sessionId\":\"" + session + "\",\"configId\":\"model\",\"value\":\"large\"}"));
        assertThat(options.at("/configOptions/0/currentValue").asText()).isEqualTo("large");
        raw.result(raw.request(
                "session/set_config_option",
                "{\"sessionId\":\"" + session + "\",\"configId\":\"web\",\"type\":\"boolean\",\"value\":true}"));

        JsonNode opened = response(raw, open(raw, kind, session));

        boolean begins = kind == Kind.NEW;
        assertThat(opened.at("/modes/currentModeId").asText()).isEqualTo(begins ? "ask" : "code");
        assertThat(opened.at("/modes/availableModes")).hasSize(2);
        assertThat(opened.at("/configOptions/0/currentValue").asText()).isEqualTo(begins ? "small" : "large");
        assertThat(opened.at("/configOptions/1/currentValue").asBoolean()).isEqualTo(!begins);
    }

    @ParameterizedTest
    @MethodSource("everyWay")
    void refusedSessionLeavesNothingBehind(boolean stored, Kind kind) {
        CountDownLatch refusing = new CountDownLatch(1);
        RawClient raw = connect(agent(stored).sessionListener((session, origin) -> {
            session.update(AgentMessageChunk.text(null, "Welcome"));
            if (refusing.getCount() == 0) {
                throw AcpErrorException.authRequired();
            }
        }));
        String source = begin(raw);
        refusing.countDown();

        int request = open(raw, kind, source);
        JsonNode answer = raw.next();
        while (answer.has("method")) {
            answer = raw.next();
        }

        assertThat(answer.path("id").asInt()).isEqualTo(request);
        assertThat(answer.at("/error/code").asInt()).isEqualTo(-32000);
        raw.expectSilence();
        if (stored) {
            assertThat(raw.result(raw.request("session/list", "{}")).get("sessions"))
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void changesOfTheAgentAreSentAndKept(boolean stored) {
        RawClient raw = connect(agent(stored));
        String session = begin(raw);
        for (int turn = 0; turn < 2; turn++) { // the second one changes nothing
            List<String> kinds = raw.updatesBefore(raw.prompt(session, "code")).stream()
                    .map(update -> update.path("sessionUpdate").asText())
                    .toList();
            assertThat(kinds)
                    .isEqualTo(
                            turn == 0
                                    ? List.of("current_mode_update", "config_option_update", "agent_message_chunk")
                                    : List.of("agent_message_chunk"));
        }
        JsonNode loaded = response(raw, open(raw, Kind.LOAD, session));
        assertThat(loaded.at("/modes/currentModeId").asText()).isEqualTo("code");
        assertThat(loaded.at("/configOptions/0/currentValue").asText()).isEqualTo("large");
    }

    @Test
    void choicesThatAreNotDeclaredAreRefused() {
        RawClient raw = connect(agent(false));
        String session = begin(raw);
        assertThat(raw.error(raw.request("session/set_mode", "{\"sessionId\":\"" + session + "\",\"modeId\":\"fly\"}"))
                        .at("/data/reason")
                        .asText())
                .isEqualTo("unknown_mode");
        assertThat(raw.error(raw.request(
                                "session/set_config_option",
                                "{\"sessionId\":\"" + session + "\",\"configId\":\"model\",\"value\":\"huge\"}"))
                        .at("/data/reason")
                        .asText())
                .isEqualTo("unknown_value");
        assertThat(raw.error(raw.request(
                                "session/set_config_option",
                                "{\"sessionId\":\"" + session + "\",\"configId\":\"fast\",\"value\":\"yes\"}"))
                        .at("/data/reason")
                        .asText())
                .isEqualTo("unknown_config_option");
        AgentSession open = Objects.requireNonNull(raw.agent().session(new SessionId(session)));
        assertThatThrownBy(() -> open.setMode(new SessionModeId("fly"))).isInstanceOf(IllegalArgumentException.class);
        SessionConfigValue on = SessionConfigValue.of(true);
        assertThatThrownBy(() -> open.setConfigOption(new SessionConfigId("model"), on))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> open.setConfigOption(new SessionConfigId("fast"), on))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void turnWaitsUntilTheClientHasWhatWasSentMeanwhile() throws Exception {
        CountDownLatch answered = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        RawClient raw = connect(agent(false).onLoadSession((request, setup) -> {
            // In the place of a writer that is slow: the response is out, and what was sent meanwhile is not yet.
            ((DefaultSessionContext) setup).onResponded(session -> {
                answered.countDown();
                await(go);
            });
            return LoadSessionResponse.EMPTY;
        }));
        String session = begin(raw);
        response(raw, open(raw, Kind.LOAD, session));
        assertThat(answered.await(60, TimeUnit.SECONDS)).isTrue();
        int prompt = raw.prompt(session, "hello");
        raw.expectSilence();
        go.countDown();
        assertThat(updates(raw, 3))
                .containsExactly(
                        "available_commands_update",
                        "agent_message_chunk Welcome",
                        "agent_message_chunk prepared for LOAD");
        raw.result(prompt);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    @Test
    void tooManyUpdatesBeforeTheResponseRefuseTheSession() {
        RawClient raw = connect(agent(false).sessionListener((session, origin) -> {
            for (int i = 0; i <= SessionOutput.MAX_HELD; i++) {
                session.update(AgentMessageChunk.text(null, "x"));
            }
        }));
        JsonNode error = raw.error(open(raw, Kind.NEW, null));
        assertThat(error.path("code").asInt()).isEqualTo(-32603);
        raw.expectSilence();
    }

    @Test
    void switchesAreLeftOutForClientsThatDoNotKnowThem() {
        RawClient raw = RawClient.initialized(agent(false).build(), json("{}").toString());
        client = raw;
        JsonNode opened = response(raw, open(raw, Kind.NEW, null));
        assertThat(opened.at("/configOptions")).hasSize(1);
    }

    @Test
    void contradictionsAreRefusedWhereTheyAreMade() {
        AcpAgentBuilder builder = AcpAgent.builder().info("declaring", "1");
        SessionMode ask = SessionMode.of(new SessionModeId("ask"), "Ask");
        assertThatThrownBy(() -> builder.modes(ask, ask)).hasMessageContaining("mode ask");
        AvailableCommand command = AvailableCommand.of("a", "A");
        assertThatThrownBy(() -> builder.commands(command, command)).hasMessageContaining("command a");
        assertThatThrownBy(() -> builder.commands(AvailableCommand.of("/a", "A")))
                .hasMessageContaining("/a");
        SessionConfigSelect broken = SessionConfigSelect.builder(
                        new SessionConfigId("model"),
                        "Model",
                        new SessionConfigValueId("huge"),
                        SessionConfigSelectOptions.of(
                                SessionConfigSelectOption.of(new SessionConfigValueId("small"), "Small")))
                .build();
        assertThatThrownBy(() -> builder.configOptions(broken)).hasMessageContaining("huge");
    }
}
