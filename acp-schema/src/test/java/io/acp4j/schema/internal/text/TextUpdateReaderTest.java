package io.acp4j.schema.internal.text;

import static io.acp4j.schema.testing.CodecAssertions.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.JsonSyntaxException;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.SchemaException;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.SessionNotification;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read and written as bytes is what the declared codec reads and writes, whatever it is given. */
class TextUpdateReaderTest {

    private static final List<String> UPDATES = List.of(
            // the shapes it is made for
            "{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'Hello'}}",
            "{'sessionUpdate':'agent_message_chunk','messageId':'m','content':{'type':'text','text':'h\u00e9 \u20ac \uD83D\uDE00'}}",
            "{'sessionUpdate':'agent_thought_chunk','content':{'type':'text','text':'\\n\\u00e9\\\\'},'messageId':'m'}",
            "{'sessionUpdate':'user_message_chunk','messageId':'','content':{'type':'text','text':''}}",
            // members in another order
            "{'content':{'text':'t','type':'text'},'messageId':'m','sessionUpdate':'agent_message_chunk'}",
            "{'messageId':'m','sessionUpdate':'agent_thought_chunk','content':{'annotations':{},'type':'text','text':'t'}}",
            // members beside
            "{'sessionUpdate':'agent_message_chunk','extra':[{'content':1}],'content':{'type':'text','text':'t','x':{}}}",
            "{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'t','_meta':{'a':1}},'_meta':{'b':[]}}",
            "{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'t','annotations':"
                    + "{'audience':['user',7],'priority':'high','lastModified':'2026'}}}",
            // null and malformed where that is forgiven
            "{'sessionUpdate':'agent_message_chunk','messageId':null,'content':{'type':'text','text':'t'}}",
            "{'sessionUpdate':'agent_message_chunk','messageId':7,'content':{'type':'text','text':'t'}}",
            "{'sessionUpdate':'agent_message_chunk','messageId':{'a':[1]},'content':{'type':'text','text':'t'}}",
            "{'sessionUpdate':'agent_message_chunk','_meta':null,'content':{'type':'text','text':'t','_meta':[1]}}",
            "{'sessionUpdate':'agent_message_chunk','_meta':'x','content':{'type':'text','text':'t','annotations':null}}",
            "{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'t','annotations':[{}]}}",
            // other content
            "{'sessionUpdate':'agent_message_chunk','content':{'type':'image','data':'AQID','mimeType':'image/png'}}",
            "{'sessionUpdate':'agent_message_chunk','content':{'uri':'u','name':'n','type':'resource_link'}}",
            "{'sessionUpdate':'agent_message_chunk','content':{'type':'hologram','text':5}}",
            "{'sessionUpdate':'agent_message_chunk','content':{'text':5,'type':'hologram'},'messageId':'m'}",
            // other updates
            "{'sessionUpdate':'tool_call','toolCallId':'c','title':'t'}",
            "{'toolCallId':'c','status':'completed','content':[],'sessionUpdate':'tool_call_update'}",
            "{'sessionUpdate':'plan','entries':[{},{'content':'c','priority':'high','status':'pending'}]}",
            "{'sessionUpdate':'usage_update','used':1,'size':2}",
            "{'sessionUpdate':'progress','content':{'type':5}}",
            "{'content':{'type':'text','text':'t'},'sessionUpdate':'progress'}",
            // repeated members
            "{'sessionUpdate':'agent_message_chunk','sessionUpdate':'plan','content':{'type':'text','text':'t'}}",
            "{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'a'},'content':{'type':'text','text':'b'}}",
            "{'sessionUpdate':'agent_message_chunk','content':{'type':'text','type':'image','text':'a','text':'b'}}",
            "{'sessionUpdate':'agent_message_chunk','messageId':'a','messageId':null,'content':{'type':'text','text':'t'}}",
            "{'sessionUpdate':'agent_message_chunk','content':5,'content':{'type':'text','text':'t'}}",
            // malformed
            "{'sessionUpdate':'agent_message_chunk'}",
            "{'sessionUpdate':'agent_message_chunk','content':null}",
            "{'sessionUpdate':'agent_message_chunk','content':'t'}",
            "{'sessionUpdate':'agent_message_chunk','content':{'type':'text'}}",
            "{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':null}}",
            "{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':['t']},'messageId':'m'}",
            "{'sessionUpdate':'agent_message_chunk','content':{'text':'t'}}",
            "{'sessionUpdate':'agent_message_chunk','content':{'type':null,'text':'t'}}",
            "{'sessionUpdate':'agent_message_chunk','content':{'type':'image','data':'AQID'}}",
            "{'sessionUpdate':'tool_call','title':'t'}",
            "{'sessionUpdate':7,'content':{'type':'text','text':'t'}}",
            "{'content':{'type':'text','text':'t'},'sessionUpdate':null}",
            "{'content':{'type':'text','text':'t'}}",
            "{}",
            "[]",
            "null",
            "'agent_message_chunk'");

