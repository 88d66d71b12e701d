package io.acp4j.inspector.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.inspector.recording.JsonExtent.State;
import org.junit.jupiter.api.Test;

class JsonInTextTest {

    @Test
    void eachValueOfALongLineIsReadAFewTimesOnly() {
        int values = 2_000;
        String text = ("> {\"a\":\"" + "ä".repeat(500) + "\"} ").repeat(values);
        JsonInText json = new JsonInText(text);
        int found = 0;
        while (json.next() == State.COMPLETE) {
            assertThat(json.before().strip()).isEqualTo(">");
            found++;
        }

        assertThat(found).isEqualTo(values);
        assertThat(json.fed()).isLessThan(4L * text.length());
    }

    @Test
    void placesThatAreNoValuesDoNotReadTheTextAgainAndAgain() {
        String text = "{\"a\":[".repeat(20_000) + "x" + "]}".repeat(20_000);
        JsonInText json = new JsonInText(text);

        assertThat(json.next()).isEqualTo(State.INVALID);
        assertThat(json.fed()).isLessThan(1_000_000 + 20L * text.length());
    }

    @Test
    void valueAfterManyPlacesThatAreNoneIsFound() {
        JsonInText json = new JsonInText("{\"a\" b} ".repeat(500) + "{\"c\":1}");

        assertThat(json.next()).isEqualTo(State.COMPLETE);
        assertThat(json.value().path("c").asInt()).isOne();
    }

    @Test
    void charactersAtTheBorderOfAWindowAreKept() {
        for (int length = 495; length < 515; length++) {
            String value = "{\"a\":\"" + "x".repeat(length) + "\uD83D\uDE00".repeat(600) + "\"}";
            JsonInText json = new JsonInText("- " + value + " {\"b\":");

            assertThat(json.next()).isEqualTo(State.COMPLETE);
            assertThat(json.value().toString()).isEqualTo(value);
            assertThat(json.next()).isEqualTo(State.INCOMPLETE);
            assertThat(json.incomplete()).isEqualTo("{\"b\":");
        }
    }
}
