package io.acp4j.rpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.acp4j.rpc.testing.RawPeer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Mutated frames, each decided a second time by a slow reader that looks at a whole tree: the engine must come to the same
 * decision, answer when it has to and only then, and live on.
 */
@ExtendWith(Quiet.class)
class EnvelopeFuzzTest {

    /** How many frames are made of each seed; raised to search for faults. */
    private static final int FRAMES = Integer.getInteger("acp.fuzz.frames", 5000);

    private static final int MAX_DEPTH = 24;

    private static final List<String> SEEDS = List.of(
            "{'jsonrpc':'2.0','id':1,'method':'_ping','params':{'number':1}}",
            "{'jsonrpc':'2.0','id':'7e1d-44','method':'_ping','params':{'sessionId':'s','number':2,'text':'hé😀'}}",
            "{'jsonrpc':'2.0','id':0,'method':'initialize','params':{'protocolVersion':1,'clientCapabilities':"
                    + "{'fs':{'readTextFile':true,'writeTextFile':true},'terminal':true}}}",
            "{'jsonrpc':'2.0','id':3,'method':'session/prompt','params':{'sessionId':'s-1','prompt':"
                    + "[{'type':'text','text':'What is \\u0022this\\u0022?'},{'type':'resource_link','uri':'file:///a'}]}}",
            "{'jsonrpc':'2.0','method':'session/update','params':{'sessionId':'s-1','update':{'sessionUpdate':"
                    + "'agent_message_chunk','content':{'type':'text','text':'Hello\\n'},'messageId':null}}}",
            "{'jsonrpc':'2.0','method':'_tell','params':{'sessionId':'s','number':3}}",
            "{'method':'_tell','params':{'number':4,'_meta':{'x':[1.5e3,-0,true]}},'jsonrpc':'2.0'}",
            "{'jsonrpc':'2.0','id':2,'result':{'sessionId':'s-2','modes':{'currentModeId':'ask','availableModes':[]}}}",
            "{'jsonrpc':'2.0','result':{'stopReason':'end_turn'},'id':3}",
            "{'jsonrpc':'2.0','id':4,'error':{'code':-32603,'message':'Internal error','data':'text'}}",
            "{'jsonrpc':'2.0','id':null,'error':{'code':-32700,'message':'Parse error'}}",
            "{'jsonrpc':'2.0','method':'$/cancel_request','params':{'requestId':'7e1d-44'}}",
            "{'params':{'number':9},'id':5,'method':'_ping','jsonrpc':'2.0'}",
            "{'jsonrpc':'2.0','method':'_auth/status_update','params':{'token':'x'}}",
            "[{'jsonrpc':'2.0','id':1,'method':'_ping','params':{'number':1}}]");

    private static final List<String> PIECES = List.of(
            "'jsonrpc':'2.0'",
            "'jsonrpc':'1.0'",
            "'jsonrpc':2",
            "'id':1",
            "'id':'x'",
            "'id':null",
            "'id':1.5",
            "'id':{}",
            "'id':99999999999999999999",
            "'method':'_ping'",
            "'method':'_tell'",
            "'method':'_nobody'",
            "'method':null",
            "'method':3",
            "'params':{'number':1}",
            "'params':{}",
            "'params':null",
            "'params':[1]",
            "'params':'x'",
            "'params':{'number':'x'}",
            "'params':{'number':1,'sessionId':7}",
            "'result':{}",
            "'result':null",
            "'result':7",
            "'error':null",
            "'error':{}",
            "'error':'x'",
            "'error':{'code':1,'message':'m'}",
            "'x':[[{}]]",
            "'x':'y'");

    private static final List<String> TOKENS = List.of(
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "'",
            "\\",
            "null",
            "true",
            "-",
            "1e999",
            "0",
            "'id'",
            "'method'",
            "\0",
            "\n",
            "\\u0000",
            "\\ud800",
            "é",
            "[[[[[[[[[[[[[[[[[[[[[[[[[[",
            "  ",
            "'jsonrpc':'2.0',");