    static Stream<String> documents() {
        Stream<String> inOrder = UPDATES.stream().map(update -> "{'sessionId':'s','update':" + update + "}");
        Stream<String> reversed = UPDATES.stream().map(update -> "{'update':" + update + ",'sessionId':'s'}");
        Stream<String> others = Stream.of(
                        "{'sessionId':'s','_meta':{'a':{'b':1}},'update':%s,'x':[[]]}",
                        "{'sessionId':'s','update':%s,'_meta':null}",
                        "{'sessionId':'s','update':%s,'_meta':7}",
                        "{'sessionId':'a','sessionId':'b','update':{'sessionUpdate':'plan','entries':[]},'update':%s}",
                        "{'sessionId':null,'update':%s}",
                        "{'sessionId':5,'update':%s}",
                        "{'sessionId':5,'update':%s",
                        "{'update':%s}",
                        "{'sessionId':'s'}",
                        "{'sessionId':'s','update':%s,}",
                        "{'sessionId':'s','update':%s} {}",
                        "[%s]",
                        "null",
                        "")
                .map(document -> String.format(document, UPDATES.get(0)));
        return Stream.of(inOrder, reversed, others).flatMap(documents -> documents);
    }

    @ParameterizedTest
    @MethodSource("documents")
    void readsAndWritesLikeTheDeclaredCodec(String document) {
        byte[] bytes = json(document).getBytes(StandardCharsets.UTF_8);

        assertSame(document, bytes);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void readsWhateverBytesLikeTheDeclaredCodec(long seed) {
        Random random = new Random(seed);
        List<String> documents =
                documents().filter(document -> !document.isEmpty()).toList();
        for (int i = 0; i < 2000; i++) {
            String document = json(documents.get(random.nextInt(documents.size())));
            byte[] bytes = mutated(document, random);

            assertSame("seed " + seed + ", round " + i, bytes);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'Hello'}}",
                "{'sessionUpdate':'agent_thought_chunk','content':{'type':'text','text':'a\\n\\t\\'\\\\'},'messageId':'m'}",
                "{'sessionUpdate':'user_message_chunk','messageId':'','content':{'text':'','type':'text'}}",
                "{'content':{'type':'text','text':'t'},'messageId':'m','sessionUpdate':'agent_message_chunk'}",
                "{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'é — 中文 😀'},'messageId':'ö'}",
                "{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'\\u0041\\u00e9\\u4e2d\\uD83D\\uDE00\\u0000'}}"
            })
    void textIsReadWithoutATokeniser(String update) throws Exception {
        byte[] bytes = json("{'sessionId':'s','update':" + update + "}").getBytes(StandardCharsets.UTF_8);

        SessionNotification read = reader(WireVersion.V1).read(bytes, 0, bytes.length);

        assertThat(read).isNotNull().isEqualTo(SessionNotification.CODEC.decode(bytes));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'Hello'},'messageId':'m'}",
                "{'sessionUpdate':'agent_thought_chunk','messageId':'m','content':{'type':'text','text':'é — 中文 😀'}}",
                "{'content':{'type':'text','text':'t'},'messageId':'m','sessionUpdate':'user_message_chunk'}"
            })
    void textOfVersion2IsReadWithoutATokeniserUnlessItsMessageIsMissing(String update) throws Exception {
        String document = json("{'sessionId':'s','update':" + update + "}");
        byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
        byte[] without = document.replace(",\"messageId\":\"m\"", "").getBytes(StandardCharsets.UTF_8);

        assertThat(reader(WireVersion.V2).read(bytes, 0, bytes.length))
                .isNotNull()
                .isEqualTo(SessionNotification.CODEC.in(WireVersion.V2).decode(bytes));
        assertThat(reader(WireVersion.V2).read(without, 0, without.length)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ 'sessionId':'s','update':{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'t'}}}",
                "{'sessionId':'s','update':{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'\\uD83D'}}}",
                "{'sessionId':'s','update':{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'\t'}}}",
                "{'sessionId':'s','update':{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'t'}},'_meta':{}}",
                "{'sessionId':'s','update':{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'t'}}",
                "{'sessionId':'s','update':{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'t"
            })
    void anythingUnusualIsLeftToTheTokeniser(String document) {
        byte[] bytes = json(document).getBytes(StandardCharsets.UTF_8);

        assertThat(reader(WireVersion.V1).read(bytes, 0, bytes.length)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"'s'", "'ö 中'", "'a\\nb\\'c\\\\'", "'\\u0041'"})
    void idsThatRepeatAreTheSameObjectsHoweverTheyAreWritten(String id) {
        byte[] bytes = json("{'sessionId':" + id + ",'update':{'sessionUpdate':'agent_message_chunk','messageId':" + id
                        + ",'content':{'type':'text','text':'t'}}}")
                .getBytes(StandardCharsets.UTF_8);
        TextUpdateReader reader = reader(WireVersion.V1);

        SessionNotification first = reader.read(bytes, 0, bytes.length);
        SessionNotification second = reader.read(bytes, 0, bytes.length);

        assertThat(first).isNotNull().isEqualTo(second);
        assertThat(second).isNotNull();
        assertThat(second.sessionId()).isSameAs(first.sessionId());
        assertThat(((ContentChunk) second.update()).messageId()).isSameAs(((ContentChunk) first.update()).messageId());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\"b", "a\nb", "a\\"})
    void idThatWasReadDoesNotLetItsTextPassUnescaped(String id) {
        String document = "{\"sessionId\":%s,\"update\":{\"sessionUpdate\":\"agent_message_chunk\","
                + "\"content\":{\"type\":\"text\",\"text\":\"t\"}}}";
        byte[] escaped = String.format(
                        document, SessionId.CODEC.toRaw(new SessionId(id)).toJson())
                .getBytes(StandardCharsets.UTF_8);
        byte[] broken = String.format(document, '"' + id + '"').getBytes(StandardCharsets.UTF_8);
        TextUpdateReader reader = reader(WireVersion.V1);

        assertThat(reader.read(escaped, 0, escaped.length)).isNotNull();
        assertThat(reader.read(broken, 0, broken.length)).isNull();
    }

    /** Updates that repeat what stands around their texts, more or less. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void aReaderThatRemembersAnUpdateReadsTheNextOneLikeANewReader(long seed) {
        Random random = new Random(seed);
        WireVersion version = seed % 2 == 0 ? WireVersion.V2 : WireVersion.V1;
        List<String> documents =
                documents().filter(document -> document.contains("chunk")).toList();
        TextUpdateReader remembering = reader(version);
        String document = documents.get(0);
        for (int i = 0; i < 5000; i++) {
            if (random.nextInt(8) == 0) {
                document = documents.get(random.nextInt(documents.size()));
            }
            byte[] bytes = random.nextBoolean()
                    ? json(document).getBytes(StandardCharsets.UTF_8)
                    : mutated(json(document), random);

            assertThat(remembering.read(bytes, 0, bytes.length))
                    .as("seed %d, round %d", seed, i)
                    .isEqualTo(reader(version).read(bytes, 0, bytes.length));
        }
    }

    private static void assertSame(String description, byte[] bytes) {
        for (WireVersion version : WireVersion.values()) {
            assertSame(description + " in " + version, bytes, version);
        }
    }

    private static void assertSame(String description, byte[] bytes, WireVersion version) {
        ObjectCodec<SessionNotification> codec = SessionNotification.CODEC.in(version);
        Object declared = outcome(codec, bytes);
        SessionNotification read = reader(version).read(bytes, 0, bytes.length);
        if (read != null) {
            assertThat(read).as(description).isEqualTo(declared);
        }
        if (declared instanceof SessionNotification value) {
            int room = TextUpdateWriter.room(value, SessionNotification.CODEC.in(version));
            if (room >= 0) {
                byte[] written = new byte[room];
                int end = TextUpdateWriter.write(value, written, 0);
                if (end >= 0) {
                    assertThat(Arrays.copyOf(written, end)).as(description).isEqualTo(codec.encode(value));
                }
            }
        }
    }

    /** The value, or the kind of fault and its place. */
    private static Object outcome(JsonCodec<SessionNotification> codec, byte[] bytes) {
        try {
            return codec.decode(bytes);
        } catch (SchemaException e) {
            return e.getMessage();
        } catch (JsonSyntaxException e) {
            return e.getClass();
        }
    }

    private static byte[] mutated(String document, Random random) {
        StringBuilder text = new StringBuilder(document);
        for (int edits = 1 + random.nextInt(3); edits > 0; edits--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(4)) {
                case 0 -> text.setCharAt(at, "{}[]:,\"\\0tn ".charAt(random.nextInt(12)));
                case 1 -> text.deleteCharAt(at);
                case 2 ->
                    text.insert(
                            at,
                            List.of("null", "{}", "[1]", "\"x\":2,", "\"", "7").get(random.nextInt(6)));
                default -> text.setLength(Math.max(1, at));
            }
            if (text.length() == 0) {
                text.append('{');
            }
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        if (random.nextInt(4) == 0) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    private static TextUpdateReader reader(WireVersion version) {
        return Objects.requireNonNull(TextUpdateReader.of(SessionNotification.CODEC.in(version)));
    }
}
