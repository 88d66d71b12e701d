package io.acp4j.transport.stdio.internal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares the framer with the plainest one that can be written, on streams made at random from a fixed seed. */
class LineFramerFuzzTest {

    private static final String[] PIECES = {
        "\n",
        "\r\n",
        "\r",
        " ",
        "\t",
        "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\"}",
        "é",
        "€",
        "😀",
        "x",
        "\"",
        "\\n",
        "\ufeff",
        "0123456789abcdef"
    };

    @Test
    void randomStreamsInRandomPiecesGiveTheFramesOfAPlainFramer() throws IOException {
        for (int seed = 0; seed < 4000; seed++) {
            Random random = new Random(seed);
            byte[] stream = stream(random);
            int limit = 1 + random.nextInt(200);
            List<String> actual = LineFramerTest.frame(limit, new RandomReads(stream, random));
            assertThat(actual).as("seed %d", seed).isEqualTo(plain(stream, limit));
        }
    }

    @Test
    void longStreamsMoveAndGrowTheBufferWithoutLoss() throws IOException {
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            ByteArrayOutputStream stream = new ByteArrayOutputStream();
            while (stream.size() < 1_000_000) {
                int length = random.nextInt(10) == 0 ? random.nextInt(200_000) : random.nextInt(400);
                stream.writeBytes(
                        (random.nextBoolean() ? "x" : "é").repeat(length).getBytes(UTF_8));
                stream.write('\n');
            }
            int limit = random.nextBoolean() ? 100_000 : 1 << 20;
            byte[] bytes = stream.toByteArray();
            List<String> actual = LineFramerTest.frame(limit, new RandomReads(bytes, random));
            assertThat(actual.equals(plain(bytes, limit))).as("seed %d", seed).isTrue();
        }
    }

    private static byte[] stream(Random random) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int pieces = random.nextInt(120);
        for (int i = 0; i < pieces; i++) {
            if (random.nextInt(12) == 0) {
                out.write(random.nextInt(256));
            } else {
                out.writeBytes(PIECES[random.nextInt(PIECES.length)].getBytes(UTF_8));
            }
        }
        return out.toByteArray();
    }

    private static List<String> plain(byte[] stream, int limit) {
        List<String> events = new ArrayList<>();
        int start = 0;
        while (start < stream.length) {
            int end = start;
            while (end < stream.length && stream[end] != '\n') {
                end++;
            }
            plainLine(stream, start, end, limit, events);
            start = end + 1;
        }
        return events;
    }

    private static void plainLine(byte[] stream, int start, int end, int limit, List<String> events) {
        int from = start;
        int to = end > start && stream[end - 1] == '\r' ? end - 1 : end;
        if (start == 0 && to >= 3 && stream[0] == (byte) 0xef && stream[1] == (byte) 0xbb && stream[2] == (byte) 0xbf) {
            from = 3;
        }
        if (to - start > limit) {
            events.add(start + ": the message is longer than the limit of " + limit + " bytes");
            return;
        }
        byte[] line = Arrays.copyOfRange(stream, from, to);
        if (new String(line, ISO_8859_1).matches("[ \t\r]*")) {
            return;
        }
        ByteBuffer rest = ByteBuffer.wrap(line);
        try {
            String text = UTF_8.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(rest)
                    .toString();
            events.add(text);
        } catch (CharacterCodingException e) {
            events.add(start + ": invalid UTF-8 at byte " + (from - start + rest.position()) + " of the line");
        }
    }

    private static final class RandomReads extends InputStream {
        private final byte[] bytes;
        private final Random random;
        private int at;

        RandomReads(byte[] bytes, Random random) {
            this.bytes = bytes;
            this.random = random;
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (at == bytes.length) {
                return -1;
            }
            int most = Math.min(length, bytes.length - at);
            int count = random.nextInt(4) == 0 ? most : 1 + random.nextInt(Math.min(most, 40));
            System.arraycopy(bytes, at, target, offset, count);
            at += count;
            return count;
        }
    }
}
