package io.acp4j.schema.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Bytes are decoded, or refused, as Java's strict decoder does it. */
class Utf8TextTest {

    private final Utf8Text text = new Utf8Text();

    private static @Nullable String strictly(byte[] utf8, int from, int to) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(utf8, from, to - from))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    @Test
    void anyByteAtAnyPlaceAmongCharactersOfThreeBytesIsJudgedAsItShould() {
        byte[] chinese = "流式文本解析器".getBytes(StandardCharsets.UTF_8);
        for (int place = 0; place < chinese.length; place++) {
            for (int value = 0; value < 256; value++) {
                byte[] damaged = chinese.clone();
                damaged[place] = (byte) value;
                for (int to = damaged.length; to > damaged.length - 9; to--) {
                    assertThat(text.of(damaged, 0, to))
                            .as("byte %d at %d, to %d", value, place, to)
                            .isEqualTo(strictly(damaged, 0, to));
                }
            }
        }
    }

    @Test
    void anyPairOfCharactersOfThreeBytesIsJudgedAsItShould() {
        byte[] bytes = new byte[8];
        Arrays.fill(bytes, (byte) 'x');
        byte[] other = "语".getBytes(StandardCharsets.UTF_8);
        for (int unit = 0; unit <= 0xffff; unit++) {
            byte[] three = {
                (byte) (0xe0 | (unit >> 12)), (byte) (0x80 | (unit >> 6 & 0x3f)), (byte) (0x80 | (unit & 0x3f))
            };
            for (int place = 0; place <= 3; place += 3) {
                System.arraycopy(other, 0, bytes, 3 - place, 3);
                System.arraycopy(three, 0, bytes, place, 3);
                String expected = unit < 0x800 || Character.isSurrogate((char) unit)
                        ? null
                        : (place == 0 ? (char) unit + "语xx" : "语" + (char) unit + "xx");
                assertThat(text.of(bytes, 0, bytes.length))
                        .as("U+%04X at %d", unit, place)
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void textOfAnyLengthFollowsTextOfAnyOther() {
        Random random = new Random(1);
        for (int i = 0; i < 200; i++) {
            int length = random.nextInt(i % 10 == 0 ? 20_000 : 300);
            String expected = random.ints(length, 0x20, i % 3 == 0 ? 0x110000 : 0x9fff)
                    .filter(c -> c > 0xffff || !Character.isSurrogate((char) c))
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            byte[] utf8 = expected.getBytes(StandardCharsets.UTF_8);

            assertThat(text.of(utf8, 0, utf8.length)).isEqualTo(expected);
        }
    }
}
