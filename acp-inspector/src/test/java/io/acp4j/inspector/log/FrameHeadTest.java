package io.acp4j.inspector.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameHeadTest {

    private static FrameHead head(String json) {
        byte[] bytes = ("xx" + json).getBytes(StandardCharsets.UTF_8);
        return FrameHead.of(bytes, 2, bytes.length - 2);
    }

    @Test
    void anUpdateIsKnownByItsKindItsSessionAndWhatItIsAbout() {
        FrameHead head = head(
                "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"update\":{\"content\":{\"sessionUpdate\":\"not"
                        + " this\",\"a\":[1,{}]},\"sessionUpdate\":\"agent_message_chunk\",\"messageId\":\"m1\"},"
                        + "\"sessionId\":\"s1\"}}");

        assertThat(head)
                .isEqualTo(new FrameHead(
                        FrameKind.NOTIFICATION, "session/update", null, "s1", "agent_message_chunk", "m1", null));
    }

    @Test
    void aSessionInsideOtherMembersIsNotTheFrames() {
        assertThat(head("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"sessions\":[{\"sessionId\":\"s1\"}]}}")
                        .session())
                .isNull();
        assertThat(head("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":{},\"sessionId\":\"s2\"}}")
                        .session())
                .isEqualTo("s2");
    }

    @Test
    void numbersAndTextsAreDifferentIds() {
        assertThat(head("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\"}").id()).isEqualTo("1");
        assertThat(head("{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"method\":\"a\"}").id())
                .isEqualTo("\"1\"");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "1.0, 1",
                "1e0, 1",
                "10e-1, 1",
                "1E+1, 10",
                "-0, 0",
                "0.0, 0",
                "-1.00, -1",
                "9007199254740993.0, 9007199254740993",
                "1.50, 1.5",
                "\"\\u0031\", \"1\"",
                "\"1.0\", \"1.0\"",
                "null, null"
            })
    void idIsWhatItIsWorth(String spelled, String id) {
        assertThat(head("{\"jsonrpc\":\"2.0\",\"id\":" + spelled + ",\"method\":\"a\"}")
                        .id())
                .isEqualTo(id);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'jsonrpc':'2.0','id':1,'method':'a'}             | REQUEST      | ",
                "{'jsonrpc':'2.0','method':'a'}                    | NOTIFICATION | ",
                "{'jsonrpc':'2.0','id':1,'result':null}            | RESPONSE     | ",
                "{'jsonrpc':'2.0','id':1,'error':{'code':1}}       | ERROR        | ",
                "{'jsonrpc':'2.0','id':1,'error':null,'result':{}} | RESPONSE     | ",
                "{'id':1,'method':'a'}                             | REQUEST      | jsonrpc is not \"2.0\"",
                "{'jsonrpc':'2.0','result':{}}                     | RESPONSE     | a response without an id",
                "{'jsonrpc':'2.0','id':1,'result':{},'error':{}}   | ERROR        | both a result and an error",
                "{'jsonrpc':'2.0','id':1}                          | INVALID      | neither a method nor a result nor"
                        + " an error",
                "[]                                                | INVALID      | a batch, which ACP does not have",
                "17                                                | INVALID      | no JSON object",
                "{} {}                                             | INVALID      | more than one JSON value",
                "hello                                             | INVALID      | no JSON, from byte 2 on",
            })
    void everyFrameIsOfOneKindAndItsProblemIsNamed(String json, FrameKind kind, String problem) {
        FrameHead head = head(json.replace('\'', '"').strip());

        assertThat(head.kind()).isEqualTo(kind);
        if (kind == FrameKind.INVALID && json.startsWith("hello")) {
            assertThat(head.problem()).startsWith("no JSON");
        } else {
            assertThat(head.problem()).isEqualTo(problem);
        }
    }

    @Test
    void deepNestingIsAProblemAndNoFailure() {
        assertThat(head("[".repeat(100_000)).kind()).isEqualTo(FrameKind.INVALID);
        assertThat(head("").problem()).isEqualTo("an empty line");
    }
}
