package io.acp4j.transport.ws;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.RecordingListener;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What RFC 6455 says of single frames, with the cases that the Autobahn test suite has made usual. */
@Tag("full")
class FrameCasesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    static Stream<WireFault> faults() {
        return WireFault.all();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static UnaryOperator<WsServerBuilder> small() {
        return server -> server.limits(
                WsLimits.builder().maxFrameBytes(1000).maxMessageBytes(2000).build());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void faultClosesTheConnectionWithItsCode(WireFault fault) throws Exception {
        try (Pair pair = new Pair(small());
                RawSocket raw = RawSocket.open(pair.server)) {
            RecordingListener listener = new RecordingListener();
            WsTransport transport = pair.accepted();
            transport.start(listener);
            raw.send("{\"before\":1}");
            fault.play().play(raw);
            assertThat(raw.readClose()).isEqualTo(fault.code());
            assertThat(raw.readEnd()).isTrue();
            raw.close();
            assertThat(transport.closed().toCompletableFuture())
                    .succeedsWithin(PATIENCE)
                    .isInstanceOfSatisfying(WsCloseReason.class, reason -> {
                        assertThat(reason.kind()).isEqualTo(CloseReason.Kind.FAILURE);
                        assertThat(reason.code()).isEqualTo(fault.code());
                    });
            // It may be told later than the transport has closed.
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(listener.ends()).hasSize(1));
            assertThat(listener.frames()).containsExactly("{\"before\":1}");
        }
    }

    /** Plays something right, and gives what has arrived by the time that the client has closed. */
    private static List<String> received(UnaryOperator<WsServerBuilder> settings, WireFault.Play play)
            throws Exception {
        try (Pair pair = new Pair(settings);
                RawSocket raw = RawSocket.open(pair.server)) {
            RecordingListener listener = new RecordingListener();
            WsTransport transport = pair.accepted();
            transport.start(listener);
            play.play(raw);
            raw.frame(0x88, WireFault.closing(1000, "done"));
            assertThat(raw.readClose()).isEqualTo(1000);
            assertThat(raw.readEnd()).isTrue();
            assertThat(transport.closed().toCompletableFuture())
                    .succeedsWithin(PATIENCE)
                    .isInstanceOfSatisfying(WsCloseReason.class, reason -> {
                        assertThat(reason.kind()).isEqualTo(CloseReason.Kind.PEER);
                        assertThat(reason.code()).isEqualTo(1000);
                        assertThat(reason.peerText()).isEqualTo("done");
                    });
            return listener.frames();
        }
    }

    @Test
    void fragmentsMakeOneMessageWithControlFramesBetween() throws Exception {
        assertThat(received(small(), raw -> {
                    raw.frame(0x01, bytes("{\"a\""));
                    raw.frame(0x89, bytes("between"));
                    assertThat(raw.read().text()).isEqualTo("between");
                    raw.frame(0x00);
                    raw.frame(0x00, bytes(":"));
                    raw.frame(0x80, bytes("1}"));
                    raw.send("{}");
                }))
                .containsExactly("{\"a\":1}", "{}");
    }

    @Test
    void characterMayBeSplitAcrossFragments() throws Exception {
        byte[] text = bytes("\"€😀\"");
        assertThat(received(small(), raw -> {
                    for (int i = 0; i < text.length; i++) {
                        int opcode = i == 0 ? 1 : 0;
                        raw.frame(i == text.length - 1 ? 0x80 | opcode : opcode, text[i]);
                    }
                }))
                .containsExactly("\"€😀\"");
    }

    @Test
    void everyByteMayComeInItsOwnPacket() throws Exception {
        assertThat(received(small(), raw -> {
                    for (byte b : raw.encode(0x81, bytes("{\"x\":\"" + "y".repeat(200) + "\"}"))) {
                        raw.write(b);
                    }
                }))
                .containsExactly("{\"x\":\"" + "y".repeat(200) + "\"}");
    }

