package io.acp4j.rpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.testing.RawPeer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A control character that is not escaped is called so, with its offset; it is UTF-8 all the same. */
@Execution(ExecutionMode.CONCURRENT)
class ControlCharacterTest {

    static List<Arguments> places() {
        Map<String, String> frames = Map.of(
                "first", "#{'jsonrpc':'2.0'}",
                "second", "{#'jsonrpc':'2.0'}",
                "fourth", "{'j#sonrpc':'2.0'}",
                "inAName", "{'jsonrpc':'2.0','meth#od':'_ask'}",
                "inTheMethod", "{'jsonrpc':'2.0','method':'_a#sk','id':1}",
                "inAText", "{'jsonrpc':'2.0','id':1,'method':'_ask','params':{'number':1,'text':'secret#'}}",
                "betweenTokens", "{'jsonrpc':'2.0','id':1,#'method':'_ask'}",
                "last", "{'jsonrpc':'2.0','id':1,'method':'_ask'}#");
        List<Arguments> rows = new ArrayList<>();
        frames.forEach((name, frame) -> {
            for (char control : new char[] {0, 1, 0x1f}) {
                rows.add(argumentSet(name + " " + (int) control, frame, control));
            }
        });
        return rows;
    }

    @ParameterizedTest
    @MethodSource("places")
    void controlCharacterIsNamedWithItsOffset(String frame, char control) throws Exception {
        RawPeer peer = new RawPeer();
        try (Connection connection = Note.answering().build().connect(peer.transport(), ConnectionOptions.defaults())) {
            assertThat(connection).isNotNull();
            peer.sendBytes(frame.replace('\'', '"').replace('#', control).getBytes(UTF_8));
            JsonNode response = peer.nextJson();
            assertThat(response.at("/error/code").asInt()).isEqualTo(-32700);
            assertThat(response.at("/error/message").asText())
                    .isEqualTo("Parse error: an unescaped control character at byte " + frame.indexOf('#'));
        }
    }
}
