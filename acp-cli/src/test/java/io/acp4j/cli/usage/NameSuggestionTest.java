package io.acp4j.cli.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NameSuggestionTest {

    @Test
    void namesAreGuessedOnlyWhereFewLettersAreWrong() {
        List<String> names = List.of("open", "taps", "tap", "validate");
        assertThat(NameSuggestion.closest("tsp", names)).isEqualTo("tap");
        assertThat(NameSuggestion.closest("valdiat", names)).isEqualTo("validate");
        for (String other : List.of("codex", "opencode", "cat", "npx", "o", "gemini", "valuable", "")) {
            assertThat(NameSuggestion.closest(other, names.subList(0, 2)))
                    .as(other)
                    .isNull();
        }
    }
}
