package io.acp4j.cli.chat.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionMatcherTest {

    private static final OptionMatcher OPTIONS = new OptionMatcher()
            .add("allow", "Allow once")
            .add("always", "Allow  always")
            .add("2", "Reject")
            .add("x-4", "Change it\nfirst");

    /** Answers, and the position of the option that each selects; -1 for none. */
    @ParameterizedTest(name = "[{0}]")
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = false, textBlock = """
            1|0
             1 |0
            01|-1
            5|-1
            allow|0
            ALLOW ONCE|0
            allow always|1
            Always|1
            allow a|-1
            a|-1
            A|-1
            r|2
            R |2
            reject|2
            rej|-1
            2|-1
            c|3
            change it first|3
            x-4|3
            x|-1
            yes|-1
            no reject|-1
            /cancel|-1
            |-1
            """)
    void answerSelectsAnOptionOnlyIfItNamesOne(String answer, int expected) {
        List<Integer> matches = OPTIONS.matches(answer == null ? "" : answer);

        assertThat(matches.size() == 1 ? matches.get(0) : -1).isEqualTo(expected);
    }

    @Test
    void optionHasALetterUnlessAnotherNameStartsWithIt() {
        assertThat(OPTIONS.letter(0)).isNull();
        assertThat(OPTIONS.letter(1)).isNull();
        assertThat(OPTIONS.letter(2)).isEqualTo("r");
        assertThat(OPTIONS.letter(3)).isEqualTo("c");
        assertThat(new OptionMatcher().add("1", "(none)").letter(0)).isNull();
    }

    @Test
    void equalNamesSelectNothing() {
        OptionMatcher equal = new OptionMatcher().add("a", "Yes").add("b", "yes ");

        assertThat(equal.matches("yes")).hasSize(2);
        assertThat(equal.refusal("yes")).isEqualTo("\"yes\" names several options. Enter the number of one.");
        assertThat(equal.matches("b")).containsExactly(1);
    }
}