    private final ObjectMapper trees = new ObjectMapper(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxStringLength(5000)
                            .build())
                    .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /** What has to be done about a frame. */
    private record Decision(int code, @Nullable JsonNode id) {
        static final Decision SILENCE = new Decision(0, null);
        static final Decision RESULT = new Decision(1, null);

        /** A parameter that appears twice: the engine looks at both, a tree shows the last. */
        static final Decision RESULT_OR_REFUSAL = new Decision(2, null);

        boolean isAnswered() {
            return code != 0;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 20261121, 4711})
    void mutatedFramesAreDecidedAsByAReaderOfTrees(long seed) throws Exception {
        Random random = new Random(seed);
        RawPeer peer = new RawPeer();
        LinkedBlockingQueue<Note> told = new LinkedBlockingQueue<>();
        ConnectionOptions options = ConnectionOptions.builder()
                .maxDepth(MAX_DEPTH)
                .maxStringLength(5000)
                .build();
        try (Connection connection = Note.answering()
                .onNotification(Note.TELL, (note, from) -> told.add(note))
                .build()
                .connect(peer.transport(), options)) {
            for (int count = 0; count < FRAMES; count++) {
                byte[] frame = frame(random);
                Supplier<String> shown = shown(seed, count, frame);
                Decision decision = decide(frame);
                peer.sendBytes(frame);
                if (decision.isAnswered()) {
                    assertAnswer(shown, decision, peer.nextJson());
                }
                if (count % 500 == 0) {
                    assertThat(peer.poll()).as(shown).isNull();
                    peer.send("{'jsonrpc':'2.0','id':'alive','method':'_ping','params':{'number':1}}");
                    assertThat(peer.nextJson().path("id").asText()).as(shown).isEqualTo("alive");
                }
            }
            CompletableFuture<Note> answer = connection.requestAsync(Note.ASK, Note.of(1));
            peer.send(Note.result(peer.nextJson().path("id").asLong(), 2));
            assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo(Note.of(2));
        }
    }

    private static Supplier<String> shown(long seed, int count, byte[] frame) {
        return () -> "seed " + seed + " frame " + count + ": " + new String(frame, UTF_8);
    }

    private static void assertAnswer(Supplier<String> shown, Decision decision, JsonNode answer) {
        if (decision == Decision.RESULT_OR_REFUSAL) {
            boolean refused = answer.at("/error/code").asInt() == -32602;
            assertThat(answer.has("result") || refused).as(shown).isTrue();
            return;
        }
        if (decision == Decision.RESULT) {
            assertThat(answer.has("result")).as(shown).isTrue();
            return;
        }
        assertThat(answer.at("/error/code").asInt()).as(shown).isEqualTo(decision.code());
        if (decision.id() != null) {
            assertThat(answer.get("id")).as(shown).isEqualTo(decision.id());
        }
    }

