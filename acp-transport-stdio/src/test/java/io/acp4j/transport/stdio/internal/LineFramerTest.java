package io.acp4j.transport.stdio.internal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import io.acp4j.schema.RequestId;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineFramerTest {

    /** Frames as text, faults as {@code position: problem}. */
    static final class Recorder implements LineFramer.Sink {
        final List<String> events = new ArrayList<>();
        final List<FrameError> faults = new ArrayList<>();

        @Override
        public void onFrame(byte[] bytes, int offset, int length) {
            events.add(new String(bytes, offset, length, UTF_8));
        }

        @Override
        public void onFault(FrameError fault) {
            events.add(fault.position() + ": " + fault.problem());
            faults.add(fault);
        }
    }

    static List<String> frame(int limit, InputStream in) throws IOException {
        Recorder recorder = new Recorder();
        LineFramer framer = new LineFramer(limit, recorder);
        while (framer.fill(in)) {
            framer.drain();
        }
        framer.drainRest();
        return recorder.events;
    }

    private static List<String> frame(String bytes) throws IOException {
        return frame(1 << 20, new ByteArrayInputStream(bytes.getBytes(ISO_8859_1)));
    }

    /** The same whether the bytes come at once or one by one. */
    private static void assertFrames(int limit, String bytes, String... expected) throws IOException {
        byte[] raw = bytes.getBytes(ISO_8859_1);
        assertThat(frame(limit, new ByteArrayInputStream(raw))).containsExactly(expected);
        assertThat(frame(limit, new Dribble(raw, 1))).containsExactly(expected);
    }

    @Test
    void messageOfARefusedLineIsNamed() throws IOException {
        Recorder recorder = new Recorder();
        LineFramer framer = new LineFramer(100_000, recorder);
        String damaged = "{\"id\":1,\"result\":\"\u00ff\"}";
        String tooLong = "{\"id\":2,\"result\":\"" + "x".repeat(200_000) + "\"}";
        InputStream in = new ByteArrayInputStream((damaged + "\r\n" + tooLong + "\n3\n").getBytes(ISO_8859_1));
        while (framer.fill(in)) {
            framer.drain();
        }
        assertThat(recorder.events).hasSize(3).endsWith("3");
        assertThat(recorder.faults)
                .extracting(FrameError::beginning)
                .containsExactly(
                        new Envelope(Envelope.Kind.RESPONSE, RequestId.of(1), null, null),
                        new Envelope(Envelope.Kind.RESPONSE, RequestId.of(2), null, null));
        assertThat(recorder.faults).extracting(FrameError::maxBytes).containsExactly(0, 100_000);
    }

    @Test
    void severalLinesInOneReadAndLinesInManyReadsAreTheSame() throws IOException {
        assertFrames(1000, "{\"a\":1}\n{\"b\":2}\n", "{\"a\":1}", "{\"b\":2}");
    }

    @Test
    void carriageReturnBeforeTheNewlineIsDropped() throws IOException {
        assertFrames(1000, "{\"a\":1}\r\n{\"b\":2}\n", "{\"a\":1}", "{\"b\":2}");
    }

    @Test
    void blankLinesAreIgnored() throws IOException {
        assertFrames(1000, "\n\r\n  \t \n1\n\n2\n \r\n", "1", "2");
    }

    @Test
    void lastLineNeedsNoNewline() throws IOException {
        assertFrames(1000, "1\n{\"half\":", "1", "{\"half\":");
        assertFrames(1000, "1\r\n2\r", "1", "2");
    }

    @Test
    void byteOrderMarkAtTheStartIsSkipped() throws IOException {
        assertFrames(1000, "\u00ef\u00bb\u00bf{}\n\u00ef\u00bb\u00bf[]\n", "{}", "\ufeff[]");
        assertFrames(1000, "\u00ef\u00bb\u00bf\n1\n", "1");
    }

    @Test
    void overlongLineIsReportedOnceAndNextLineStillArrives() throws IOException {
        assertFrames(
                10,
                "1\n" + "x".repeat(500_000) + "\n0123456789\n0123456789\r\n01234567890\n2\n",
                "1",
                "2: the message is longer than the limit of 10 bytes",
                "0123456789",
                "0123456789",
                "500026: the message is longer than the limit of 10 bytes",
                "2");
    }

    @Test
    void overlongLineAtTheEndIsReportedOnce() throws IOException {
        assertFrames(10, "x".repeat(300_000), "0: the message is longer than the limit of 10 bytes");
    }

    @Test
    void lineOfExactlyTheLimitPassesWhateverTheBufferSize() throws IOException {
        for (int limit : new int[] {LineFramer.CHUNK_BYTES - 2, LineFramer.CHUNK_BYTES, 300_000, 1 << 20}) {
            String line = "y".repeat(limit);
            byte[] raw = ("1\n" + line + "\r\n" + line + "y\n" + line + "\n2\n").getBytes(UTF_8);
            for (int step : new int[] {7777, raw.length}) {
                assertThat(frame(limit, new Dribble(raw, step)))
                        .containsExactly(
                                "1",
                                line,
                                (limit + 4) + ": the message is longer than the limit of " + limit + " bytes",
                                line,
                                "2");
            }
        }
    }

    @Test
    void invalidUtf8IsReportedWithItsPlaceAndNextLineStillArrives() throws IOException {
        String[] illFormed = {
            "\u0080",
            "\u00ff",
            "\u00c0\u00af",
            "\u00c1\u00bf",
            "\u00e0\u0080\u00af",
            "\u00e0\u009f\u00bf",
            "\u00c3",
            "\u00e2\u0082",
            "\u00ed\u00a0\u0080",
            "\u00ed\u00bf\u00bf",
            "\u00f0\u0080\u0080\u0080",
            "\u00f0\u008f\u00bf\u00bf",
            "\u00f4\u0090\u0080\u0080",
            "\u00f5\u0080\u0080\u0080",
            "\u00f0\u009f\u0098",
            "\u00fe",
            "\u00c3\u0028",
            "\u00e2\u0028\u00a1",
            "\u00f8\u0088\u0080\u0080\u0080"
        };
        for (String bytes : illFormed) {
            assertFrames(1000, "1\n\"ab" + bytes + "\"\n2\n", "1", "2: invalid UTF-8 at byte 3 of the line", "2");
        }
    }

    @Test
    void wellFormedTextOfAllLengthsPasses() throws IOException {
        String text = "\"\u007f\u0080\u07ff\u0800\ud7ff\ue000\uffff\ud800\udc00\udbff\udfff h\u00e9llo\"";
        assertFrames(1000, new String((text + "\n").getBytes(UTF_8), ISO_8859_1), text);
    }

    @Test
    void nullBytesAreLeftToTheParser() throws IOException {
        assertThat(frame("\u0000\n1\n")).containsExactly("\u0000", "1");
    }

    /** Gives at most so many bytes at a time. */
    static final class Dribble extends InputStream {
        private final byte[] bytes;
        private final int step;
        private int at;

        Dribble(byte[] bytes, int step) {
            this.bytes = bytes;
            this.step = step;
        }

        @Override
        public int read() {
            return at == bytes.length ? -1 : bytes[at++] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (at == bytes.length) {
                return -1;
            }
            int count = Math.min(Math.min(step, length), bytes.length - at);
            System.arraycopy(bytes, at, target, offset, count);
            at += count;
            return count;
        }
    }
}
