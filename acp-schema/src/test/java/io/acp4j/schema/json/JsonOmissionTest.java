package io.acp4j.schema.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.schema.session.NewSessionResponse;
import io.acp4j.schema.update.SessionNotification;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every value that lenient reading leaves out is reported with its place and without its content. */
class JsonOmissionTest {

    private static final String MISSING = "required member is missing";

    /** A type with the places where names are chosen by the peer. */
    private record Shelf(List<String> lenient, Map<String, Shelf> named) {

        static final ObjectCodec<Shelf> CODEC = ObjectCodec.of("Shelf", type -> {
            var lenient = type.lenientList("lenient", Codecs.STRING, Shelf::lenient);
            var named = type.map("named", new Deferred(), Shelf::named);
            return in -> new Shelf(in.get(lenient), in.get(named));
        });
    }

    private static final class Deferred extends JsonCodec<Shelf> {
        @Override
        public Shelf read(JsonReader in) throws IOException {
            return Shelf.CODEC.read(in);
        }

        @Override
        public void write(Shelf value, com.fasterxml.jackson.core.JsonGenerator out) throws IOException {
            Shelf.CODEC.write(value, out);
        }
    }

    private static List<JsonOmission> omissions(JsonCodec<?> codec, String json) throws IOException {
        byte[] bytes = json.replace('\'', '"').getBytes(UTF_8);
        try (JsonReader in = JsonReader.over(bytes, 0, bytes.length)) {
            in.start();
            Object value = codec.read(in);
            in.finish();
            assertThat(value).isNotNull();
            return in.omissions();
        }
    }

    private static String update(String members) {
        return "{'sessionId':'s','update':{" + members + "}}";
    }

    static Stream<Arguments> losses() {
        String entries = "'entries':[{'content':'a','priority':'high','status':'pending'},"
                + "{'content':'SECRET','status':'pending'}]";
        String call = "'sessionUpdate':'tool_call','toolCallId':'c','title':'t',";
        String select = "'id':'m','name':'M','type':'select','currentValue':'a','options':";
        return Stream.of(
                Arguments.of(
                        SessionNotification.CODEC,
                        update("'sessionUpdate':'plan'," + entries),
                        "/update/entries/1",
                        "/priority: " + MISSING),
                // The discriminator comes last, so the update is read a second time.
                Arguments.of(
                        SessionNotification.CODEC,
                        update(entries + ",'sessionUpdate':'plan'"),
                        "/update/entries/1",
                        "/priority: " + MISSING),
                Arguments.of(
                        SessionNotification.CODEC,
                        update(call + "'content':{'type':'content','content':{'type':'text','text':'SECRET'}}"),
                        "/update/content",
                        "expected an array, found an object"),
                Arguments.of(
                        SessionNotification.CODEC,
                        update(call + "'content':[{'type':'diff','path':'/f'}]"),
                        "/update/content/0",
                        "/newText: " + MISSING),
                Arguments.of(
                        NewSessionResponse.CODEC,
                        "{'sessionId':'s','modes':{'currentModeId':'a','availableModes':"
                                + "[{'id':'a','name':'A'},{'id':'SECRET'}]}}",
                        "/modes/availableModes/1",
                        "/name: " + MISSING),
                Arguments.of(
                        NewSessionResponse.CODEC,
                        "{'sessionId':'s','configOptions':[{" + select
                                + "[{'group':'g','name':'G','options':[]},{'value':'a','name':'SECRET'}]}]}",
                        "/configOptions/0",
                        "/options/1/group: " + MISSING),
                Arguments.of(Shelf.CODEC, "{'lenient':['a',7]}", "/lenient/1", "expected a string, found a number"),
                Arguments.of(
                        Shelf.CODEC,
                        "{'named':{'SECRET':{'lenient':[7]}}}",
                        "/named/*/lenient/0",
                        "expected a string, found a number"),
                Arguments.of(
                        Shelf.CODEC,
                        "{'named':{'SECRET':{'lenient':['a']}},'lenient':[{'x':[1]}]}",
                        "/lenient/0",
                        "expected a string, found an object"));
    }

    @ParameterizedTest
    @MethodSource("losses")
    void valueThatIsLeftOutIsReportedWithItsPlace(JsonCodec<?> codec, String json, String path, String problem)
            throws IOException {
        assertThat(omissions(codec, json)).containsExactly(new JsonOmission(path, problem));
    }

    @Test
    void valuesThatAreAbsentNullOrUnknownAreNotReported() throws IOException {
        assertThat(omissions(
                        SessionNotification.CODEC,
                        update("'sessionUpdate':'tool_call','toolCallId':'c','title':'t','content':null,'kind':'new',"
                                + "'other':[1]")))
                .isEmpty();
        assertThat(omissions(SessionNotification.CODEC, update("'sessionUpdate':'from_the_future','entries':7")))
                .isEmpty();
    }

    @Test
    void valueWithinAnotherOneThatIsLeftOutIsNotReported() throws IOException {
        String entry = "{'content':7,'_meta':9,'priority':'high','status':'pending'}";
        assertThat(omissions(SessionNotification.CODEC, update("'sessionUpdate':'plan','entries':[" + entry + "]")))
                .extracting(JsonOmission::path)
                .containsExactly("/update/entries/0");
    }

    @Test
    void numberOfReportedValuesIsBounded() throws IOException {
        String many = IntStream.range(0, 1000).mapToObj(String::valueOf).collect(Collectors.joining(","));
        List<JsonOmission> omissions = omissions(Shelf.CODEC, "{'lenient':[" + many + "]}");
        assertThat(omissions).hasSize(JsonOmission.Collector.MAX_OMISSIONS + 1);
        assertThat(omissions).last().isEqualTo(new JsonOmission("", "968 further values were left out"));
    }

    @Test
    void secondReadingOfAMemberReplacesTheFirst() throws IOException {
        byte[] bytes = "{\"params\":{\"lenient\":[7]}}".getBytes(UTF_8);
        try (JsonReader in = JsonReader.over(bytes, 0, bytes.length)) {
            in.start();
            String first = in.parser().nextFieldName();
            in.parser().nextToken();
            int from = in.tokenStart();
            Shelf before = Shelf.CODEC.read(in);
            int to = in.position();
            in.parser().nextToken();
            in.finish();
            assertThat(in.omissions()).extracting(JsonOmission::path).containsExactly("/params/lenient/0");
            try (JsonReader again = in.again(from, to, first)) {
                assertThat(Shelf.CODEC.read(again)).isEqualTo(before);
            }
            assertThat(in.omissions()).extracting(JsonOmission::path).containsExactly("/params/lenient/0");
        }
    }
}