    @Test
    void manyFramesMayComeInOnePacket() throws Exception {
        List<String> texts =
                IntStream.range(0, 500).mapToObj(i -> "{\"n\":" + i + "}").toList();
        assertThat(received(small(), raw -> {
                    ByteArrayOutputStream all = new ByteArrayOutputStream();
                    texts.forEach(text -> all.writeBytes(raw.encode(0x81, bytes(text))));
                    raw.write(all.toByteArray());
                }))
                .isEqualTo(texts);
    }

    @Test
    void emptyMessageIsSkipped() throws Exception {
        assertThat(received(small(), raw -> {
                    raw.send("");
                    raw.frame(0x01);
                    raw.frame(0x80);
                    raw.send("{}");
                }))
                .containsExactly("{}");
    }

    @Test
    void binaryMessageThatHoldsTextIsReadAsText() throws Exception {
        assertThat(received(small(), raw -> {
                    raw.frame(0x82, bytes("{\"whole\":\"é\"}"));
                    raw.frame(0x02, bytes("{\"in\""));
                    raw.frame(0x89);
                    raw.frame(0x00, bytes(":"));
                    raw.frame(0x80, bytes("\"parts\"}"));
                    raw.frame(0x82);
                    raw.send("{}");
                }))
                .containsExactly("{\"whole\":\"é\"}", "{\"in\":\"parts\"}", "{}");
    }

    @Test
    void binaryMessageIsRefusedWhereThatIsWanted() throws Exception {
        try (Pair pair = new Pair(WsServerBuilder::refuseBinary);
                RawSocket raw = RawSocket.open(pair.server)) {
            pair.accepted().start(new RecordingListener());
            raw.frame(0x82, new byte[1]);
            assertThat(raw.readClose()).isEqualTo(1003);
        }
    }

    @Test
    void pingIsAnsweredWithItsPayload() throws Exception {
        byte[] payload = new byte[125];
        Arrays.fill(payload, (byte) 0xfe);
        received(small(), raw -> {
            raw.frame(0x8A, bytes("a pong that nobody has asked for"));
            raw.frame(0x89, payload);
            RawSocket.Frame pong = raw.read();
            assertThat(pong.opcode()).isEqualTo(10);
            assertThat(pong.payload()).isEqualTo(payload);
        });
    }

    @Test
    void closeWithoutACodeIsAnswered() throws Exception {
        try (Pair pair = new Pair(small());
                RawSocket raw = RawSocket.open(pair.server)) {
            WsTransport transport = pair.accepted();
            transport.start(new RecordingListener());
            raw.frame(0x88);
            assertThat(raw.readClose()).isEqualTo(1005);
            assertThat(transport.closed().toCompletableFuture())
                    .succeedsWithin(PATIENCE)
                    .isInstanceOfSatisfying(
                            WsCloseReason.class,
                            reason -> assertThat(reason.code()).isEqualTo(1005));
        }
    }

    @Test
    void nothingIsReadAfterAClose() throws Exception {
        try (Pair pair = new Pair(small());
                RawSocket raw = RawSocket.open(pair.server)) {
            RecordingListener listener = new RecordingListener();
            pair.accepted().start(listener);
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            all.writeBytes(raw.encode(0x88, WireFault.closing(1000, "")));
            all.writeBytes(raw.encode(0x81, bytes("{}")));
            raw.write(all.toByteArray());
            assertThat(raw.readClose()).isEqualTo(1000);
            await().atMost(PATIENCE).until(() -> !listener.ends().isEmpty());
            assertThat(listener.frames()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            ints = {1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999})
    void everyCloseCodeThatMayBeSentIsTaken(int code) throws Exception {
        try (Pair pair = new Pair(small());
                RawSocket raw = RawSocket.open(pair.server)) {
            WsTransport transport = pair.accepted();
            transport.start(new RecordingListener());
            raw.frame(0x88, WireFault.closing(code, "é"));
            assertThat(raw.readClose()).isEqualTo(code);
            assertThat(transport.closed().toCompletableFuture())
                    .succeedsWithin(PATIENCE)
                    .isInstanceOfSatisfying(
                            WsCloseReason.class,
                            reason -> assertThat(reason.code()).isEqualTo(code));
        }
    }
}
