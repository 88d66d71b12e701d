package io.acp4j.transport.ws;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;

/** Streams of frames that are damaged at random. */
final class DamagedFrames {

    /** What the messages among them hold, some of them several times. */
    static final String MESSAGE = "{\"n\":\"é€😀\"}";

    private DamagedFrames() {}

    /** Frames that are right, but for some bytes. */
    static byte[] of(Random random, RawSocket encoder) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        int[] firsts = {0x81, 0x82, 0x01, 0x00, 0x80, 0x89, 0x8A, 0xC1, 0x41, 0xC0, 0x88};
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            int first = firsts[random.nextInt(firsts.length)];
            byte[] payload =
                    MESSAGE.repeat(random.nextInt(4) * random.nextInt(30)).getBytes(UTF_8);
            if (first >= 0x88 && payload.length > 125) {
                payload = MESSAGE.getBytes(UTF_8);
            }
            all.writeBytes(encoder.encode(first, payload));
        }
        byte[] bytes = all.toByteArray();
        for (int i = random.nextInt(4); i > 0; i--) {
            int at = random.nextBoolean() ? random.nextInt(Math.min(8, bytes.length)) : random.nextInt(bytes.length);
            bytes[at] = (byte) (random.nextBoolean() ? random.nextInt(256) : bytes[at] ^ (1 << random.nextInt(8)));
        }
        return random.nextInt(4) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)) : bytes;
    }
}
