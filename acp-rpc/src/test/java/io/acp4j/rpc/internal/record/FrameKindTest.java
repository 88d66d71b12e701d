package io.acp4j.rpc.internal.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.schema.json.RawJson;
import java.util.List;
import org.junit.jupiter.api.Test;

class FrameKindTest {

    /** Spellings of ids; those of one line are of the same worth. */
    private static final List<List<String>> IDS = List.of(
            List.of("1", "1.0", "1e0", "10e-1", "1.00E+0"),
            List.of("10", "1e1", "10.0"),
            List.of("0", "-0", "0.0", "0e7"),
            List.of("-1", "-1.0"),
            List.of("9007199254740992", "9007199254740992.0"),
            List.of("\"1\"", "\"\\u0031\""),
            List.of("\"1.0\""),
            List.of("1.5"),
            List.of("2.5"),
            List.of("null"));

    private static JsonNode response(String id) {
        return RawJson.parse("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}")
                .toTree();
    }

    @Test
    void responsesMatchWhenTheirIdsAreOfTheSameWorth() {
        for (List<String> some : IDS) {
            for (String recorded : some) {
                for (List<String> others : IDS) {
                    for (String live : others) {
                        assertThat(FrameKind.ANSWER.matches(response(recorded), response(live)))
                                .as("%s and %s", recorded, live)
                                .isEqualTo(some == others);
                    }
                }
            }
        }
    }
}
