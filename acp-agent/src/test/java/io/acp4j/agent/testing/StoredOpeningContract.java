package io.acp4j.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentSession;
import io.acp4j.agent.SessionContext;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.session.LoadSessionResponse;
import io.acp4j.schema.session.ResumeSessionResponse;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.BackgroundToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that open one session at the same time, on one connection and on several; on any store. */
public abstract class StoredOpeningContract {

    private static final int REQUESTS = 6;

    private final ScriptedAgent script = new ScriptedAgent();
    private final AtomicInteger opening = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    /** Open as soon as somebody opens a session to work in {@code /slow}, who then waits for the other one. */
    private final CountDownLatch slow = new CountDownLatch(1);

    private final CountDownLatch gate = new CountDownLatch(1);

    private final AtomicReference<ToolCallHandle> call = new AtomicReference<>();
    private StoppingStore store;
    private SessionRepository repository;
    private AcpAgent agent;

    /** Opens an empty store. */
    protected abstract SessionStore open();

    @BeforeEach
    void start() {
        store = new StoppingStore(open());
        repository = SessionRepository.over(store);
        script.step("build", turn -> {
            call.set(turn.toolCall("build", ToolKind.EXECUTE).inProgress());
            turn.session().background(List.of(BackgroundToolCall.of(call.get().id())));
        });
        agent = script.builder()
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .sessions(repository, ScriptedAgent.UNTITLED)
                .onLoadSession((request, setup) -> {
                    count(setup, request.cwd());
                    return LoadSessionResponse.EMPTY;
                })
                .onResumeSession((request, setup) -> {
                    count(setup, request.cwd());
                    return ResumeSessionResponse.EMPTY;
                })
                .sessionListener((session, origin) -> {
                    opening.set(0);
                    write(session.cwd(), "when it is open");
                })
                .build();
    }

    @AfterEach
    void end() {
        repository.close();
    }

    /** Counts who opens a session now; another one may begin meanwhile if nothing keeps it from that. */
    private void count(SessionContext setup, String directory) throws InterruptedException {
        most.accumulateAndGet(opening.incrementAndGet(), Math::max);
        if (directory.equals("/slow")) {
            slow.countDown();
            assertThat(gate.await(60, TimeUnit.SECONDS)).isTrue();
        }
        write(directory, "while it is opened");
        assertThat(setup.tree().session().id()).isEqualTo(setup.sessionId());
    }

    /** Writes in what runs in the background, if a session is opened to work in {@code /written}. */
    private void write(String directory, String text) {
        if (directory.startsWith("/written")) {
            call.get().content(text);
        }
        if (directory.equals("/written/much")) {
            for (int i = 0; i < 1000; i++) {
                call.get().content("too much");
            }
        }
    }

    private static int resume(V2Client client, String session, String directory, boolean replays) {
        return client.request(
                "session/resume",
                "{'sessionId':'" + session + "','cwd':'" + directory + "'"
                        + (replays ? ",'replayFrom':{'type':'start'}}" : "}"));
    }

