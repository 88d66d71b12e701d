package io.acp4j.transport.ws;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.transport.RecordingListener;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reserved bits at either end, with compression negotiated and without. */
class ReservedBitsTest {

    private static final Duration GENEROUS = Duration.ofSeconds(60);
    private static final String DEFLATE = "Sec-WebSocket-Extensions: permessage-deflate\r\n";
    private static final String DEFLATE_FRESH = "Sec-WebSocket-Extensions: permessage-deflate; "
            + "server_no_context_takeover; client_no_context_takeover\r\n";

    /** Sends frames of which the last one is wrong. */
    interface Case {
        void play(RawSocket raw) throws IOException;
    }

    private static Arguments fault(String name, Case play) {
        return Arguments.of(name, play);
    }

    /** Returns what is wrong, whether compression was negotiated or not. */
    static Stream<Arguments> faults() {
        byte[] text = "{}".getBytes(UTF_8);
        byte[] packed = deflated("{\"x\":1}");
        return Stream.of(
                fault("RSV1 on a ping", raw -> raw.frame(0xC9)),
                fault("RSV1 on a pong", raw -> raw.frame(0xCA)),
                fault("RSV1 on a close", raw -> raw.frame(0xC8, (byte) 3, (byte) 0xe8)),
                fault("RSV1 on a continuation", raw -> {
                    raw.frame(0x01, text);
                    raw.frame(0xC0, text);
                }),
                fault("RSV1 on a continuation of a compressed message", raw -> {
                    raw.frame(0x41, Arrays.copyOf(packed, 2));
                    raw.frame(0xC0, Arrays.copyOfRange(packed, 2, packed.length));
                }),
                fault("RSV2 on a text", raw -> raw.frame(0xA1, text)),
                fault("RSV3 on a text", raw -> raw.frame(0x91, text)),
                fault("RSV2 on a ping", raw -> raw.frame(0xA9)),
                fault("all of them on a text", raw -> raw.frame(0xF1, text)));
    }

    private static byte[] deflated(String text) {
        Deflater deflater = new Deflater(6, true);
        deflater.setInput(text.getBytes(UTF_8));
        byte[] out = new byte[1000];
        int length = deflater.deflate(out, 0, out.length, Deflater.SYNC_FLUSH);
        deflater.end();
        // Without the four bytes of an empty block, as RFC 7692 has it.
        return Arrays.copyOf(out, length - 4);
    }

    private static void assertServerCloses(String headers, Case play) throws Exception {
        try (Pair pair = new Pair(WsServerBuilder::compression);
                RawSocket raw = RawSocket.connect(pair.server.port())) {
            assertThat(raw.ask(RawSocket.upgrade(headers))).startsWith("HTTP/1.1 101 ");
            pair.accepted().start(new RecordingListener());
            play.play(raw);
            assertThat(raw.readClose()).isEqualTo(1002);
        }
    }

    private static void assertClientCloses(String headers, Case play) throws Exception {
        try (FakeServer fake = new FakeServer()) {
            CompletableFuture<WsTransport> connecting =
                    Pair.client(fake.uri()).compression().connectAsync();
            try (RawSocket server = fake.accept(headers)) {
                WsTransport client = connecting.get();
                client.start(new RecordingListener());
                play.play(server);
                assertThat(server.readClose()).isEqualTo(1002);
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void bitWithoutAMeaningClosesTheConnection(String name, Case play) throws Exception {
        assertServerCloses(DEFLATE, play);
        assertServerCloses("", play);
        assertClientCloses(DEFLATE_FRESH, play);
        assertClientCloses("", play);
    }

    @ParameterizedTest
    @ValueSource(ints = {0xC1, 0xC2, 0x41, 0x42})
    void compressedMessageThatWasNotNegotiatedClosesTheConnection(int first) throws Exception {
        assertServerCloses("", raw -> raw.frame(first, deflated("{}")));
        assertClientCloses("", raw -> raw.frame(first, deflated("{}")));
    }

    @ParameterizedTest
    @ValueSource(ints = {0x41, 0x42})
    void compressedMessageThatWasNegotiatedIsTaken(int first) throws Exception {
        try (Pair pair = new Pair(WsServerBuilder::compression);
                RawSocket raw = RawSocket.connect(pair.server.port())) {
            assertThat(raw.ask(RawSocket.upgrade(DEFLATE))).containsIgnoringCase("permessage-deflate");
            RecordingListener listener = new RecordingListener();
            pair.accepted().start(listener);
            byte[] packed = deflated("{\"text\":\"é\"}");
            raw.frame(first, Arrays.copyOf(packed, 3));
            raw.frame(0x89);
            raw.frame(0x80, Arrays.copyOfRange(packed, 3, packed.length));
            await().atMost(GENEROUS).until(() -> listener.frameCount() == 1);
            assertThat(listener.frames()).containsExactly("{\"text\":\"é\"}");
        }
    }
}
