package io.acp4j.inspector.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.inspector.page.PageException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The profiles that a selection of requirements needs. */
class KitSelectionTest {

    @ParameterizedTest(name = "{0} with {1}, version {2}")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            FORK          | -     | 1 | acp4j,rfd
            fork-101      | -     | 1 | rfd
            FORK-033      | -     | 1 | acp4j
            LIST          | -     | 1 | ''
            LIST, FORK-1* | -     | 1 | acp4j,rfd
            LIST          | rfd   | 1 | rfd
            ''            | -     | 1 | ''
            ''            | acp4j | 1 | acp4j
            V2-FORK       | -     | 2 | acp4j,rfd
            """)
    void profileThatContainsAChosenRequirementIsSelected(String text, String profile, int version, String expected) {
        KitSelection selection = KitSelection.of(text, profile == null ? List.of() : List.of(profile), version);

        assertThat(String.join(",", selection.profiles().stream().sorted().toList()))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"NONE-999", "LIST,NONE", "V2-FORK", "; rm"})
    void unknownRequirementIsRefused(String text) {
        assertThatThrownBy(() -> KitSelection.of(text, Set.of(), 1)).isInstanceOf(PageException.class);
    }

    @Test
    void unknownProfileIsRefused() {
        assertThatThrownBy(() -> KitSelection.of("", Set.of("mine"), 1)).hasMessage("there is no profile mine");
    }

    @Test
    void scenariosAreSelectedByTheirNames() {
        assertThat(KitSelection.ofScenarios().arguments())
                .containsExactly("--scenario", "fork,fork-at-message,unknown-id,thought,chunks");
        assertThat(KitSelection.of("list", Set.of("rfd"), 1).arguments())
                .containsExactly("--only", "LIST", "--profile", "rfd");
    }
}
