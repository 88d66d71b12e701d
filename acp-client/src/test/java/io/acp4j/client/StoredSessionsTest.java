package io.acp4j.client;

import static io.acp4j.client.testing.RawAgent.get;
import static io.acp4j.client.testing.RawAgent.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.rpc.AcpException;
import io.acp4j.schema.v1.session.ListSessionsRequest;
import io.acp4j.schema.v1.session.ListSessionsResponse;
import io.acp4j.schema.v1.session.SessionInfo;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StoredSessionsTest {

    private final RawAgent agent = new RawAgent();
    private AcpClient client;

    @BeforeEach
    void connect() {
        client = agent.connect("{'sessionCapabilities':{'list':{}}}", builder -> builder.maxListPages(5));
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
    void listingWithoutEndIsCutOffAtTheLimit() {
        CompletableFuture<List<String>> all = ids(client.storedSessions());
        for (int i = 0; i < 5; i++) {
            agent.result(agent.expect("session/list"), page("c" + i, "a" + i));
        }

        assertThatThrownBy(() -> get(all))
                .isExactlyInstanceOf(AcpException.class)
                .hasMessageContaining("maxListPages");
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
