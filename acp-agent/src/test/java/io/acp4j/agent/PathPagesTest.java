package io.acp4j.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.agent.testing.ScriptedAgent;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.NewSession;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.prompt.StopReason;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages of {@code _acp4j/session/path} are limited by bytes and by number, and together contain the path. */
class PathPagesTest {

    private static final SessionId SESSION = new SessionId("s");

    /** Much more than one page of one message each, and much less than a message of the transport. */
    private static final int LIMIT = 8 * 1024 * 1024;

    private final SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
    private final AcpAgent agent = new ScriptedAgent()
            .builder()
            .sessions(repository, ScriptedAgent.UNTITLED)
            .build();

    @AfterEach
    void end() {
        repository.close();
    }

    private List<String> store(int messages, int characters) {
        List<String> ids = new ArrayList<>();
        try (SessionTree tree = repository.create(NewSession.of(SESSION, "/project"))) {
            for (int i = 0; i < messages; i += 2) {
                MessageId asked = new MessageId("u" + i);
                MessageId said = new MessageId("a" + i);
                tree.beginTurn(HistoryEntry.Draft.user(asked, "x".repeat(characters)));
                tree.append(List.of(HistoryEntry.Draft.agent(said, "y".repeat(characters))));
                tree.endTurn(List.of(), StopReason.END_TURN);
                ids.add(asked.value());
                ids.add(said.value());
            }
        }
        return ids;
    }

    @ParameterizedTest
    @CsvSource({
        "forward, 40, 10, 1000",
        "backward, 40, 10, 1000",
        "forward, 40, 400000, 1000",
        "backward, 40, 400000, 1000",
        "forward, 6, 3000000, 2",
        "backward, 6, 3000000, 2",
        "forward, 400, 10, 7",
        "backward, 400, 10, 7"
    })
    void noPageIsLargerThanItsMessagesRequire(String direction, int messages, int characters, int limit) {
        List<String> stored = store(messages, characters);
        List<String> seen = new ArrayList<>();
        try (RawClient client = RawClient.initialized(agent)) {
            String cursor = null;
            do {
                JsonNode page = client.response(
                                "_acp4j/session/path",
                                ("{'sessionId':'s','direction':'" + direction + "','limit':" + limit
                                                + (cursor == null ? "" : ",'cursor':'" + cursor + "'") + "}")
                                        .replace('\'', '"'))
                        .get("result");
                assertThat(page.toString().length()).isLessThan(LIMIT);
                List<String> ids = new ArrayList<>();
                page.get("messages")
                        .forEach(entry -> ids.add(entry.at("/message/messageId").asText()));
                assertThat(ids).isNotEmpty().hasSizeLessThanOrEqualTo(limit);
                if (direction.equals("backward")) {
                    seen.addAll(0, ids);
                } else {
                    seen.addAll(ids);
                }
                cursor = page.path("nextCursor").asText(null);
            } while (cursor != null);
        }
        assertThat(seen).isEqualTo(stored);
    }
}
