package io.acp4j.client.internal.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OutputTailTest {

    private static OutputTail tail(int limit, byte[] bytes) {
        OutputTail tail = new OutputTail(limit);
        tail.append(bytes, 0, bytes.length);
        return tail;
    }

    @Test
    void halfACharacterAtTheEndIsShownOnlyWhenNothingFollows() {
        byte[] bytes = "a€".getBytes(UTF_8);
        OutputTail tail = new OutputTail(100);
        tail.append(bytes, 0, 3);
        assertThat(tail.snapshot()).isEqualTo(new OutputTail.Snapshot("a", false));
        tail.append(bytes, 3, 1);
        assertThat(tail.snapshot().text()).isEqualTo("a€");
        tail.append(bytes, 1, 1);
        tail.end();
        assertThat(tail.snapshot().text()).isEqualTo("a€\uFFFD");
    }

    @Test
    void nothingIsKeptWhenNothingIsWanted() {
        assertThat(tail(0, new byte[0]).snapshot()).isEqualTo(new OutputTail.Snapshot("", false));
        assertThat(tail(0, new byte[] {'a'}).snapshot()).isEqualTo(new OutputTail.Snapshot("", true));
    }

    @Test
    void bytesThatAreNoTextStayWithinTheLimit() {
        byte[] bytes = new byte[1000];
        Arrays.fill(bytes, (byte) 0xFF);
        OutputTail tail = tail(1000, bytes);
        tail.end();
        assertThat(tail.snapshot().text().getBytes(UTF_8).length).isLessThanOrEqualTo(1000);
        assertThat(tail.snapshot().truncated()).isTrue();
    }

    @Test
    void endOfAnyTextIsKeptHoweverItComes() {
        long seed = 20;
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(60_000);
            while (text.length() < length) {
                text.appendCodePoint(new int[] {'a', 'é', '€', 0x1F600}[random.nextInt(4)]);
            }
            byte[] bytes = text.toString().getBytes(UTF_8);
            int limit = 1 + random.nextInt(40_000);
            OutputTail tail = new OutputTail(limit);
            for (int at = 0; at < bytes.length; ) {
                int count = Math.min(bytes.length - at, 1 + random.nextInt(20_000));
                tail.append(bytes, at, count);
                at += count;
            }
            OutputTail.Snapshot seen = tail.snapshot();
            int kept = seen.text().getBytes(UTF_8).length;
            assertThat(text.toString()).as("seed %d", seed).endsWith(seen.text());
            assertThat(kept).as("seed %d", seed).isLessThanOrEqualTo(limit);
            assertThat(kept).as("seed %d", seed).isGreaterThan(Math.min(limit, bytes.length) - 4);
            assertThat(seen.truncated()).as("seed %d", seed).isEqualTo(bytes.length > limit);
        }
    }
}
