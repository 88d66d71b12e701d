package io.acp4j.rpc.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTest {

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0 s",
        "PT0.000000001S, 1 ns",
        "PT0.000999999S, 999999 ns",
        "PT0.001S, 1 ms",
        "PT0.3S, 300 ms",
        "PT0.999999999S, 999 ms",
        "PT1S, 1 s",
        "PT1.05S, 1.05 s",
        "PT1.5S, 1.5 s",
        "PT1.0009S, 1 s",
        "PT10S, 10 s",
        "PT59.999S, 59.999 s",
        "PT60S, 1 min",
        "PT90S, 1 min 30 s",
        "PT90.7S, 1 min 30 s",
        "PT1H, 1 h",
        "PT1H1S, 1 h",
        "PT1H2M3S, 1 h 2 min",
        "P1D, 1 d",
        "P1DT1H30M, 1 d 1 h",
        "P400D, 400 d",
        "PT-0.3S, -300 ms",
        "PT-90S, -1 min 30 s",
    })
    void durationIsWrittenForPeople(Duration duration, String text) {
        assertThat(DurationText.of(duration)).isEqualTo(text);
    }

    @Test
    void anyDurationHasAShortText() {
        Random random = new Random(7);
        for (int i = 0; i < 10_000; i++) {
            Duration any = Duration.ofSeconds(random.nextLong() >> random.nextInt(64), random.nextInt(1_000_000_000));
            assertThat(DurationText.of(any))
                    .as(any.toString())
                    .matches("-?\\d+(\\.\\d{1,3})? (ns|ms|s|min|h|d)( \\d+ (s|min|h))?")
                    .hasSizeLessThan(32);
        }
        assertThat(DurationText.of(Duration.ofSeconds(Long.MIN_VALUE))).startsWith("-106751991167300 d");
        assertThat(DurationText.of(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999)))
                .startsWith("106751991167300 d");
    }
}
