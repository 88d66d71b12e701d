package io.acp4j.schema.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Eight bytes at a time find what one at a time does. */
class CompactJsonTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static int endOneByOne(byte[] bytes, int from, int to, char besides) {
        for (int at = from; at < to; at++) {
            int b = bytes[at] & 0xff;
            if (b < 0x20 || b == '"' || b == '\\' || b == besides) {
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
                    assertThat(TextScanner.end(text, from, text.length, '?'))
                            .as("byte %d at %d, from %d", value, place, from)
                            .isEqualTo(endOneByOne(text, from, text.length, '?'));
                }
            }
        }
    }

    @Test
    void anyByteAtAnyPlaceIsAsciiOrNot() {
        byte[] text = new byte[26];
        for (int value = 0; value < 256; value++) {
            for (int place = 0; place < text.length; place++) {
                Arrays.fill(text, (byte) 'x');
                text[place] = (byte) value;
                for (int from = 0; from < 9; from++) {
                    assertThat(TextScanner.isAscii(text, from, text.length)).isEqualTo(value < 128 || place < from);
                    assertThat(TextScanner.isAscii(text, from, place)).isTrue();
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
            assertThat(TextScanner.end(text, from, to, '?')).isEqualTo(endOneByOne(text, from, to, '?'));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\\n",
                "\\\"",
                "\\\\",
                "\\/",
                "\\\\\\n",
                "\\u00e9",
                "\\uD83D\\ude00",
                "é",
                "\uFFFD",
                "—",
                "😀",
                "\\t😀\\b"
            })
    void stringsAreReadWhereverTheirEscapesAre(String escape) throws Exception {
        for (int before = 0; before < 10; before++) {
            for (int after = 0; after < 10; after++) {
                String json = '"' + "a".repeat(before) + escape + "b".repeat(after) + '"';
                byte[] bytes = (json + ",").getBytes(StandardCharsets.UTF_8);
                CompactJson in = over(bytes);

                assertThat(in.string()).isEqualTo(MAPPER.readValue(json, String.class));
                assertThat(in.pass(',')).isTrue();
                assertThat(in.atEnd()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"",
                "\"abc",
                "\"abcdefgh",
                "\"a\\",
                "\"a\\\"",
                "\"a\\u\"",
                "\"a\\u004\"",
                "\"a\\u004g\"",
                "\"a\\x41\"",
                "\"a\\uD83D\"",
                "\"a\\uDE00\\uD83D\"",
                "\"a\\uD83D\\u0041\"",
                "\"a\\uD83D\\n\"",
                "\"a\\uD83D\\uDE0",
                "\"a\u0001\"",
                "\"\\n\u0001\"",
                "a",
                ""
            })
    void whatIsNoOrdinaryStringIsLeftAlone(String json) {
        assertThat(over(json.getBytes(StandardCharsets.UTF_8)).string()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "80",
                "bf",
                "c0 80",
                "c1 bf",
                "c2",
                "c2 41",
                "e0 80 80",
                "e0 9f bf",
                "e2 82",
                "e2 82 41",
                "ed a0 80",
                "ed bf bf",
                "f0 80 80 80",
                "f0 8f bf bf",
                "f0 9f 98",
                "f4 90 80 80",
                "f5 80 80 80",
                "ff",
                "fe",
                "ed a0 bd ed b8 80"
            })
    void illFormedUtf8IsLeftAloneWhereverItStands(String bytes) {
        byte[] sequence = HexFormat.ofDelimiter(" ").parseHex(bytes);
        for (String before : List.of("", "a", "abcdefg", "é", "—😀", "\\n")) {
            for (String after : List.of("", "a", "é", "😀abcdefgh", "\\n")) {
                byte[] start = ('"' + before).getBytes(StandardCharsets.UTF_8);
                byte[] end = (after + '"').getBytes(StandardCharsets.UTF_8);
                byte[] json = Arrays.copyOf(start, start.length + sequence.length + end.length);
                System.arraycopy(sequence, 0, json, start.length, sequence.length);
                System.arraycopy(end, 0, json, start.length + sequence.length, end.length);

                assertThat(over(json).string())
                        .as("%s, %s, %s", before, bytes, after)
                        .isNull();
            }
        }
    }

    private static CompactJson over(byte[] bytes) {
        CompactJson in = new CompactJson();
        in.start(bytes, 0, bytes.length);
        return in;
    }
}
