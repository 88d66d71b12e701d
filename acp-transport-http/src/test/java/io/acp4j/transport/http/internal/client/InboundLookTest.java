package io.acp4j.transport.http.internal.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InboundLookTest {

    private static byte[] update(String members) {
        return ("{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"parent\",\"update\":{"
                        + members + "}}}")
                .getBytes(UTF_8);
    }

    @Test
    void sessionOfASubagentIsFoundWhereverItStands() {
        for (int before = 0; before < 60; before++) {
            String title = "\"title\":\"" + "subagent_updä\\\"".repeat(5).substring(0, before / 13 * 13)
                    + "x".repeat(before % 13) + "\",";
            assertThat(InboundLook.child(
                            update(title + "\"sessionUpdate\":\"subagent_update\",\"sessionId\":\"child\"")))
                    .isEqualTo("child");
            assertThat(InboundLook.child(
                            update("\"sessionId\":\"child\"," + title + "\"sessionUpdate\":\"subagent_update\"")))
                    .isEqualTo("child");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"sessionUpdate\":\"agent_message_chunk\",\"sessionId\":\"child\"",
                "\"sessionUpdate\":\"agent_message_chunk\",\"content\":\"subagent_update\",\"sessionId\":\"child\"",
                "\"sessionUpdate\":\"subagent_updates\",\"sessionId\":\"child\"",
                "\"sessionUpdate\":\"subagent_update\",\"sessionId\":7",
                "\"sessionUpdate\":\"subagent_update\""
            })
    void whatTellsOfNoOtherSessionNamesNone(String members) {
        assertThat(InboundLook.child(update(members))).isNull();
    }

    @Test
    void shortMessagesAreNoUpdates() {
        for (int length = 0; length < 44; length++) {
            byte[] cut = new String(update(""), UTF_8).substring(0, length).getBytes(UTF_8);
            assertThat(InboundLook.isPlainUpdate(cut)).isFalse();
            assertThat(InboundLook.child(cut)).isNull();
        }
    }
}
