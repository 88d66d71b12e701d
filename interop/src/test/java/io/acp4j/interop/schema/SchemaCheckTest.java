package io.acp4j.interop.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaCheckTest {

    private static final String STABLE = """
            {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {
              "Id": {"type": "string"},
              "NewRequest": {"x-side": "agent", "x-method": "new", "type": "object",
                  "properties": {"cwd": {"type": "string"}}, "required": ["cwd"]},
              "NewResponse": {"x-side": "agent", "x-method": "new", "type": "object",
                  "properties": {"id": {"$ref": "#/$defs/Id"}}, "required": ["id"]},
              "Error": {"type": "object", "required": ["code"]},
              "UpdateNotification": {"x-side": "client", "x-method": "update", "type": "object",
                  "properties": {"update": {"properties": {"sessionUpdate": {"enum": ["text"]}}}}}
            }}""";

    private static final String UNSTABLE = """
            {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {
              "NewResponse": {"x-side": "agent", "x-method": "new", "type": "string"},
              "Error": {"type": "object"},
              "ForkResponse": {"x-side": "agent", "x-method": "fork", "type": "object", "required": ["id"]}
            }}""";

    private final Recording recording = new Recording();

    @Test
    void validMessagesPass() throws IOException {
        from("client", "{'jsonrpc':'2.0','id':1,'method':'new','params':{'cwd':'/'}}");
        from("agent", "{'jsonrpc':'2.0','id':1,'result':{'id':'s'}}");
        from("agent", "{'jsonrpc':'2.0','method':'update','params':{'update':{'sessionUpdate':'text'}}}");

        assertThat(check("agent"))
                .containsExactly(
                        "ok NewResponse",
                        "ok UpdateNotification",
                        "ok every required definition",
                        "ok form of messages");
    }

    @Test
    void responseIsHeldAgainstTheMethodThatItAnswers() throws IOException {
        from("client", "{'jsonrpc':'2.0','id':'a','method':'fork','params':{}}");
        from("agent", "{'jsonrpc':'2.0','id':'a','result':{'name':'no id'}}");

        assertThat(check("agent")).anyMatch(line -> line.startsWith("not ok ForkResponse: 1 faults in 1 messages"));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1.0",
        "1.0, 1",
        "1, 1e0",
        "100, 1e2",
        "0, -0.0",
        "9007199254740993, 9007199254740993.0",
        "12345678901234567890, 1.2345678901234567890e19"
    })
    void responseBelongsToTheRequestWhoseIdIsWorthTheSame(String asked, String answered) throws IOException {
        from("client", "{'jsonrpc':'2.0','id':" + asked + ",'method':'new','params':{'cwd':'/'}}");
        from("agent", "{'jsonrpc':'2.0','id':" + answered + ",'result':{'id':'s'}}");

        assertThat(check("agent")).contains("ok NewResponse", "ok form of messages");
    }

    @ParameterizedTest
    @CsvSource({"1, text", "text, 1", "1, 1.5", "9007199254740993, 9007199254740992.0"})
    void responseWithAnIdOfAnotherWorthAnswersNothing(String asked, String answered) throws IOException {
        from(
                "client",
                "{'jsonrpc':'2.0','id':" + (asked.equals("text") ? "'1'" : asked)
                        + ",'method':'new','params':{'cwd':'/'}}");
        from(
                "agent",
                "{'jsonrpc':'2.0','id':" + (answered.equals("text") ? "'1'" : answered) + ",'result':{'id':'s'}}");

        assertThat(check("agent"))
                .doesNotContain("ok NewResponse")
                .anyMatch(line -> line.startsWith("not ok form of messages"));
    }

    @Test
    void requestOfTheOtherSideIsNotLookedAt() throws IOException {
        from("client", "{'jsonrpc':'2.0','id':1,'method':'new','params':{}}");

        assertThat(check("agent")).noneMatch(line -> line.contains("NewRequest"));
        assertThat(check("client")).anyMatch(line -> line.startsWith("not ok NewRequest"));
    }

    @Test
    void definitionThatNeverOccursIsNamed() throws IOException {
        assertThat(check("agent"))
                .containsExactly("not ok every required definition: 1 faults in 1 messages, the first is"
                        + " not sent: [NewResponse, UpdateNotification]");
    }

    @Test
    void malformedMessagesAreFound() throws IOException {
        from("agent", "not json");
        from("agent", "{'jsonrpc':'2.0','id':1,'result':{},'error':{'code':1}}");
        from("agent", "{'jsonrpc':'2.0','method':'new','params':{},'id':1,'extra':true}");
        from("agent", "{'id':5,'error':{}}");

        assertThat(check("agent"))
                .contains("not ok Error: 1 faults in 2 messages, the first is  required property 'code' not found")
                .anyMatch(line -> line.startsWith("not ok form of messages: 7 faults"));
    }

    @Test
    void updateThatIsInvalidOnPurposeMustBeInvalid() throws IOException {
        from("agent", "{'jsonrpc':'2.0','method':'update','params':{'update':{'sessionUpdate':'acp4j_mystery'}}}");

        assertThat(check("agent")).contains("ok unknown update is refused by the schema");
    }

    private void from(String side, String message) {
        recording.add("1", side, message.replace('\'', '"'));
    }

    private List<String> check(String side) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            new SchemaCheck(OfficialMessages.parse(STABLE, UNSTABLE), recording, side).print(out);
        }
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
