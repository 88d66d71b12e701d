package io.acp4j.inspector.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.acp4j.inspector.page.StateBoard;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The frames of several runs of the kit in one log. */
class KitLogTest {

    private static final Instant BEGUN = Instant.parse("2026-01-02T03:04:05Z");

    private final StateBoard board = new StateBoard();
    private KitLog log;

    @BeforeEach
    void create() throws Exception {
        log = KitLog.create(board);
    }

    @AfterEach
    void close() throws Exception {
        log.close();
    }

    /** A report of one scenario, which shows whether a requirement is met; with its messages. */
    private static JsonNode report(String outcome, String... messages) throws Exception {
        List<String> transcript = new ArrayList<>();
        for (String message : messages) {
            transcript.add("{\"millis\":5,\"direction\":\"sent\",\"text\":\"" + message + "\"}");
        }
        return new ObjectMapper()
                .readTree("""
                {"requirements":[{"id":"INIT-001","outcome":"OUTCOME","scenarios":["init/answer"]}],
                 "scenarios":[{"name":"init/quiet","millis":7},
                              {"name":"init/answer","millis":9,"connections":[{"transcript":[MESSAGES]}]}]}
                """.replace("OUTCOME", outcome).replace("MESSAGES", String.join(",", transcript)));
    }

    private JsonNode scenarios() {
        return Objects.requireNonNull(board.since(0, 100).values().get("evidence"))
                .path("scenarios");
    }

    @Test
    void framesOfAnEarlierRunKeepWhatWasFoundWithThem() throws Exception {
        log.add(report("FAIL", "one", "two"), BEGUN, "");
        log.add(report("PASS", "three"), BEGUN.plusSeconds(60), "INIT-001");
        log.add(report("PASS", "four"), BEGUN.plusSeconds(120), "");

        assertThat(scenarios()).hasSize(3);
        JsonNode first = scenarios().get(0);
        assertThat(first.path("run").asInt()).isEqualTo(1);
        assertThat(first.path("only").asText()).isEmpty();
        assertThat(first.path("begun").asLong()).isEqualTo(BEGUN.toEpochMilli());
        assertThat(first.path("from").asLong()).isZero();
        assertThat(first.path("end").asLong()).as("a title and two messages").isEqualTo(3);
        assertThat(first.at("/requirements/0/outcome").asText()).isEqualTo("fail");
        JsonNode second = scenarios().get(1);
        assertThat(second.path("run").asInt()).isEqualTo(2);
        assertThat(second.path("only").asText()).isEqualTo("INIT-001");
        assertThat(second.path("from").asLong()).isEqualTo(3);
        assertThat(second.at("/requirements/0/outcome").asText()).isEqualTo("pass");
        assertThat(scenarios().get(2).path("run").asInt()).isEqualTo(3);
        assertThat(new String(Objects.requireNonNull(log.log().bytes(1)))).isEqualTo("one");
    }

    @Test
    void scenariosWithoutMessagesHaveNoFrames() throws Exception {
        log.add(report("PASS", "one"), BEGUN, "");

        assertThat(scenarios().findValuesAsText("name")).containsExactly("init/answer");
    }

    @Test
    void theOldestScenariosAreForgottenBeyondTheLimit() throws Exception {
        for (int i = 0; i < 2_001; i++) {
            log.add(report("PASS", "message " + i), BEGUN.plusSeconds(i), "INIT-001");
        }
        assertThat(scenarios()).hasSize(2_000);
        assertThat(scenarios().get(0).path("run").asInt()).isEqualTo(2);
    }
}
