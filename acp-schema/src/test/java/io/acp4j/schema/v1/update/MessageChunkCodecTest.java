package io.acp4j.schema.v1.update;

import static io.acp4j.schema.testing.CodecAssertions.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.JsonReader;
import io.acp4j.schema.json.JsonSyntaxException;
import io.acp4j.schema.json.SchemaException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The hand-written codec does what the declared one does, whatever it is given. */
class MessageChunkCodecTest {

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
    @MethodSource("documents")
    void leavesTheReaderBehindTheObject(String document) throws IOException {
        byte[] bytes = json("{'params':" + document + ",'after':7}").getBytes(StandardCharsets.UTF_8);

        assertThat(after(SessionNotification.CODEC, bytes))
                .as(document)
                .isEqualTo(after(SessionNotification.DECLARED, bytes));
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
                "{'content':{'type':'text','text':'t'},'messageId':'m','sessionUpdate':'agent_message_chunk'}"
            })
    void plainTextIsReadWithoutATokeniser(String update) throws Exception {
        byte[] bytes = json("{'sessionId':'s','update':" + update + "}").getBytes(StandardCharsets.UTF_8);

        SessionNotification plain = SessionNotification.CODEC.readPlain(bytes, 0, bytes.length);

        assertThat(plain).isNotNull().isEqualTo(SessionNotification.DECLARED.decode(bytes));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ 'sessionId':'s','update':{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'t'}}}",
                "{'sessionId':'s','update':{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'é'}}}",
                "{'sessionId':'s','update':{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'\\u0041'}}}",
                "{'sessionId':'s','update':{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'\t'}}}",
                "{'sessionId':'s','update':{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'t'}},'_meta':{}}",
                "{'sessionId':'s','update':{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'t'}}",
                "{'sessionId':'s','update':{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'t"
            })
    void anythingUnusualIsLeftToTheTokeniser(String document) {
        byte[] bytes = json(document).getBytes(StandardCharsets.UTF_8);

        assertThat(SessionNotification.CODEC.readPlain(bytes, 0, bytes.length)).isNull();
    }

    @Test
    void plainIdsThatRepeatAreGivenAgain() {
        byte[] bytes = json("{'sessionId':'s','update':{'sessionUpdate':'agent_message_chunk','messageId':'m',"
                        + "'content':{'type':'text','text':'t'}}}")
                .getBytes(StandardCharsets.UTF_8);

        SessionNotification first = SessionNotification.CODEC.readPlain(bytes, 0, bytes.length);
        SessionNotification second = SessionNotification.CODEC.readPlain(bytes, 0, bytes.length);

        assertThat(first).isNotNull().isEqualTo(second);
    }

    @Test
    void declarationCanStillBeInspected() {
        assertThat(SessionNotification.CODEC.fields()).isEqualTo(SessionNotification.DECLARED.fields());
        assertThat(SessionNotification.CODEC.typeName()).isEqualTo("SessionNotification");
    }

    private static void assertSame(String description, byte[] bytes) {
        Object byHand = outcome(SessionNotification.CODEC, bytes);
        Object declared = outcome(SessionNotification.DECLARED, bytes);
        assertThat(byHand).as(description).isEqualTo(declared);
        SessionNotification plain = SessionNotification.CODEC.readPlain(bytes, 0, bytes.length);
        if (plain != null) {
            assertThat(plain).as(description).isEqualTo(declared);
        }
        if (byHand instanceof SessionNotification value) {
            assertThat(SessionNotification.CODEC.encode(value))
                    .as(description)
                    .isEqualTo(SessionNotification.DECLARED.encode(value));
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

    private static Object after(JsonCodec<SessionNotification> codec, byte[] bytes) throws IOException {
        List<Object> seen = new ArrayList<>();
        try (JsonReader in = JsonReader.over(bytes, 0, bytes.length)) {
            in.start();
            in.parser().nextFieldName();
            in.parser().nextToken();
            int parent = in.depthOfParent();
            try {
                seen.add(codec.read(in));
            } catch (SchemaException e) {
                seen.add(e.getMessage());
                in.recover(parent);
            }
            seen.add(in.parser().currentToken());
            seen.add(in.parser().nextFieldName());
            seen.add(in.parser().nextIntValue(0));
        } catch (JsonProcessingException e) {
            seen.add(e.getLocation().getByteOffset());
        }
        return seen;
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
}
