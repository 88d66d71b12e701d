package io.acp4j.inspector.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Two texts side by side. */
class AlignedTest {

    private static String lines(JsonNode rows, String side) {
        List<String> found = new ArrayList<>();
        rows.forEach(row -> {
            if (row.has(side)) {
                found.add(row.path(side).asText());
            }
        });
        return String.join("\n", found);
    }

    @RepeatedTest(50)
    void eachSideIsWholeAndOnlyEqualLinesAreTheSame(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        String left = text(random);
        String right = text(random);
        JsonNode rows = Aligned.of(left, right);

        assertThat(lines(rows, "left")).isEqualTo(left);
        assertThat(lines(rows, "right")).isEqualTo(right);
        rows.forEach(row -> {
            boolean isEqual = row.path("left").equals(row.path("right")) && row.has("left");
            assertThat(row.path("differs").asBoolean()).as("%s", row).isEqualTo(!isEqual);
        });
    }

    private static String text(Random random) {
        return random.ints(1 + random.nextInt(12), 0, 4)
                .mapToObj(word -> "line " + word)
                .collect(Collectors.joining("\n"));
    }

    @Test
    void whatIsNotThereHasNoSide() {
        JsonNode rows = Aligned.of(null, "one\ntwo");

        assertThat(rows)
                .hasSize(2)
                .allMatch(row -> !row.has("left") && row.path("differs").asBoolean());
        assertThat(Aligned.of(null, null)).isEmpty();
    }

    @Test
    void aLongLineIsCutAroundThePlaceWhereItDiffers() {
        String same = "a".repeat(50_000);
        JsonNode row = Aligned.of(same + "LEFT" + same, same + "RIGHT" + same).get(0);

        assertThat(row.path("left").asText())
                .startsWith("…aaa")
                .contains("aLEFTa")
                .endsWith("a…");
        assertThat(row.path("right").asText())
                .startsWith("…aaa")
                .contains("aRIGHTa")
                .endsWith("a…");
        assertThat(row.path("left").asText().length()).isLessThanOrEqualTo(Aligned.MAX_LINE + 2);
    }

    @Test
    void noCharacterIsCutInTwo() {
        for (int shift = 0; shift < 4; shift++) {
            String same = "x".repeat(shift) + "🙂".repeat(5_000);
            JsonNode row = Aligned.of(same + "A" + same, same + "B" + same).get(0);

            assertThat(row.path("left").asText().codePoints())
                    .noneMatch(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
        }
    }

    @Test
    void rowsBeyondTheLimitAreCounted() {
        String many = IntStream.range(0, 1_000).mapToObj(i -> "line " + i).collect(Collectors.joining("\n"));
        JsonNode rows = Aligned.of(many, many + "\nmore");

        assertThat(rows).hasSize(Aligned.MAX_ROWS + 1);
        assertThat(rows.get(Aligned.MAX_ROWS).path("more").asInt()).isEqualTo(1_001 - Aligned.MAX_ROWS);
    }

    @Test
    void whatHidesOrReordersTextIsMadeVisible() {
        assertThat(Aligned.of("a\u202eb", "a").get(0).path("left").asText()).doesNotContain("\u202e");
    }
}
