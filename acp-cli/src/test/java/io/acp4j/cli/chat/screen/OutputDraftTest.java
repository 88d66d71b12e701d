package io.acp4j.cli.chat.screen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jline.reader.LineReaderBuilder;
import org.jline.terminal.Size;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OutputDraftTest {

    private static final int WIDTH = 20;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private ExternalTerminal terminal;
    private Output output;

    @BeforeEach
    void open() throws IOException {
        terminal = new ExternalTerminal(
                "test", "xterm", new ByteArrayInputStream(new byte[0]), bytes, StandardCharsets.UTF_8);
        terminal.setSize(new Size(WIDTH, 10));
        output = new Output(
                terminal, LineReaderBuilder.builder().terminal(terminal).build(), true);
    }

    @AfterEach
    void close() throws IOException {
        terminal.close();
    }

    /** Returns the rows of a terminal that wraps long lines. The last row is the one with the cursor. */
    private List<String> rows() {
        List<StringBuilder> rows = new ArrayList<>(List.of(new StringBuilder()));
        int row = 0;
        int column = 0;
        String shown = bytes.toString(StandardCharsets.UTF_8);
        for (int i = 0; i < shown.length(); i++) {
            char character = shown.charAt(i);
            if (character == '\r') {
                column = 0;
            } else if (shown.startsWith("\u001B[K", i)) {
                rows.get(row).setLength(Math.min(column, rows.get(row).length()));
                i += 2;
            } else if (shown.startsWith("\u001B[A", i)) {
                row--;
                i += 2;
            } else {
                if (character == '\n' || column == WIDTH) {
                    row++;
                    column = column == WIDTH && character != '\n' ? 0 : column;
                    if (row == rows.size()) {
                        rows.add(new StringBuilder());
                    }
                }
                if (character != '\n') {
                    assertThat(character).isGreaterThanOrEqualTo(' ');
                    assertThat(column).isEqualTo(rows.get(row).length());
                    rows.get(row).append(character);
                    column++;
                }
            }
        }
        return rows.stream().map(StringBuilder::toString).toList();
    }

    @Test
    void draftDoesNotDivideTheLineThatIsShownAtItsBeginning() {
        output.text("line 1", Style.PLAIN);
        output.draft("dr");
        assertThat(rows()).containsExactly("line 1", "next> dr");
        output.text(" of 2\nline 2", Style.PLAIN);
        assertThat(rows()).containsExactly("line 1 of 2", "line 2", "next> dr");
        output.draft("draft");
        output.text(" of 2", Style.PLAIN);
        assertThat(rows()).containsExactly("line 1 of 2", "line 2 of 2", "next> draft");
        output.draft("");
        assertThat(rows()).containsExactly("line 1 of 2", "line 2 of 2", "");
        output.text(".\nend", Style.PLAIN);
        assertThat(rows()).containsExactly("line 1 of 2", "line 2 of 2.", "end");
    }

    @Test
    void lineThatIsWiderThanTheTerminalIsContinuedInItsLastRow() {
        output.text("x".repeat(25), Style.PLAIN);
        output.draft("d");
        output.text("y".repeat(20), Style.PLAIN);
        assertThat(rows()).containsExactly("x".repeat(20), "xxxxx" + "y".repeat(15), "yyyyy", "next> d");
    }

    @Test
    void rowThatIsFullWhenADraftBeginsIsKept() {
        output.text("x".repeat(WIDTH), Style.PLAIN);
        output.draft("d");
        output.text("y", Style.PLAIN);
        assertThat(rows()).containsExactly("x".repeat(WIDTH), "y", "next> d");
    }

    @Test
    void wholeLineEndsAnOpenRow() {
        output.text("open", Style.PLAIN);
        output.draft("d");
        output.line("a notice", Style.PLAIN);
        assertThat(rows()).containsExactly("open", "a notice", "next> d");
        output.endLine();
        output.text("more", Style.PLAIN);
        assertThat(rows()).containsExactly("open", "a notice", "more");
    }
}
