package io.acp4j.tck.internal.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Damages bytes in ways that depend on a seed only, so that a failure can be repeated. */
public final class ByteMutator {

    private static final int MOST_MUTATIONS = 4;

    private static final List<String> TOKENS = List.of(
            "\r\n",
            "\n",
            "\r\n\r\n",
            "-1",
            "-",
            "0",
            "ffffffffffffffff",
            "7fffffff",
            "80000000",
            "1e99999999999",
            ";",
            ":",
            " ",
            "\0",
            "{",
            "}",
            "[",
            "]",
            "\"",
            "\\u",
            "null",
            "data:",
            "Transfer-Encoding: chunked\r\n",
            "Content-Length: -5\r\n",
            "\u00e9");

    private final Random random;

    /** Creates a mutator for a seed. */
    public ByteMutator(long seed) {
        this.random = new Random(seed);
    }

    /** Returns the bytes with up to four damages, or random bytes. */
    public byte[] mutate(byte[] bytes) {
        if (random.nextInt(10) == 0) {
            byte[] noise = new byte[random.nextInt(200)];
            random.nextBytes(noise);
            return noise;
        }
        byte[] result = bytes;
        for (int left = 1 + random.nextInt(MOST_MUTATIONS); left > 0; left--) {
            result = mutateOnce(result);
        }
        return result;
    }

    private byte[] mutateOnce(byte[] bytes) {
        int at = bytes.length == 0 ? 0 : random.nextInt(bytes.length);
        int end = Math.min(bytes.length, at + 1 + random.nextInt(8));
        return switch (random.nextInt(5)) {
            case 0 -> Arrays.copyOf(bytes, at);
            case 1 -> join(bytes, at, new byte[0], end);
            case 2 -> join(bytes, at, Arrays.copyOfRange(bytes, 0, end), at);
            case 3 -> {
                byte[] noise = new byte[end - at];
                random.nextBytes(noise);
                yield join(bytes, at, noise, end);
            }
            default -> join(bytes, at, TOKENS.get(random.nextInt(TOKENS.size())).getBytes(StandardCharsets.UTF_8), at);
        };
    }

    private static byte[] join(byte[] bytes, int to, byte[] middle, int from) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        joined.write(bytes, 0, to);
        joined.writeBytes(middle);
        joined.write(bytes, from, bytes.length - from);
        return joined.toByteArray();
    }
}
