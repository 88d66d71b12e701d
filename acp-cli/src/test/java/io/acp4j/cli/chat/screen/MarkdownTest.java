package io.acp4j.cli.chat.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarkdownTest {

    /** Shows what a screen gets: {@code BOLD(text)}, and plain text as it is. */
    private static String shown(boolean terminal, String... pieces) {
        return shown(terminal, 80, pieces);
    }

    private static String shown(boolean terminal, int width, String... pieces) {
        StringBuilder shown = new StringBuilder();
        Screen screen = mock();
        when(screen.isTerminal()).thenReturn(terminal);
        when(screen.width()).thenReturn(width);
        doAnswer(call -> {
                    Style style = call.getArgument(1);
                    String text = call.getArgument(0);
                    shown.append(style == Style.PLAIN ? text : style + "(" + text + ")");
                    return null;
                })
                .when(screen)
                .text(anyString(), any());
        Markdown markdown = new Markdown(screen, Style.PLAIN);
        for (String piece : pieces) {
            markdown.append(piece);
        }
        markdown.end();
        return shown.toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '=',
            value = {
                "plain text = plain text",
                "a **b** c = a BOLD(b) c",
                "**b** = BOLD(b)",
                "2 * 3 = 2 * 3",
                "ends with * = ends with *",
                "call `f(**x)` now = call CYAN(f(**x)) now",
                "a ~~b~~ c = a STRUCK(b) c",
                "~/home and ~5 = ~/home and ~5",
                "- [ ] open = ☐ open",
                "* [x] done = ☑ done",
                "  - [X] inner = ☑ inner",
                "- [link](a) = • [link](a)",
                "- [] none = • [] none",
                "- item = • item",
                "* item = • item",
                "-1 degrees = -1 degrees",
                "## Title = BOLD(Title)",
                "#hash = #hash",
                "snake_case_name = snake_case_name"
            })
    void oneLineIsRendered(String markdown, String expected) {
        assertThat(shown(true, markdown)).isEqualTo(expected);
    }

    @Test
    void piecesOfOneCharacterLookLikeTheWhole() {
        String text = "# T\n- **a**\n```java\nint *p; # no\n```\nend";
        String whole = "BOLD(T\n)• BOLD(a)\nDIM(```java\n)CYAN(int *p; # no\n)DIM(```\n)end";

        assertThat(shown(true, text)).isEqualTo(whole);
        assertThat(shown(true, text.chars().mapToObj(Character::toString).toArray(String[]::new))
                        .replaceAll("\\)(BOLD|CYAN|DIM)\\(", ""))
                .isEqualTo(whole.replaceAll("\\)(BOLD|CYAN|DIM)\\(", ""));
    }

    @Test
    void whatIsNoTerminalGetsTheTextAsItIs() {
        assertThat(shown(false, "# a **b**", "\n`c`")).isEqualTo("# a **b**\n`c`");
    }

    private static final String TABLE = """
            Before
            | name | **n** | centre |
            |:-----|--:|:--:|
            | `a\\|b` | 1 | x |
            | 漢字 | 1000 | ~~y~~ |
            | only |
            After
            """;

    private static final String ALIGNED = """
            Before
             name │    n │ centre
            ──────┼──────┼────────
             a|b  │    1 │   x
             漢字 │ 1000 │   y
             only │      │
            After
            """;

    /** The text without styles, and without spaces at the ends of lines. */
    private static String plain(String shown) {
        return shown.replaceAll("(?:BOLD|CYAN|DIM|STRUCK)\\(([^()]*)\\)", "$1").replaceAll(" +\n", "\n");
    }

    @Test
    void tableIsAlignedWithTheWidthsOfItsCharacters() {
        assertThat(plain(shown(true, TABLE))).isEqualTo(ALIGNED);
        assertThat(shown(true, TABLE)).contains("BOLD(name)", "CYAN(a|b)", "STRUCK(y)");
    }

    @Test
    void tableInPiecesOfOneCharacterLooksLikeTheWhole() {
        assertThat(plain(shown(true, TABLE.chars().mapToObj(Character::toString).toArray(String[]::new))))
                .isEqualTo(ALIGNED);
    }

    @Test
    void tableAtTheEndOfATextIsShown() {
        assertThat(plain(shown(true, "|a|b|\n|-|-|\n|1|2|"))).isEqualTo(" a │ b\n───┼───\n 1 │ 2\n");
    }

    @Test
    void wideTableIsWrappedBetweenWords() {
        String table = "| method | description |\n|---|--:|\n| a/b | Negotiates the version of all |\n";

        assertThat(plain(shown(true, 30, table))).isEqualTo("""
                 method │         description
                ────────┼─────────────────────
                 a/b    │      Negotiates the
                        │      version of all
                """);
    }

    @Test
    void columnOfLongWordsIsWiderThanAnEqualShare() {
        String table = "| a | b |\n|---|---|\n| session/request_permission | some short words of text |\n";

        assertThat(plain(shown(true, 40, table))).isEqualTo("""
                 a                          │ b
                ────────────────────────────┼───────────
                 session/request_permission │ some
                                            │ short
                                            │ words of
                                            │ text
                """);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 20, 30, 40, 80, 200})
    void tableIsNotWiderThanTheScreen(int width) {
        String row = "| a | words of several lengths and characters 漢字漢字漢字漢字 | averyverylongwordwithoutanyspace |\n";
        String shown = plain(shown(true, width, "| x | y | z |\n|---|---|---|\n" + row.repeat(3)));

        if (shown.contains("│")) {
            assertThat(shown.lines())
                    .allSatisfy(line -> assertThat(new AttributedString(line).columnLength())
                            .isLessThanOrEqualTo(width));
        } else {
            assertThat(shown).startsWith("• x: a\n  y: words of several");
        }
        assertThat(shown.contains("│")).isEqualTo(width >= 30);
    }

    @Test
    void linesThatAreNoTableAreText() {
        assertThat(shown(true, "| a **b** |\nc\n")).isEqualTo("| a BOLD(b) |\nc\n");
        assertThat(shown(true, "```\n| a |\n|---|\n```\n")).contains("| a |\n").doesNotContain("│");
        assertThat(shown(false, TABLE)).isEqualTo(TABLE);
    }

    @Test
    void longTableIsShownInParts() {
        String table = "| a |\n|---|\n" + "| 1 |\n".repeat(1_200);

        assertThat(plain(shown(true, table)).lines().filter(line -> line.contains("1")))
                .hasSize(1_200);
    }
}
