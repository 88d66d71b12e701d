package io.acp4j.rpc.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.rpc.WireListener.Direction;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No secret gets into a recording, wherever in a frame it stands; what is no secret is recorded as it is. */
@Execution(ExecutionMode.CONCURRENT)
class RecordedSecretsTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Values with a secret {@code $}, and what is recorded of them; single quotes stand for double ones. */
    static final List<Arguments> VALUES = List.of(
            row("envObject", "{'env':{'A':'$','name':'$'}}", "{'env':{'A':'#','name':'#'}}"),
            row("envList", "{'env':[{'name':'A','value':'$'}]}", "{'env':[{'name':'A','value':'#'}]}"),
            row("envListTurned", "{'env':[{'value':'$','name':'A'}]}", "{'env':[{'value':'#','name':'A'}]}"),
            row("envStrings", "{'env':['A=$','$']}", "{'env':['A=#','#']}"),
            row("envPairs", "{'env':[['A','$'],['B',['$']]]}", "{'env':[['A','#'],['B',['#']]]}"),
            row("envFlat", "{'env':['A','x:$','B','y=$']}", "{'env':['#','#','#','#']}"),
            row("envString", "{'env':'A=$ B=$'}", "{'env':'#'}"),
            row("envDeep", "{'env':{'A':{'b':['$']}}}", "{'env':{'A':{'b':['#']}}}"),
            row("envNumbers", "{'env':{'A':1,'B':true,'C':null}}", "{'env':{'A':'#','B':true,'C':null}}"),
            row(
                    "environment",
                    "{'environment':{'A':'$'},'envVars':['A=$']}",
                    "{'environment':{'A':'#'},'envVars':['A=#']}"),
            row("headersObject", "{'headers':{'X-A':'$'}}", "{'headers':{'X-A':'#'}}"),
            row("headersList", "{'headers':[{'name':'X-A','value':'$'}]}", "{'headers':[{'name':'X-A','value':'#'}]}"),
            row("headersStrings", "{'headers':['X-A: $']}", "{'headers':['X-A:#']}"),
            row("httpHeaders", "{'httpHeaders':{'X-A':['$','$']}}", "{'httpHeaders':{'X-A':['#','#']}}"),
            row("member", "{'apiKey':'$','api_key':['$'],'b':1}", "{'apiKey':'#','api_key':['#'],'b':1}"),
            row("structure", "{'credentials':{'user':'$','n':7}}", "{'credentials':{'user':'#','n':'#'}}"),
            row("named", "[{'name':'API_KEY','value':'$'}]", "[{'name':'API_KEY','value':'#'}]"),
            row(
                    "namedTurned",
                    "[{'value':'$','key':'token','x':{'value':'kept'}}]",
                    "[{'value':'#','key':'token','x':{'value':'kept'}}]"),
            row("arguments", "{'args':['--token','$','--verbose','x']}", "{'args':['--token','#','--verbose','x']}"),
            row("argument", "{'args':['--api-key=$','-u','me:$']}", "{'args':['--api-key=#','-u','#']}"),
            row("url", "{'url':'https://u:$@h/p?token=$&x=1'}", "{'url':'https://#@h/p?token=#&x=1'}"),
            row("text", "{'text':'use Bearer $ here'}", "{'text':'use Bearer # here'}"),
            row(
                    "jsonText",
                    "{'arguments':'{ \\'env\\':{\\'A\\':\\'$\\'}}'}",
                    "{'arguments':'{\\'env\\':{\\'A\\':\\'#\\'}}'}"),
            row(
                    "jsonTextOfAList",
                    "{'arguments':'[1,{\\'headers\\':[\\'X-A: $\\',[\\'X-B\\',\\'$\\']]}]'}",
                    "{'arguments':'[1,{\\'headers\\':[\\'X-A:#\\',[\\'X-B\\',\\'#\\']]}]'}"),
            row(
                    "jsonTextInJsonText",
                    "['{\\'a\\':\\'{\\\\\\'env\\\\\\':\\\\\\'$\\\\\\'}\\'}']",
                    "['{\\'a\\':\\'{\\\\\\'env\\\\\\':\\\\\\'#\\\\\\'}\\'}']"),
            row("jsonTextWithoutAny", "{'text':'{ \\'a\\': 1 }'}", "{'text':'{ \\'a\\': 1 }'}"),
            row("memberName", "{'https://u:$@h':1}", "{'https://#@h':1}"));

    private static Arguments row(String name, String value, String recorded) {
        return argumentSet(
                name, value.replace('\'', '"'), recorded.replace('\'', '"').replace("#", "[redacted]"));
    }

    private static String recorded(String frame) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] bytes = frame.getBytes(UTF_8);
        WireRecorder.builder().to(out).onFrame(Direction.OUTBOUND, bytes, 0, bytes.length);
        String line = out.toString(UTF_8).trim();
        return line.substring(line.indexOf("\"frame\":") + 8, line.length() - 1);
    }

    @ParameterizedTest
    @FieldSource("VALUES")
    void secretIsLeftOutInEveryShapeAtEveryPlace(String value, String recorded) {
        Random random = new Random(value.hashCode());
        for (String place : List.of(
                "%",
                "{\"params\":%}",
                "{\"result\":{\"_meta\":%}}",
                "{\"params\":{\"mcpServers\":[%,%],\"_meta\":{\"a.b/c\":{\"deep\":[[%]]}}}}",
                "{\"error\":{\"data\":%}}",
                "[%,{\"n\":1.50e3}]")) {
            String secret = SecretsTest.secret(random);
            assertThat(recorded(place.replace("%", value.replace("$", secret))))
                    .as(place)
                    .isEqualTo(place.replace("%", recorded));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void plantedSecretsNeverAppear(long seed) throws IOException {
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            String secret = SecretsTest.secret(random);
            JsonNode frame = around(planted(random, secret), random);
            String recorded = recorded(MAPPER.writeValueAsString(frame));
            assertThat(recorded).as(() -> "frame " + frame).doesNotContain(secret);
            assertThat(MAPPER.readTree(recorded)).isNotNull();
        }
    }

    private static JsonNode planted(Random random, String secret) throws IOException {
        if (random.nextBoolean()) {
            String value = (String) VALUES.get(random.nextInt(VALUES.size())).get()[0];
            return MAPPER.readTree(value.replace("$", secret));
        }
        String shape = SecretsTest.SHAPES.get(random.nextInt(SecretsTest.SHAPES.size()));
        return MAPPER.getNodeFactory().textNode(SecretsTest.planted(shape, secret));
    }

    private static JsonNode around(JsonNode inner, Random random) {
        JsonNode frame = inner;
        for (int depth = random.nextInt(8); depth > 0; depth--) {
            if (random.nextBoolean()) {
                ArrayNode array = MAPPER.createArrayNode();
                array.add(random.nextInt()).add("x");
                array.add(frame).add("y").addNull();
                frame = array;
            } else {
                ObjectNode object = MAPPER.createObjectNode();
                object.put("name", "n").put("n", random.nextInt());
                object.set(
                        List.of("_meta", "params", "args", "command", "é", "0").get(random.nextInt(6)), frame);
                object.put("last", true);
                frame = object;
            }
        }
        return frame;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session/new\",\"params\":{\"cwd\":\"/a\",\"mcpServers\":[]}}",
                "{\"method\":\"session/update\",\"params\":{\"update\":{\"text\":\"Unexpected token: }\",\"n\":1.50e3}}}",
                "{\"usage\":{\"inputTokens\":1,\"totalTokens\":2},\"_meta\":{\"progressToken\":\"p\"},\"auth\":{},\"value\":\"v\"}",
                "{\"name\":\"path\",\"value\":\"v\",\"description\":\"the path\",\"header\":\"# Title\"}",
                "[]",
                "\"text\"",
                "-0.0",
                "{\"args\":[\"-y\",\"@me/server\",\"--port\",\"80\"]}",
            })
    void whatIsNoSecretIsRecordedAsItIs(String frame) {
        assertThat(recorded(frame)).isEqualTo(frame);
    }
}
