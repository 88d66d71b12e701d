package io.acp4j.client.versions;

import static io.acp4j.client.testing.RawAgent.get;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.session.ForkSessionRequest;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.session.ResumeSessionRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An agent that moves a session right when it is opened is followed, whichever of response and notification comes first. */
class MoveWhileOpeningTest {

    private static final String BRANCHING =
            "'_meta':{'acp4j/branching':{'version':1,'methods':['_acp4j/session/path']}}";

    private final RawAgent agent = new RawAgent();

    /** How a session is opened. */
    enum Way {
        NEW,
        FORK,
        LOAD,
        RESUME
    }

    static Stream<Arguments> ways() {
        return Stream.of(Way.values())
                .flatMap(way -> Stream.of(1, 2)
                        .flatMap(version -> Stream.of(true, false).map(before -> Arguments.of(way, version, before))));
    }

    private AcpClient connect(int version) {
        return version == 1
                ? agent.connect(
                        "{'loadSession':true,'sessionCapabilities':{'fork':{},'resume':{}}," + BRANCHING + "}",
                        builder -> builder.transcripts(TranscriptOptions.KEEP_ALL))
                : agent.connectTo(
                        V2Fixture.response("{'session':{'fork':{}}," + BRANCHING + "}"),
                        builder -> builder.protocolVersions(V2Fixture.V2, V2Fixture.V1)
                                .transcripts(TranscriptOptions.KEEP_ALL));
    }

    private static CompletableFuture<ClientSession> open(AcpClient client, Way way) {
        SessionId id = new SessionId("s1");
        return switch (way) {
            case NEW ->
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
            case FORK ->
                client.forkSessionAsync(
                        ForkSessionRequest.builder(new SessionId("source"), "/project")
                                .build(),
                        null);
            case LOAD ->
                client.loadSessionAsync(
                        LoadSessionRequest.builder(id, "/project").build(), null);
            case RESUME ->
                client.resumeSessionAsync(
                        ResumeSessionRequest.builder(id, "/project").build(), null);
        };
    }

    private void respond(JsonNode request, Way way) {
        agent.result(request, way == Way.NEW || way == Way.FORK ? "{'sessionId':'s1'}" : "{}");
    }

    private void moved() {
        agent.notification("_acp4j/session/moved", "{'sessionId':'s1','head':'a'}");
    }

    @ParameterizedTest
    @MethodSource("ways")
    void sessionIsFollowed(Way way, int version, boolean before) {
        try (AcpClient client = connect(version)) {
            CompletableFuture<ClientSession> opening = open(client, way);
            JsonNode request = agent.next();
            if (before) {
                moved();
                // What comes behind it is handled behind it.
                agent.request("9", "_probe", "{'sessionId':'s1'}");
                assertThat(agent.next().at("/error/code").asInt()).isEqualTo(-32601);
            }
            respond(request, way);
            ClientSession session = get(opening);
            if (!before) {
                moved();
            }
            agent.result(
                    agent.expect("_acp4j/session/path"),
                    "{'messages':[{'message':{'messageId':'a','role':'user','depth':1,'createdAt':'2026-11-21T00:00:00Z'},"
                            + "'updates':[{'sessionUpdate':'user_message_chunk','messageId':'a',"
                            + "'content':{'type':'text','text':'a'}}]}]}");
            V2Fixture.awaitEqual(
                    "conversation", () -> V2Fixture.shown(session.transcript().snapshot()), List.of("user:a"));
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void sessionThatIsNotOpenedAfterAllIsNotAskedFor(Way way, int version, boolean before) {
        try (AcpClient client = connect(version)) {
            CompletableFuture<ClientSession> opening = open(client, way);
            JsonNode request = agent.next();
            if (before) {
                moved();
            }
            agent.error(request, -32603, "no");
            assertThat(opening.handle((session, failure) -> failure != null).join())
                    .isTrue();
            if (!before) {
                moved();
            }
            agent.request("9", "_probe", "{'sessionId':'s1'}");
            assertThat(agent.next().at("/error/code").asInt()).isEqualTo(-32601);
        }
    }
}