    private static String written(V2Client client) {
        String session = client.newSession();
        for (String text : List.of("one", "two", "three")) {
            client.prompt(session, "say " + text);
        }
        client.awaitEnds(session, 3);
        return session;
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Long.getLong("acp.test.seeds", 5));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void ofTheRequestsOfOneConnectionEachIsServedAndTheLastOneStands(long seed) {
        Random random = new Random(seed);
        try (V2Client client = V2Client.of(agent)) {
            String session = written(client);
            List<String> texts = client.wire().texts(session);
            if (random.nextBoolean()) {
                client.result(client.about("session/close", session));
            }
            List<Integer> requests = new ArrayList<>();
            List<Boolean> replays = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++) {
                replays.add(random.nextBoolean());
                requests.add(resume(client, session, "/project" + i, replays.get(i)));
            }
            for (int i = 0; i < REQUESTS; i++) {
                int before = client.updates(session).size();
                client.result(requests.get(i));
                assertThat(texts(client.updates(session)
                                .subList(before, client.updates(session).size())))
                        .as("replay %d of seed %d", i, seed)
                        .isEqualTo(replays.get(i) ? texts : List.of());
            }
            assertThat(most).as("openings at once").hasValue(1);
            AgentSession open = client.raw().agent().session(new SessionId(session));
            assertThat(open).isNotNull();
            assertThat(open.cwd()).isEqualTo("/project" + (REQUESTS - 1));
            int ends = client.wire().ends(session).size();
            client.prompt(session, "say four");
            client.awaitEnds(session, ends + 1);
            assertThat(client.wire().texts(session)).endsWith("user_message:say four", "agent_message:four");
        }
    }

    private static List<String> texts(List<JsonNode> updates) {
        return updates.stream()
                .filter(update -> update.has("messageId"))
                .map(update -> update.get("sessionUpdate").asText().replace("_chunk", ":")
                        + update.at("/content/text").asText())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"session/load", "session/resume"})
    void inVersion1EachIsServedToo(String method) {
        try (StoredClient client = StoredClient.of(agent)) {
            String session = client.newSession();
            client.prompt(session, "say one");
            List<Integer> requests = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++) {
                requests.add(client.raw()
                        .request(method, "{\"sessionId\":\"" + session + "\",\"cwd\":\"/project\",\"mcpServers\":[]}"));
            }
            for (int request : requests) {
                assertThat(client.raw().updatesBefore(request)).hasSize(method.endsWith("load") ? 2 : 0);
            }
            assertThat(client.say(session, "say two")).isEqualTo("two");
        }
    }

    @Test
    void aRequestThatWaitsForAnotherIsAnsweredAtOnceWhenItsClientCancelsIt() throws Exception {
        try (V2Client client = V2Client.of(agent)) {
            String session = written(client);
            store.stopOpening(new SessionId(session));
            int first = resume(client, session, "/project", false);
            store.awaitStopped();
            int second = resume(client, session, "/other", false);
            int third = resume(client, session, "/third", false);
            client.result(client.about("session/status", session));
            client.withdraw(second);
            assertThat(client.error(second).get("code").asInt()).isEqualTo(-32800);
            assertThat(client.isAnswered(first)).isFalse();
            store.release();
            client.result(first);
            client.result(third);
            assertThat(client.raw().agent().session(new SessionId(session)).cwd())
                    .isEqualTo("/third");
        }
    }

    @Test
    void aRequestBehindOneThatFailsIsServed() {
        try (V2Client client = V2Client.of(agent)) {
            String session = written(client);
            int first = client.request(
                    "session/resume", "{'sessionId':'" + session + "','cwd':'/project','replayFrom':{'type':'later'}}");
            int second = resume(client, session, "/project", true);
            assertThat(client.error(first).get("code").asInt()).isEqualTo(-32602);
            client.result(second);
            client.prompt(session, "say four");
            client.awaitEnds(session, 1);
        }
    }

    private static List<String> contents(V2Client client, String session) {
        return client.updates(session).stream()
                .filter(update ->
                        update.has("toolCallId") && !update.path("content").isEmpty())
                .map(update -> {
                    List<String> texts = new ArrayList<>();
                    update.get("content")
                            .forEach(each -> texts.add(each.at("/content/text").asText()));
                    return String.join(", ", texts);
                })
                .toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoOpensASessionAgainWritesInWhatRunsInItsBackground(boolean replays) {
        try (V2Client client = V2Client.of(agent);
                V2Client later = V2Client.of(agent)) {
            String session = client.newSession();
            client.prompt(session, "build");
            client.awaitEnds(session, 1);
            client.result(resume(client, session, "/written", replays));
            client.until(() -> contents(client, session).size() == 2);
            assertThat(contents(client, session))
                    .containsExactly("while it is opened", "while it is opened, when it is open");
            call.get().complete("built");
            client.until(() -> contents(client, session).size() == 3);
            client.result(client.about("session/close", session));
            later.result(resume(later, session, "/project", true));
            assertThat(contents(later, session).toString())
                    .contains("while it is opened, when it is open, built")
                    .endsWith("built]");
        }
    }

    @Test
    void itCannotWriteMoreThanIsKept() {
        try (V2Client client = V2Client.of(agent)) {
            String session = client.newSession();
            client.prompt(session, "build");
            client.awaitEnds(session, 1);
            assertThat(client.error(resume(client, session, "/written/much", false))
                            .get("code")
                            .asInt())
                    .isEqualTo(-32603);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void ofTwoConnectionsOneHasTheSessionInTheEnd(long seed) {
        Random random = new Random(seed);
        try (V2Client one = V2Client.of(agent);
                V2Client two = V2Client.of(agent)) {
            String session = written(one);
            Map<V2Client, List<Integer>> requests = Map.of(one, new ArrayList<>(), two, new ArrayList<>());
            for (int i = 0; i < 2 * REQUESTS; i++) {
                V2Client client = random.nextBoolean() ? one : two;
                requests.get(client).add(resume(client, session, "/project", random.nextBoolean()));
            }
            requests.forEach((client, ids) -> ids.forEach(id -> {
                JsonNode response = client.response(id);
                assertThat(response.has("result") ? "taken_over" : reason(response))
                        .as("%s, seed %d", response, seed)
                        .isEqualTo("taken_over");
            }));
            List<JsonNode> prompted = List.of(
                    one.response(one.prompt(session, "say four")), two.response(two.prompt(session, "say four")));
            assertThat(prompted)
                    .as("seed %d", seed)
                    .filteredOn(each -> each.has("result"))
                    .hasSize(1);
            assertThat(prompted)
                    .filteredOn(each -> each.has("error"))
                    .singleElement()
                    .satisfies(each -> assertThat(reason(each)).isIn("taken_over", "closed"));
        }
    }

    private static String reason(JsonNode response) {
        return response.at("/error/data/reason").asText();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoLosesASessionToAnotherConnectionBeforeItIsOpenIsRefused(boolean wasOpen) throws Exception {
        try (V2Client client = V2Client.of(agent);
                V2Client other = V2Client.of(agent)) {
            String session = written(client);
            if (!wasOpen) {
                client.result(client.about("session/close", session));
            }
            int resuming = resume(client, session, "/slow", false);
            assertThat(slow.await(60, TimeUnit.SECONDS)).isTrue();
            other.result(resume(other, session, "/project", true));
            gate.countDown();
            assertThat(client.error(resuming).at("/data/reason").asText()).isEqualTo("taken_over");
            assertThat(client.error(client.prompt(session, "say no"))
                            .at("/data/reason")
                            .asText())
                    .isEqualTo(wasOpen ? "taken_over" : "closed");
            other.prompt(session, "say four");
            other.awaitEnds(session, 1);
            client.result(resume(client, session, "/project", true));
            assertThat(client.wire().texts(session)).endsWith("user_message:say four", "agent_message:four");
        }
    }
}
