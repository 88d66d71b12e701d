package io.acp4j.cli.chat.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarkdownTest {

    /** Shows what a screen gets: {@code BOLD(text)}, and plain text as it is. */
    private static String shown(boolean terminal, String... pieces) {
        StringBuilder shown = new StringBuilder();
        Screen screen = mock();
        when(screen.isTerminal()).thenReturn(terminal);
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
}
