package io.acp4j.tck.internal.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

    /** Spellings of values; those of one line are the same. */
    private static final List<List<String>> VALUES = List.of(
            List.of("1", "1.0", "1e0", "10e-1", "1.00E+0"),
            List.of("10", "1e1", "10.0"),
            List.of("0", "-0", "0.0", "-0.0", "0e999999999"),
            List.of("-1", "-1.0"),
            List.of("2147483648", "2147483648.0"),
            List.of("9007199254740993", "9007199254740993.0"),
            List.of("9007199254740992", "9007199254740992.0"),
            List.of("9223372036854775807", "9223372036854775807.0", "9223372036854775807e0"),
            List.of("-9223372036854775808", "-9223372036854775808.0"),
            List.of("1.5", "1.50", "15e-1"),
            List.of("\"1\"", "\"\\u0031\""),
            List.of("\"1.0\""),
            List.of("null"));

    private static JsonNode id(String spelled) throws IOException {
        return Json.read(("{\"id\":" + spelled + "}").getBytes(UTF_8)).path("id");
    }

    @Test
    void valuesAreEqualWhateverTheirSpelling() throws IOException {
        for (List<String> some : VALUES) {
            for (String one : some) {
                for (List<String> others : VALUES) {
                    for (String other : others) {
                        assertThat(id(one).equals(id(other)))
                                .as("%s and %s", one, other)
                                .isEqualTo(some == others);
                    }
                }
            }
        }
    }

    /** They are not written out: the number would take more memory than there is. */
    @ParameterizedTest
    @ValueSource(strings = {"1e999999999", "-1e999999999", "1e-999999999", "9223372036854775808.0"})
    void numbersOutsideOf64BitsAreNoWholeNumbers(String number) throws IOException {
        assertThat(id(number).isIntegralNumber()).isFalse();
    }

    @Test
    void aNumberWithAnExponentOfMoreThan32BitsIsNotJson() {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> Json.read("{\"a\":1e99999999999}".getBytes(UTF_8)))
                .withMessageContaining("number");
    }
}
