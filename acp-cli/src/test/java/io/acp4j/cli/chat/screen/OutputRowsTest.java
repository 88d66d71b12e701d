package io.acp4j.cli.chat.screen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OutputRowsTest {

    @Test
    void rowEndsAtTheWidthOrAtALine() {
        assertThat(Output.rowEnd("abcdef", 0, 4)).isEqualTo(4);
        assertThat(Output.rowEnd("abcdef", 4, 4)).isEqualTo(-1);
        assertThat(Output.rowEnd("abcd", 0, 4)).isEqualTo(4);
        assertThat(Output.rowEnd("abcd\n", 0, 4)).isEqualTo(4);
        assertThat(Output.rowEnd("ab\ncd", 0, 4)).isEqualTo(2);
        assertThat(Output.rowEnd("ab\ncd", 3, 4)).isEqualTo(-1);
        assertThat(Output.rowEnd("\n", 0, 4)).isZero();
        assertThat(Output.rowEnd("", 0, 4)).isEqualTo(-1);
    }

    @Test
    void wideCharactersAreNotSplit() {
        assertThat(Output.rowEnd("日本語", 0, 5)).isEqualTo(2);
        assertThat(Output.rowEnd("日", 0, 1)).isEqualTo(1);
        assertThat(Output.rowEnd("😀😀", 0, 3)).isEqualTo(2);
        assertThat(Output.rowEnd("e\u0301e\u0301x", 0, 2)).isEqualTo(4);
    }

    @Test
    void tabExtendsARowToTheNextTabStop() {
        assertThat(Output.rowEnd("a\tb", 0, 9)).isEqualTo(3);
        assertThat(Output.rowEnd("a\tbc", 0, 9)).isEqualTo(3);
        assertThat(Output.rowEnd("a\tb", 0, 10)).isEqualTo(-1);
        assertThat(Output.rowEnd("a\t\tb", 0, 9)).isEqualTo(4);
    }
}
