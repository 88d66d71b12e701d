package io.acp4j.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.session.LoadSessionResponse;
import io.acp4j.schema.update.AgentMessageChunk;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that open one session at the same time, where the author keeps the sessions. */
class ConcurrentOpeningTest {

    private static final int REQUESTS = 8;
    private static final int PIECES = 5;

    private final AtomicInteger opening = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    private final AcpAgent agent = AcpAgent.builder()
            .info("opening", "1")
            .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
            .onLoadSession((request, setup) -> {
                most.accumulateAndGet(opening.incrementAndGet(), Math::max);
                for (int i = 0; i < PIECES; i++) {
                    setup.replay(AgentMessageChunk.text(new MessageId("m" + i), request.cwd()));
                }
                opening.decrementAndGet();
                return LoadSessionResponse.EMPTY;
            })
            .onPrompt(turn -> turn.say(turn.session().cwd()))
            .build();

    private static RawClient connect(AcpAgent agent, int version) {
        RawClient client = RawClient.connect(agent);
        client.result(client.request(
                "initialize", "{\"protocolVersion\":" + version + ",\"info\":{\"name\":\"raw\",\"version\":\"1\"}}"));
        return client;
    }

    private static int load(RawClient client, int version, int number) {
        String params = "{\"sessionId\":\"s\",\"cwd\":\"/p" + number + "\",\"mcpServers\":[]";
        return version == 1
                ? client.request("session/load", params + "}")
                : client.request("session/resume", params + ",\"replayFrom\":{\"type\":\"start\"}}");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void theyAreServedOneAfterTheOtherAndTheLastOneStands(int version) {
        for (int round = 0; round < 5; round++) {
            try (RawClient client = connect(agent, version)) {
                List<Integer> requests = new ArrayList<>();
                for (int i = 0; i < REQUESTS; i++) {
                    requests.add(load(client, version, i));
                }
                for (int i = 0; i < REQUESTS; i++) {
                    List<String> replayed = client.updatesBefore(requests.get(i)).stream()
                            .filter(update -> update.has("messageId"))
                            .map(update -> update.at("/content/text").asText())
                            .toList();
                    assertThat(replayed).hasSize(PIECES).containsOnly("/p" + i);
                }
                assertThat(most).hasValue(1);
                assertThat(client.agent().session(new SessionId("s")).cwd()).isEqualTo("/p" + (REQUESTS - 1));
            }
        }
    }

    @RepeatedTest(3)
    void thoseOfOtherConnectionsDoNotWait() {
        try (RawClient one = connect(agent, 1);
                RawClient two = connect(agent, 2)) {
            int first = load(one, 1, 1);
            int second = load(two, 2, 2);
            assertThat(one.updatesBefore(first)).hasSize(PIECES);
            List<JsonNode> shown = two.updatesBefore(second);
            assertThat(shown).hasSize(PIECES + 1);
            int prompt = one.prompt("s", "where?");
            assertThat(one.update().at("/content/text").asText()).isEqualTo("/p1");
            one.result(prompt);
        }
    }
}
