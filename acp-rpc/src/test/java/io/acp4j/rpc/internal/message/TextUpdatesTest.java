package io.acp4j.rpc.internal.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AgentThoughtChunk;
import io.acp4j.schema.update.SessionNotification;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.UserMessageChunk;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text that streams is written and read without generator and tokeniser, and nobody can tell. */
class TextUpdatesTest {

    private static SessionNotification notification(SessionUpdate update) {
        return new SessionNotification(new SessionId("s"), update, null);
    }

    private static boolean write(SessionNotification value, FrameBuffer buffer) {
        return TextUpdates.write("session/update", SessionNotification.CODEC, value, buffer);
    }

    @Test
    void textOfVersion2IsWrittenWithoutAGeneratorUnlessItNamesNoMessage() {
        ObjectCodec<SessionNotification> codec = SessionNotification.CODEC.in(WireVersion.V2);
        SessionNotification value = notification(AgentMessageChunk.text(new MessageId("m"), "a\"中文\n"));
        SessionNotification unnamed = notification(AgentMessageChunk.text(null, "text"));
        FrameBuffer buffer = new FrameBuffer();

        assertThat(TextUpdates.write("session/update", codec, unnamed, buffer)).isFalse();
        assertThat(TextUpdates.write("session/update", codec, value, buffer)).isTrue();
        assertThat(content(buffer))
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":"
                        + codec.toRaw(value).toJson() + "}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain",
                "a\"b\\c\n\t\r\b\f/",
                "DEL \u007f",
                "why? what for? \n?",
                "é",
                "\u0001\u001f",
                "中文？?",
                "\uD83D\uDE00?",
                "\u2028"
            })
    void textIsWrittenWithoutAGeneratorToTheSameBytes(String text) {
        for (SessionUpdate update : List.of(
                AgentMessageChunk.text(null, text),
                AgentThoughtChunk.text(new MessageId("m"), text),
                UserMessageChunk.text(new MessageId(text), text))) {
            SessionNotification value = notification(update);
            FrameBuffer buffer = new FrameBuffer();

            assertThat(write(value, buffer)).isTrue();

            assertThat(content(buffer))
                    .isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":"
                            + SessionNotification.CODEC.toRaw(value).toJson() + "}");
        }
    }

    @Test
    void anythingElseIsLeftToTheGenerator() {
        for (SessionNotification value : List.of(
                notification(AgentMessageChunk.text(null, "half a pair: ?\uD83D")),
                notification(AgentMessageChunk.text(null, "\uDE00")),
                notification(AgentMessageChunk.text(null, "x".repeat(20_000))),
                notification(AgentMessageChunk.text(new MessageId("\uD83D"), "x")),
                new SessionNotification(new SessionId("\uDE00"), AgentMessageChunk.text(null, "x"), null),
                new SessionNotification(new SessionId("s"), AgentMessageChunk.text(null, "x"), Meta.of("a", 1)))) {
            FrameBuffer buffer = new FrameBuffer();
            assertThat(write(value, buffer)).isFalse();
            assertThat(buffer.size()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void framesAreThoseOfTheGeneratorWhateverTheText(long seed) throws Exception {
        Random random = new Random(seed);
        List<String> observed = new CopyOnWriteArrayList<>();
        Frames frames = new Frames(
                List.of((direction, bytes, offset, length) ->
                        observed.add(new String(bytes, offset, length, StandardCharsets.UTF_8))),
                Integer.MAX_VALUE);
        FrameBuffer buffer = new FrameBuffer();
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 2000; i++) {
            SessionNotification value = notification(AgentMessageChunk.text(new MessageId("m" + i), text(random)));
            frames.call(null, "session/update", Methods.SESSION_UPDATE.params(), value)
                    .writeTo(buffer);
            expected.append("{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":")
                    .append(RawJson.of(value).toJson())
                    .append('}');
        }

        assertThat(content(buffer)).isEqualTo(expected.toString());
        assertThat(String.join("", observed)).isEqualTo(expected.toString());
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(40); length > 0; length--) {
            int limit = random.nextInt(8) == 0 ? 0x3000 : 0x80;
            text.append((char) random.nextInt(limit));
            if (random.nextInt(16) == 0) {
                text.append("\uD83D\uDE00");
            }
        }
        return text.toString();
    }

    private static String content(FrameBuffer buffer) {
        return new String(buffer.array(), 0, buffer.size(), StandardCharsets.UTF_8);
    }
}
