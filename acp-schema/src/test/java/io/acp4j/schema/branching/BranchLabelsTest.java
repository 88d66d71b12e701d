package io.acp4j.schema.branching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BranchLabelsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "two words",
                "עברית",
                "क्\u200Dष",
                "\uD83D\uDC68\u200D\uD83D\uDCBB",
                "می\u200Cخواهم",
                " padded "
            })
    void lineThatPeopleCanReadIsALabel(String label) {
        assertThat(BranchLabels.problem(label)).isNull();
        assertThat(BranchLabels.require(label)).isSameAs(label);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t", "\u200B", "\u200D", "\u2028", "\u00A0"})
    void textWithNothingToSeeIsNoLabel(String label) {
        assertThat(BranchLabels.isBlank(label)).isTrue();
        assertThat(BranchLabels.problem(label)).contains("blank");
    }

    @ParameterizedTest
    @ValueSource(strings = {"two\nlines", "bell\u0007", "left\u202E", "part\u2028end", "half\uD800"})
    void characterThatHasNoPlaceInALineIsNamedAndTheLabelIsNot(String label) {
        int forbidden =
                label.codePoints().filter(BranchLabels::isForbidden).findFirst().orElseThrow();

        assertThat(BranchLabels.problem(label))
                .contains(String.format("U+%04X", forbidden))
                .doesNotContain(label.substring(0, 4));
        assertThatThrownBy(() -> BranchLabels.require(label))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(BranchLabels.problem(label));
    }

    @Test
    void labelHasALimit() {
        String longest = "x".repeat(BranchLabels.MAX_LENGTH);

        assertThat(BranchLabels.problem(longest)).isNull();
        assertThat(BranchLabels.problem(longest + "x")).contains("1,000");
    }
}
