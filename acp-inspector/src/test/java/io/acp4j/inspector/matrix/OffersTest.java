package io.acp4j.inspector.matrix;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an agent says that it offers. */
class OffersTest {

    private static Map<String, String> offers(String result) throws Exception {
        return Offers.of(new ObjectMapper().readTree(result));
    }

    @Test
    void bothVersionsAreRead() throws Exception {
        assertThat(offers(
                        "{\"protocolVersion\":1,\"agentInfo\":{\"name\":\"a\",\"version\":\"2\"},\"authMethods\":[{}],"
                                + "\"agentCapabilities\":{\"loadSession\":true,\"mcpCapabilities\":{\"http\":false,\"sse\":true},"
                                + "\"sessionCapabilities\":{\"fork\":{}},\"words\":[\"a\",2],\"empty\":[]}}"))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "protocolVersion", "1",
                        "agent", "a 2",
                        "authMethods", "1",
                        "loadSession", "yes",
                        "mcpCapabilities.sse", "yes",
                        "sessionCapabilities.fork", "yes",
                        "words", "a, 2",
                        "empty", "none"));
        assertThat(
                        offers(
                                "{\"protocolVersion\":2,\"info\":{\"name\":\"b\"},\"capabilities\":{\"limit\":3,\"none\":null}}"))
                .containsExactlyInAnyOrderEntriesOf(Map.of("protocolVersion", "2", "agent", "b", "limit", "3"));
    }

    @Test
    void whatAnAgentSaysIsCutAndMadeVisible() throws Exception {
        Map<String, String> offers =
                offers("{\"protocolVersion\":1,\"agentInfo\":{\"name\":\"\\u202egnp\",\"version\":\""
                        + "9".repeat(5_000) + "\"},\"agentCapabilities\":{\"a\\u001bb\":\"x\"}}");

        assertThat(offers.get("agent")).doesNotContain("\u202e").hasSizeLessThan(300);
        assertThat(offers.keySet()).noneMatch(name -> name.contains("\u001b"));
    }

    @Test
    void anAgentThatOffersWithoutEndIsCut() throws Exception {
        StringBuilder many = new StringBuilder("{\"protocolVersion\":1,\"agentCapabilities\":{\"a\":1");
        for (int i = 0; i < 3_000; i++) {
            many.append(",\"b").append(i).append("\":true");
        }
        assertThat(offers(many.append("}}").toString())).hasSizeLessThan(600).containsKey("protocolVersion");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no json", "[]", "{}", "{\"result\":{}}", "{\"method\":\"session/update\"}", "null"})
    void otherMessagesAreNoResponses(String frame) {
        assertThat(Offers.initialized(frame.getBytes(UTF_8))).isNull();
    }

    @Test
    void aResponseIsFound() {
        byte[] frame = "{\"id\":1,\"result\":{\"protocolVersion\":1}}".getBytes(UTF_8);
        assertThat(Objects.requireNonNull(Offers.initialized(frame))
                        .path("protocolVersion")
                        .asInt())
                .isEqualTo(1);
    }
}
