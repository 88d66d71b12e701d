package io.acp4j.transport.stdio.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What of an agent's output gets into the messages of exceptions. */
class ProcessTextTest {

    @Test
    void lastLinesAreShownEachOnItsOwn() {
        assertThat(ProcessText.lastLines("one\n\n two \r\nthree\n", false))
                .isEqualTo("; its error output ends with:\n    one\n     two\n    three");
        assertThat(ProcessText.lastLines("1\n2\n3\n4\n5\n6\n7", false))
                .isEqualTo("; its error output ends with:\n    3\n    4\n    5\n    6\n    7");
        assertThat(ProcessText.lastLines("", false)).isEmpty();
        assertThat(ProcessText.lastLines(" \n\n", false)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Error: ANTHROPIC_API_KEY=sk-ant-REDACTED is not valid, abcdefghijklmnop",
        "GET https://me:swordfish@host/path failed, swordfish",
        "sent Authorization: Bearer abcdef0123456789, abcdef0123456789",
        "started with --token abcdef0123456789, abcdef0123456789",
    })
    void secretsAreLeftOut(String line, String secret) {
        assertThat(ProcessText.lastLines(line + "\n", false))
                .contains("[redacted]")
                .doesNotContain(secret);
        StrayLines stray = new StrayLines();
        stray.look(line.getBytes(UTF_8), 0, line.length());
        assertThat(stray.text()).contains("[redacted]").doesNotContain(secret);
    }

    @Test
    void halfALineIsNotShownAsItMayBeginInASecret() {
        assertThat(ProcessText.lastLines("wordfish\nError: no login\n", true))
                .isEqualTo("; its error output ends with:\n    Error: no login");
        assertThat(ProcessText.lastLines("x".repeat(50), true))
                .isEqualTo("; its error output is one line of more than 50 characters");
    }

    @Test
    void coloursAreTakenOffAndOtherControlCharactersShown() {
        assertThat(ProcessText.lastLines(
                        "\u001b[1;31mError:\u001b[0m a\u001b]0;title\u0007b\tc\u0007\u202ed\u009b", false))
                .isEqualTo("; its error output ends with:\n    Error: ab c\\u{7}\\u{202E}d\\u{9B}");
    }

    @Test
    void fillersAndTagsAreShownAndJoinersOfEmojiStay() {
        assertThat(ProcessText.shown(List.of("a\u3164b\udb40\udc41c", "\ud83d\udc69\u200d\ud83d\udcbb a\u200db")))
                .isEqualTo("\n    a\\u{3164}b\\u{E0041}c\n    \ud83d\udc69\u200d\ud83d\udcbb a\\u{200D}b");
    }

    @Test
    void whateverIsWrittenIsBounded() {
        Random random = new Random(16);
        for (int round = 0; round < 300; round++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(9000);
            while (text.length() < length) {
                text.append(random.nextInt(20) == 0 ? "\n" : Character.toString(random.nextInt(0x11000)));
            }
            String shown = ProcessText.lastLines(text.toString(), random.nextBoolean());
            // The longest escape takes ten characters.
            assertThat(shown.length()).isLessThan(100 + ProcessText.MAX_LINES * (ProcessText.MAX_LINE_CHARS + 2) * 10);
            assertThat(shown.lines().count()).isLessThanOrEqualTo(1 + ProcessText.MAX_LINES);
        }
    }

    @Test
    void linesThatMayBeMessagesAreNotCounted() {
        StrayLines stray = new StrayLines();
        for (String line : new String[] {"{}", " {\"a\":", "[1]", "\"text\"", "", "  \t"}) {
            stray.look(line.getBytes(UTF_8), 0, line.length());
        }
        assertThat(stray.text()).isEmpty();
        for (int i = 1; i <= 1000; i++) {
            byte[] line = ("xx Usage " + i).getBytes(UTF_8);
            stray.look(line, 2, line.length - 2);
        }
        assertThat(stray.text())
                .isEqualTo("; its output has 1000 lines that are no JSON, beginning with:"
                        + "\n    Usage 1\n    Usage 2\n    Usage 3");
    }
}
