package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExpectedFailuresTest {

    private static final GalleryCell CELL = new GalleryCell("diff", "conversation", "w400");
    private static final PageFault FAULT = new PageFault("blank", "main > div.talk", "5 texts");

    private static final ExpectedFailures TABLE = ExpectedFailures.parse("""
            # a comment

            diff, load | conversation, recording | w400, dark | blank | div.talk | 28.1: blank
            """);

    @Test
    void aRowMarksEachOfItsCells() {
        assertThat(TABLE.all())
                .hasSize(8)
                .extracting(ExpectedFailures.Mark::cell)
                .contains(CELL);
        assertThat(TABLE.unexpected(CELL, List.of(FAULT))).isEmpty();
        assertThat(TABLE.outdated(CELL, List.of(FAULT))).isEmpty();
    }

    @Test
    void aFaultOfAnotherCellCheckOrElementIsUnexpected() {
        PageFault check = new PageFault("covered", "main > div.talk", "9 of 9");
        PageFault element = new PageFault("blank", "main > div.diff", "5 texts");
        GalleryCell cell = new GalleryCell("diff", "conversation", "w1000");

        assertThat(TABLE.unexpected(CELL, List.of(FAULT, check, element))).containsExactly(check, element);
        assertThat(TABLE.unexpected(cell, List.of(FAULT))).containsExactly(FAULT);
    }

    @Test
    void aMarkWithoutItsFaultIsOutdated() {
        assertThat(TABLE.outdated(CELL, List.of()))
                .singleElement()
                .extracting(ExpectedFailures.Mark::reason)
                .isEqualTo("28.1: blank");
        assertThat(TABLE.outdated(new GalleryCell("diff", "matrix", "w400"), List.of()))
                .isEmpty();
    }

    @Test
    void aRowWithoutAReasonIsRefused() {
        assertThatThrownBy(() -> ExpectedFailures.parse("diff | matrix | dark | blank | div.talk | "))
                .hasMessageContaining("the last a reason");
    }

    @Test
    void eachMarkOfTheTableIsOneOfACellOfTheGallery() {
        Set<GalleryCell> cells = new HashSet<>();
        for (GalleryScenario scenario : GalleryScenario.values()) {
            for (GalleryScreen screen : GalleryScreen.values()) {
                for (GalleryWindow window : GalleryWindow.values()) {
                    if (scenario.has(screen)) {
                        cells.add(GalleryCell.of(scenario, screen, window));
                    }
                }
            }
            for (String part : List.of("-", "connection 1", "connection 2")) {
                cells.add(GalleryCell.recordingOf(scenario, part));
            }
        }
        assertThat(ExpectedFailures.load().all())
                .extracting(ExpectedFailures.Mark::cell)
                .isSubsetOf(cells);
    }
}
