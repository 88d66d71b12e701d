package io.acp4j.rpc.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What is well-formed is what Java's decoder takes, wherever it lies. */
class Utf8Test {

    private static final int[] THIRDS = {0x00, 0x7f, 0x80, 0x9f, 0xa0, 0xbf, 0xc0, 0xff};

    private static boolean decodes(byte[] bytes) {
        return Arrays.equals(new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8), bytes);
    }

    @Test
    void anyThreeBytesAreJudgedAsTheyShouldAloneAndInPairs() {
        byte[] alone = new byte[3];
        byte[] first = "...中xyz".getBytes(StandardCharsets.UTF_8);
        byte[] second = "中...xyz".getBytes(StandardCharsets.UTF_8);
        for (int lead = 0xe0; lead <= 0xef; lead++) {
            for (int middle = 0; middle < 256; middle++) {
                for (int last : THIRDS) {
                    put(alone, 0, lead, middle, last);
                    put(first, 0, lead, middle, last);
                    put(second, 3, lead, middle, last);
                    boolean valid = decodes(alone);
                    if (Utf8.isValid(alone, 0, 3) != valid
                            || Utf8.firstFault(first, 0, first.length) != (valid ? -1 : 0)
                            || Utf8.firstFault(second, 0, second.length) != (valid ? -1 : 3)) {
                        fail("%x %x %x", lead, middle, last);
                    }
                }
            }
        }
    }

    @Test
    void textOfAnyScriptIsValidFromAnyCharacterOnAndFaultyWhereItIsCutOff() {
        String text = "aé中文字😀ÿ߿ࠀ퟿\uE000\uFFFD plain ascii 漢字かな 𠜎";
        for (int from = 0; from < text.length(); from += Character.charCount(text.codePointAt(from))) {
            byte[] bytes = text.substring(from).getBytes(StandardCharsets.UTF_8);
            for (int to = 0; to <= bytes.length; to++) {
                assertThat(Utf8.isValid(bytes, 0, to)).isEqualTo(decodes(Arrays.copyOf(bytes, to)));
            }
        }
    }

    private static void put(byte[] bytes, int at, int... values) {
        for (int i = 0; i < values.length; i++) {
            bytes[at + i] = (byte) values[i];
        }
    }
}
