package io.acp4j.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VisibleTextTest {

    @ParameterizedTest
    @ValueSource(
            ints = {
                0, 7, 8, 0x1B, 0x7F, 0x80, 0x9B, 0x9F, 0xAD, 0x034F, 0x061C, 0x115F, 0x180E, 0x200B, 0x200C, 0x200D,
                0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2060, 0x2064, 0x2066, 0x2067,
                0x2068, 0x2069, 0x206F, 0x2800, 0x3164, 0xD800, 0xDFFF, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFF9, 0xFFFE, 0xE0001,
                0xE0041, 0xE0100
            })
    void whatCannotBeSeenIsNamed(int c) {
        String text = "rm " + Character.toString(c) + "x";
        String expected = "rm \\u{" + Integer.toHexString(c).toUpperCase(java.util.Locale.ROOT) + "}x";
        assertThat(VisibleText.of(text)).isEqualTo(expected);
        assertThat(VisibleText.line(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain",
                "Grüße, 日本語, עברית, العربية",
                "👨‍👩‍👧 ❤️ 1️⃣ 🏳️‍🌈",
                "می‌خواهم",
                "क्‍ष",
                "e\u0301",
                "\\u{202E} as it was typed"
            })
    void whatPeopleWriteStaysAsItIs(String text) {
        assertThat(VisibleText.of(text)).isSameAs(text);
        assertThat(VisibleText.line(text)).isSameAs(text);
    }

    /** Selectors say nothing behind letters, and each further one behind a sign would be read by nobody but a program. */
    @ParameterizedTest
    @ValueSource(strings = {"x%s", "é%s", "ж%s", "λ%s", "❤️%s", "\u0301%s", "%s", "日︀%s", "x‍%s"})
    void variationSelectorsHideNothing(String text) {
        for (int c = 0xFE00; c <= 0xFE0F; c++) {
            String shown = VisibleText.line(text.formatted(Character.toString(c)));
            assertThat(shown).endsWith("\\u{%X}".formatted(c));
        }
    }

    @Test
    void linesStayOnlyWhereThereMayBeSeveral() {
        assertThat(VisibleText.of("a\r\nb\n\tc\rd")).isEqualTo("a\nb\n\tc\\rd");
        assertThat(VisibleText.line("a\r\nb\n\tc\rd")).isEqualTo("a\\r\\nb\\n\\tc\\rd");
    }

    @Test
    void nothingHiddenIsLeftOfAnyCharacter() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            String shown = VisibleText.line("a" + Character.toString(c) + "b");
            assertThat(shown.codePoints().anyMatch(VisibleTextTest::isControl))
                    .as("U+%X", c)
                    .isFalse();
        }
    }

    private static boolean isControl(int c) {
        int type = Character.getType(c);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.SURROGATE
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }
}