    private static byte[] frame(Random random) {
        int kind = random.nextInt(10);
        if (kind < 4) {
            return assembled(random).getBytes(UTF_8);
        }
        String seed = pick(SEEDS, random).replace('\'', '"');
        byte[] bytes = seed.getBytes(UTF_8);
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            bytes = mutated(bytes, random);
        }
        return bytes.length == 0 ? new byte[] {' '} : bytes;
    }

    /** A frame of members that are each in order, but not necessarily together. */
    private static String assembled(Random random) {
        List<String> members = new ArrayList<>();
        int count = random.nextInt(6);
        for (int i = 0; i < count; i++) {
            members.add(pick(PIECES, random));
        }
        if (random.nextInt(4) != 0) {
            members.add(random.nextInt(members.size() + 1), "'jsonrpc':'2.0'");
        }
        return ("{" + String.join(",", members) + "}").replace('\'', '"');
    }

    private static byte[] mutated(byte[] bytes, Random random) {
        int at = random.nextInt(bytes.length + 1);
        int length = Math.min(bytes.length - at, 1 + random.nextInt(12));
        return switch (random.nextInt(6)) {
            case 0 -> spliced(bytes, at, at + length, new byte[0]);
            case 1 -> spliced(bytes, at, at, new byte[] {anyByte(random)});
            case 2 -> spliced(bytes, at, Math.min(bytes.length, at + 1), new byte[] {anyByte(random)});
            case 3 ->
                spliced(bytes, at, at, pick(TOKENS, random).replace('\'', '"').getBytes(UTF_8));
            case 4 -> spliced(bytes, at, at, Arrays.copyOfRange(bytes, at, at + length));
            default -> {
                byte[] other = pick(SEEDS, random).replace('\'', '"').getBytes(UTF_8);
                int from = random.nextInt(other.length);
                yield spliced(bytes, at, bytes.length, Arrays.copyOfRange(other, from, other.length));
            }
        };
    }

    /** Any but 0xFF: Jackson pads names with it, so that whether it refuses one depends on the names it has seen. */
    private static byte anyByte(Random random) {
        return (byte) random.nextInt(0xFF);
    }

    private static byte[] spliced(byte[] bytes, int from, int to, byte[] insert) {
        byte[] result = new byte[bytes.length - (to - from) + insert.length];
        System.arraycopy(bytes, 0, result, 0, from);
        System.arraycopy(insert, 0, result, from, insert.length);
        System.arraycopy(bytes, to, result, from + insert.length, bytes.length - to);
        return result;
    }

    private static <T> T pick(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }

    private static final List<String> NOTIFICATIONS = List.of(Note.TELL.name(), "$/cancel_request");

    private static final List<String> ENVELOPE = List.of("jsonrpc", "id", "method", "params", "result", "error");

    /** Returns what JSON-RPC and the engine's rules demand, from a whole tree. */
    private Decision decide(byte[] frame) {
        JsonNode tree;
        for (int i = 0; i < Math.min(4, frame.length); i++) {
            if (frame[i] == 0 || (frame[i] & 0xFE) == 0xFE) {
                return new Decision(-32700, trees.nullNode());
            }
        }
        try {
            tree = trees.readTree(frame);
        } catch (StreamConstraintsException e) {
            return Beginning.of(trees, frame).isSilent() ? Decision.SILENCE : new Decision(-32600, null);
        } catch (IOException e) {
            Beginning beginning = Beginning.of(trees, frame);
            return beginning.isSilent()
                    ? Decision.SILENCE
                    : new Decision(
                            -32700, beginning.method() && !beginning.response() ? beginning.id() : trees.nullNode());
        }
        if (tree.isMissingNode()) {
            return new Decision(-32700, trees.nullNode());
        }
        if (!tree.isObject()) {
            return new Decision(-32600, trees.nullNode());
        }
        Repetition repetition = Repetition.of(frame);
        boolean repeated = repetition.isThere();
        JsonNode id = tree.get("id");
        boolean usable =
                id == null || id.isNull() || id.isTextual() || (id.isIntegralNumber() && id.canConvertToLong());
        JsonNode answeredId = id == null || !usable || repeated ? null : id;
        if (!repeated && tree.hasNonNull("method")) {
            Decision decision = decideCall(tree, id, usable);
            boolean bound = decision == Decision.RESULT || decision.code() == -32602;
            return bound && repetition.inParams() ? Decision.RESULT_OR_REFUSAL : decision;
        }
        if (repeated) {
            return repetition.decide();
        }
        if (tree.has("result") || tree.has("error")) {
            return Decision.SILENCE;
        }
        return new Decision(-32600, answeredId == null ? trees.nullNode() : answeredId);
    }

    private Decision decideCall(JsonNode tree, @Nullable JsonNode id, boolean usable) {
        JsonNode shownId = id == null || !usable ? trees.nullNode() : id;
        JsonNode method = tree.get("method");
        boolean valid = usable
                && method.isTextual()
                && tree.path("jsonrpc").isTextual()
                && tree.path("jsonrpc").asText().equals("2.0")
                && !tree.has("result")
                && !tree.hasNonNull("error");
        if (!valid) {
            return new Decision(-32600, shownId);
        }
        if (id == null) {
            return Decision.SILENCE;
        }
        if (!method.asText().equals("_ping")) {
            return new Decision(-32601, shownId);
        }
        return fits(tree.get("params")) ? Decision.RESULT : new Decision(-32602, shownId);
    }

    private static boolean fits(@Nullable JsonNode params) {
        if (params == null || !params.isObject()) {
            return false;
        }
        JsonNode session = params.get("sessionId");
        JsonNode number = params.get("number");
        boolean whole = number != null
                && ((number.isIntegralNumber() && number.canConvertToInt())
                        || (number.isFloatingPointNumber()
                                && number.asDouble() == Math.rint(number.asDouble())
                                && Math.abs(number.asDouble()) <= Integer.MAX_VALUE));
        return whole && (session == null || session.isNull() || session.isTextual());
    }

    /** The members before the fault of a frame that cannot be read. */
    private record Beginning(JsonNode id, boolean method, boolean response, boolean notification) {

        static Beginning of(ObjectMapper trees, byte[] frame) {
            JsonNode id = null;
            boolean method = false;
            boolean notification = false;
            boolean response = false;
            try (JsonParser parser = trees.getFactory().createParser(frame)) {
                parser.nextToken();
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    String name = parser.currentName();
                    parser.nextToken();
                    if (name.equals("method") && !method) {
                        method = true;
                        notification = parser.currentToken() == JsonToken.VALUE_STRING
                                && NOTIFICATIONS.contains(parser.getText());
                    }
                    response |= name.equals("result") || name.equals("error");
                    if (name.equals("id") && id == null) {
                        parser.finishToken();
                        boolean fits = parser.currentToken() == JsonToken.VALUE_STRING
                                || (parser.currentToken() == JsonToken.VALUE_NUMBER_INT
                                        && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER);
                        id = fits ? scalar(trees, parser) : trees.nullNode();
                    }
                    parser.skipChildren();
                    parser.finishToken();
                }
            } catch (IOException e) {
                // What is known so far is the result.
            }
            return new Beginning(id == null ? trees.nullNode() : id, method, response, notification && id == null);
        }

        private static JsonNode scalar(ObjectMapper trees, JsonParser parser) throws IOException {
            return parser.currentToken() == JsonToken.VALUE_STRING
                    ? trees.getNodeFactory().textNode(parser.getText())
                    : trees.readTree(Long.toString(parser.getLongValue()));
        }

        /** Returns whether it is a response or a notification, to which there is no response. */
        boolean isSilent() {
            return method ? notification : response;
        }
    }

    /** Members of the envelope that appear twice, which a tree does not show. */
    private record Repetition(boolean isThere, boolean inParams, boolean call, boolean answer) {

        private static final JsonFactory FACTORY = new JsonFactory();

        static Repetition of(byte[] frame) {
            Set<String> names = new HashSet<>();
            boolean there = false;
            boolean inParams = false;
            boolean call = false;
            boolean answer = false;
            try (JsonParser parser = FACTORY.createParser(frame)) {
                parser.nextToken();
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    String name = parser.currentName();
                    boolean first = names.add(name);
                    there |= !first && ENVELOPE.contains(name);
                    boolean isNull = parser.nextToken() == JsonToken.VALUE_NULL;
                    call |= first && name.equals("method") && !isNull;
                    answer |= name.equals("result") || name.equals("error");
                    inParams |= name.equals("params") && repeatsNames(parser);
                    parser.skipChildren();
                }
            } catch (IOException e) {
                throw new AssertionError("a frame that a tree could be read from", e);
            }
            return new Repetition(there, inParams, call, answer);
        }

        private static boolean repeatsNames(JsonParser parser) throws IOException {
            Set<String> names = new HashSet<>();
            boolean repeated = false;
            if (parser.currentToken() == JsonToken.START_OBJECT) {
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    repeated |= !names.add(parser.currentName());
                    parser.nextToken();
                    parser.skipChildren();
                }
            }
            return repeated;
        }

        /** A call, or nothing in particular, is refused; an answer to nobody is not answered. */
        Decision decide() {
            return !call && answer ? Decision.SILENCE : new Decision(-32600, null);
        }
    }
}
