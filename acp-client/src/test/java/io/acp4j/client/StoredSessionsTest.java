package io.acp4j.client;

import static io.acp4j.client.testing.RawAgent.get;
import static io.acp4j.client.testing.RawAgent.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.rpc.AcpException;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.session.ListSessionsRequest;
import io.acp4j.schema.session.ListSessionsResponse;
import io.acp4j.schema.session.SessionInfo;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredSessionsTest {

    private final RawAgent agent = new RawAgent();
    private AcpClient client;

    @BeforeEach
    void connect() {
        client = agent.connect(
                "{'sessionCapabilities':{'list':{}}}",
                builder -> builder.limits(
                        ClientLimits.builder().maxEmptyListPages(5).build()));
    }

    @AfterEach
    void close() {
        client.close();
    }

    private static String page(String cursor, String... ids) {
        StringBuilder sessions = new StringBuilder();
        for (String id : ids) {
            sessions.append(sessions.isEmpty() ? "" : ",")
                    .append("{'sessionId':'")
                    .append(id)
                    .append("','cwd':'/w'}");
        }
        return "{'sessions':[" + sessions + "]" + (cursor == null ? "" : ",'nextCursor':'" + cursor + "'") + "}";
    }

    private static CompletableFuture<List<String>> ids(Stream<SessionInfo> sessions) {
        return CompletableFuture.supplyAsync(
                () -> sessions.map(info -> info.sessionId().value()).toList());
    }

    @Test
    void onePageIsFetchedAsAsked() {
        CompletableFuture<ListSessionsResponse> listing =
                client.listSessionsAsync(new ListSessionsRequest("/project", "c7", null, null));
        JsonNode request = agent.expect("session/list");
        agent.result(request, page("c8", "a"));

        assertThat(request.get("params")).isEqualTo(json("{'cwd':'/project','cursor':'c7'}"));
        assertThat(get(listing).nextCursor()).isEqualTo("c8");
    }

    @Test
    void allPagesAreWalkedThroughAlsoEmptyOnes() {
        CompletableFuture<List<String>> all = ids(client.storedSessions());
        JsonNode first = agent.expect("session/list");
        agent.result(first, page("c1", "a", "b"));
        JsonNode second = agent.expect("session/list");
        agent.result(second, page("c2"));
        agent.result(agent.expect("session/list"), page(null, "c"));

        assertThat(get(all)).containsExactly("a", "b", "c");
        assertThat(first.path("params").has("cursor")).isFalse();
        assertThat(second.at("/params/cursor").asText()).isEqualTo("c1");
    }

    @Test
    void pagesAreOnlyFetchedWhenTheyAreNeeded() {
        CompletableFuture<List<String>> two = ids(client.storedSessions().limit(2));
        agent.result(agent.expect("session/list"), page("c1", "a", "b"));

        assertThat(get(two)).containsExactly("a", "b");
        assertThat(agent.waiting()).isZero();
    }

    @Test
    void cursorThatComesAgainEndsTheListingWithAnError() {
        CompletableFuture<List<String>> all = ids(client.storedSessions());
        agent.result(agent.expect("session/list"), page("c1", "a"));
        agent.result(agent.expect("session/list"), page("c1", "a"));

        assertThatThrownBy(() -> get(all))
                .isExactlyInstanceOf(AcpException.class)
                .hasMessageContaining("same cursor");
    }

    @Test
    void listingMayHaveAnyNumberOfPages() {
        CompletableFuture<List<String>> all = ids(client.storedSessions());
        for (int i = 0; i < 1200; i++) {
            agent.result(agent.expect("session/list"), page("c" + i, "a" + i));
        }
        agent.result(agent.expect("session/list"), page(null, "last"));

        assertThat(get(all)).hasSize(1201);
    }

    @Test
    void listingThatGivesNothingButCursorsIsCutOff() {
        CompletableFuture<List<String>> all = ids(client.storedSessions());
        for (int i = 0; i < 6; i++) {
            agent.result(agent.expect("session/list"), page("c" + i));
        }

        assertThatThrownBy(() -> get(all))
                .isExactlyInstanceOf(AcpException.class)
                .hasMessageContaining("maxEmptyListPages");
    }

    @Test
    void listingThatRepeatsAPageUnderNewCursorsIsCutOff() {
        CompletableFuture<List<String>> all = ids(client.storedSessions());
        agent.result(agent.expect("session/list"), page("c1", "a", "b"));
        agent.result(agent.expect("session/list"), page("c2", "a", "b"));

        assertThatThrownBy(() -> get(all))
                .isExactlyInstanceOf(AcpException.class)
                .hasMessageContaining("no session that is new");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 7, 40})
    void listingThatGoesRoundInACircleIsCutOff(int length) {
        for (boolean sameCursors : new boolean[] {true, false}) {
            CompletableFuture<List<String>> all = ids(client.storedSessions());
            for (int i = 0; !all.isDone() && i < 5 * length; i++) {
                int place = i % length;
                agent.result(agent.expect("session/list"), page("c" + (sameCursors ? place : i), "a" + place));
                await().atMost(Duration.ofSeconds(60)).until(() -> all.isDone() || agent.waiting() > 0);
            }
            assertThatThrownBy(() -> get(all)).isExactlyInstanceOf(AcpException.class);
        }
    }

    @Test
    void pageMayRepeatSomeSessionsOfTheOneBefore() {
        CompletableFuture<List<String>> all = ids(client.storedSessions());
        agent.result(agent.expect("session/list"), page("c1", "a", "b"));
        agent.result(agent.expect("session/list"), page("c2", "b", "c"));
        agent.result(agent.expect("session/list"), page(null, "c", "d"));

        assertThat(get(all)).containsExactly("a", "b", "b", "c", "c", "d");
    }

    @Test
    void sessionIsForkedAndLoadedByItsIdAlone() {
        client.close();
        RawAgent other = new RawAgent();
        client = other.connect("{'loadSession':true,'sessionCapabilities':{'list':{},'fork':{}}}", builder -> {});
        CompletableFuture<ClientSession> forking =
                CompletableFuture.supplyAsync(() -> client.forkSession(new SessionId("b")));
        other.result(other.expect("session/list"), page(null, "a", "b"));
        JsonNode fork = other.expect("session/fork");
        other.result(fork, "{'sessionId':'c'}");
        CompletableFuture<ClientSession> loading =
                CompletableFuture.supplyAsync(() -> client.loadSession(new SessionId("a")));
        other.result(other.expect("session/list"), page(null, "a", "b"));
        JsonNode load = other.expect("session/load");
        other.result(load, "{}");

        assertThat(get(forking).id()).isEqualTo(new SessionId("c"));
        assertThat(fork.at("/params/cwd").asText()).isEqualTo("/w");
        assertThat(get(loading).id()).isEqualTo(new SessionId("a"));
        assertThat(load.at("/params/cwd").asText()).isEqualTo("/w");
    }

    @Test
    void sessionThatIsNotListedIsRefusedWithWhatToDo() {
        CompletableFuture<ClientSession> loading =
                CompletableFuture.supplyAsync(() -> client.loadSession(new SessionId("gone")));
        agent.result(agent.expect("session/list"), page(null, "a"));

        assertThatThrownBy(() -> get(loading))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("gone")
                .hasMessageContaining("directory");
    }

    @Test
    void listedSessionIsAdoptedWithoutAWord() {
        CompletableFuture<ListSessionsResponse> listing = client.listSessionsAsync(ListSessionsRequest.ALL);
        agent.result(agent.expect("session/list"), page(null, "a"));
        SessionInfo row = get(listing).sessions().get(0);

        ClientSession adopted = client.attachSession(row);
        assertThat(client.session(new SessionId("a"))).isSameAs(adopted);
        assertThat(client.attachSession(row)).isSameAs(adopted);
        assertThat(adopted.parameters().cwd()).isEqualTo("/w");
        CompletableFuture<PromptResponse> turn = adopted.promptAsync("Hi");
        agent.result(agent.expect("session/prompt"), "{'stopReason':'end_turn'}");
        get(turn);
    }

    @Test
    void malformedEntriesAreSkippedAsTheSchemaSays() {
        CompletableFuture<List<String>> all = ids(client.storedSessions());
        agent.result(
                agent.expect("session/list"),
                "{'sessions':[{'sessionId':'a','cwd':'/w'},{'sessionId':7},{'sessionId':'b','cwd':'/w','title':null}]}");

        assertThat(get(all)).containsExactly("a", "b");
    }
}
