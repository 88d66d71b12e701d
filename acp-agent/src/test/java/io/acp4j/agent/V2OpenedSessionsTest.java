package io.acp4j.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.SessionOrigin.Kind;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.V2Client;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.mode.SessionMode;
import io.acp4j.schema.session.ForkSessionResponse;
import io.acp4j.schema.session.LoadSessionResponse;
import io.acp4j.schema.session.ResumeSessionResponse;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AvailableCommand;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What an agent declares once for its sessions holds in version 2, too, however they are opened, with a store and without. */
class V2OpenedSessionsTest {

    /** What the handler attaches. */
    private record Prepared(Kind kind) {}

    private final List<SessionOrigin> openings = new CopyOnWriteArrayList<>();

    static Stream<Arguments> everyWay() {
        return Stream.of(true, false)
                .flatMap(stored -> Arrays.stream(Kind.values())
                        .map(kind -> argumentSet((stored ? "stored, " : "not stored, ") + kind, stored, kind)));
    }

    private AcpAgent agent(boolean stored, SessionRepository repository) {
        AcpAgentBuilder builder = AcpAgent.builder()
                .info("declaring", "1")
                .protocolVersions(ProtocolVersion.V2)
                .modes(
                        SessionMode.of(new SessionModeId("ask"), "Ask"),
                        SessionMode.of(new SessionModeId("code"), "Code"))
                .commands(AvailableCommand.of("compact", "Sums up"))
                .sessionListener((session, origin) -> {
                    openings.add(origin);
                    session.attach(Prepared.class, new Prepared(origin.kind()));
                    session.update(AgentMessageChunk.text(null, "Welcome"));
                })
                .onPrompt(turn -> turn.say("prepared for "
                        + Objects.requireNonNull(turn.session().attachment(Prepared.class))
                                .kind()));
        return (stored
                        ? builder.sessions(repository)
                        : builder.onLoadSession((request, setup) -> LoadSessionResponse.EMPTY)
                                .onResumeSession((request, setup) -> ResumeSessionResponse.EMPTY)
                                .onForkSession((request, setup) -> ForkSessionResponse.builder(setup.sessionId())
                                        .build()))
                .build();
    }

    private static JsonNode open(V2Client client, Kind kind, String session) {
        String about = "'sessionId':'" + session + "','cwd':'/project'";
        return client.result(
                switch (kind) {
                    case NEW -> client.request("session/new", "{'cwd':'/project'}");
                    case RESUME -> client.request("session/resume", "{" + about + "}");
                    case LOAD -> client.request("session/resume", "{" + about + ",'replayFrom':{'type':'start'}}");
                    case FORK -> client.request("session/fork", "{" + about + "}");
                });
    }

    private static boolean shows(V2Client client, String session, String what) {
        return client.updates(session).stream()
                .anyMatch(update -> update.toString().contains(what));
    }

    @ParameterizedTest
    @MethodSource("everyWay")
    void sessionIsPreparedBeforeItsFirstTurn(boolean stored, Kind kind) {
        try (SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
                V2Client client = V2Client.of(agent(stored, repository))) {
            String source = client.newSession();
            client.result(client.prompt(source, "hi"));
            client.until(() -> shows(client, source, "prepared for NEW"));
            client.until(() -> shows(client, source, "idle"));
            if (kind == Kind.LOAD || kind == Kind.RESUME) { // one that is open goes on as it is
                client.result(client.about("session/close", source));
            }
            openings.clear();

            JsonNode opened = open(client, kind, source);
            String session = opened.path("sessionId").asText(source);
            client.result(client.prompt(session, "hello"));
            client.until(() -> shows(client, session, "prepared for " + kind));

            assertThat(openings)
                    .containsExactly(new SessionOrigin(kind, kind == Kind.FORK ? new SessionId(source) : null));
            assertThat(opened.at("/configOptions/0/currentValue").asText()).isEqualTo("ask");
            assertThat(shows(client, session, "Welcome")).isTrue();
            assertThat(shows(client, session, "compact")).isTrue();
        }
    }
}
