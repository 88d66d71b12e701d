package io.acp4j.inspector.matrix;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.rpc.WireListener.Direction;
import java.io.IOException;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is seen of an agent in its frames. */
class ObservedTest {

    private static final String RESULT = "\"result\":{}";

    private FrameLog log;
    private int id;

    @BeforeEach
    void open() throws IOException {
        log = FrameLog.create();
    }

    @AfterEach
    void close() throws IOException {
        log.close();
    }

    private void frame(Direction direction, String frame) {
        log.recorded(direction, Instant.EPOCH, ("{\"jsonrpc\":\"2.0\"," + frame + "}").getBytes(UTF_8));
    }

    /** A request of the client, and the agent's responses. */
    private void asks(String method, String... responses) {
        exchange(Direction.OUTBOUND, Direction.INBOUND, method, responses);
    }

    private void exchange(Direction asker, Direction other, String method, String... responses) {
        for (int i = 0; i < Math.max(1, responses.length); i++) {
            frame(asker, "\"id\":" + ++id + ",\"method\":\"" + method + "\"");
            if (i < responses.length) {
                frame(other, "\"id\":" + id + "," + responses[i]);
            }
        }
    }

    private static String error(int code) {
        return "\"error\":{\"code\":" + code + ",\"message\":\"no\"}";
    }

    private JsonNode use(String name) {
        return StreamSupport.stream(Observed.of(log).json().spliterator(), false)
                .filter(each -> each.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void eachWayARequestMayEndHasItsWord() {
        asks("session/new", RESULT, RESULT);
        asks("session/load", error(-32601), error(-32601));
        asks("session/list", error(-32601), error(-32603));
        asks("session/prompt", RESULT, error(-32603));
        asks("session/fork");
        exchange(Direction.INBOUND, Direction.OUTBOUND, "session/request_permission", RESULT);
        exchange(Direction.INBOUND, Direction.OUTBOUND, "fs/read_text_file", error(-32601));
        frame(Direction.OUTBOUND, "\"method\":\"session/cancel\"");
        frame(
                Direction.INBOUND,
                "\"method\":\"session/update\",\"params\":{\"sessionId\":\"s\",\"update\":{\"sessionUpdate\":\"plan\"}}");

        assertThat(Observed.of(log).outcomes())
                .containsOnly(
                        entry("session/new", "works"),
                        entry("session/load", "not supported"),
                        entry("session/list", "fails"),
                        entry("session/prompt", "fails at times"),
                        entry("session/fork", "no response"),
                        entry("session/request_permission (agent)", "asked"),
                        entry("fs/read_text_file (agent)", "asked"),
                        entry("session/cancel", "sent"),
                        entry("session/update plan", "sent"));
        assertThat(use("session/list").toString())
                .isEqualTo("{\"name\":\"session/list\",\"by\":\"client\",\"outcome\":\"fails\",\"requests\":2,"
                        + "\"results\":0,\"errors\":2,\"unsupported\":1,\"unanswered\":0}");
        assertThat(use("session/fork").path("unanswered").asInt()).isOne();
        assertThat(use("session/update plan").path("notifications").asInt()).isOne();
    }

    @Test
    void aMethodOfBothSidesIsToldApart() {
        asks("_ext/ping", RESULT);
        exchange(Direction.INBOUND, Direction.OUTBOUND, "_ext/ping", error(-32601));

        assertThat(Observed.of(log).outcomes())
                .containsOnly(entry("_ext/ping", "works"), entry("_ext/ping (agent)", "asked"));
        assertThat(Observed.of(log).json()).hasSize(2);
    }

    @Test
    void theNewestConnectionIsTheOneThatCounts() {
        asks("initialize", "\"result\":{\"protocolVersion\":1}");
        asks("session/load", error(-32601));
        log.connectionEnded();
        asks("initialize", "\"result\":{\"protocolVersion\":2}");
        asks("session/new", RESULT);

        Observed observed = Observed.of(log);
        assertThat(observed.outcomes()).containsOnlyKeys("initialize", "session/new");
        assertThat(Objects.requireNonNull(observed.initialized())
                        .path("protocolVersion")
                        .asInt())
                .isEqualTo(2);

        log.connectionEnded();
        asks("initialize");
        assertThat(Observed.of(log).initialized()).isNull();
    }

    @Test
    void whatIsNoMessageAndResponsesThatNobodyHasAskedForDoNotCount() {
        log.recorded(Direction.INBOUND, Instant.EPOCH, "garbage".getBytes(UTF_8));
        log.event("the agent has ended");
        frame(Direction.INBOUND, "\"id\":77,\"result\":{\"protocolVersion\":1}");

        assertThat(Observed.of(log).outcomes()).isEmpty();
        assertThat(Observed.of(log).initialized()).isNull();
    }

    @Test
    void methodsWithoutEndAreCutAndMadeVisible() {
        for (int i = 0; i < 700; i++) {
            asks("_m" + i, RESULT);
        }
        assertThat(Observed.of(log).json()).hasSize(Observed.MAX_USES);
        asks("initialize");
        asks("\u202e" + "x".repeat(5_000), RESULT);
        assertThat(Observed.of(log).outcomes().keySet())
                .allSatisfy(name -> assertThat(name).doesNotContain("\u202e").hasSizeLessThan(310));
    }
}
