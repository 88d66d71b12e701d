package io.acp4j.schema.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Eight bytes at a time find what one at a time does. */
class PlainTextTest {

    private static int endOneByOne(byte[] bytes, int from, int to, char besides) {
        for (int at = from; at < to; at++) {
            int b = bytes[at] & 0xff;
            if (b < 0x20 || b > 0x7f || b == '"' || b == '\\' || b == besides) {
                return at;
            }
        }
        return to;
    }

    @Test
    void anyByteAtAnyPlaceIsJudgedAsItShould() {
        byte[] text = new byte[26];
        for (int value = 0; value < 256; value++) {
            for (int place = 0; place < text.length; place++) {
                Arrays.fill(text, (byte) 'x');
                text[place] = (byte) value;
                for (int from = 0; from < 9; from++) {
                    assertThat(PlainText.end(text, from, text.length, '?'))
                            .as("byte %d at %d, from %d", value, place, from)
                            .isEqualTo(endOneByOne(text, from, text.length, '?'));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void neighboursDoNotDisturbEachOther(long seed) {
        Random random = new Random(seed);
        byte[] picks = {' ', '!', '"', '#', '[', '\\', ']', '?', '@', 0x1f, 0x7f, (byte) 0x80, (byte) 0xff, 0, 1};
        for (int i = 0; i < 100_000; i++) {
            byte[] text = new byte[random.nextInt(20)];
            for (int at = 0; at < text.length; at++) {
                text[at] = random.nextInt(6) == 0 ? picks[random.nextInt(picks.length)] : (byte) 'x';
            }
            int from = random.nextInt(text.length + 1);
            int to = from + random.nextInt(text.length - from + 1);
            assertThat(PlainText.end(text, from, to, '?')).isEqualTo(endOneByOne(text, from, to, '?'));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\n", "\\\"", "\\\\", "\\/", "\\\\\\n"})
    void stringsAreReadWhereverTheirEscapesAre(String escape) throws Exception {
        for (int before = 0; before < 10; before++) {
            for (int after = 0; after < 10; after++) {
                String json = '"' + "a".repeat(before) + escape + "b".repeat(after) + '"';
                byte[] bytes = (json + ",").getBytes(StandardCharsets.US_ASCII);
                PlainBytes in = new PlainBytes(bytes, 0, bytes.length);

                assertThat(in.string()).isEqualTo(Databind.MAPPER.readValue(json, String.class));
                assertThat(in.pass(',')).isTrue();
                assertThat(in.atEnd()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\"", "\"abc", "\"abcdefgh", "\"a\\", "\"a\\\"", "\"a\\u0041\"", "\"a\u0001\"", "\"é\"", "a", ""
            })
    void whatIsNoPlainStringIsLeftAlone(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        assertThat(new PlainBytes(bytes, 0, bytes.length).string()).isNull();
    }
}
