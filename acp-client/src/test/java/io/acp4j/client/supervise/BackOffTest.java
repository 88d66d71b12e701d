package io.acp4j.client.supervise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackOffTest {

    private static BackOff of(double jitter) {
        return new BackOff(Duration.ofMillis(100), Duration.ofSeconds(1), 2, jitter, 5, Duration.ZERO);
    }

    @Test
    void timesGrowUpToTheirLimit() {
        assertThat(IntStream.of(1, 2, 3, 4, 5, 6, 1_000_000)
                        .mapToObj(attempt -> of(0.5).before(attempt, () -> 0).toMillis()))
                .containsExactly(100L, 200L, 400L, 800L, 1000L, 1000L, 1000L);
    }

    @Test
    void chanceTakesAwayUpToItsPart() {
        assertThat(of(0.5).before(1, () -> 1)).isEqualTo(Duration.ofMillis(50));
        assertThat(of(1).before(1, () -> 1)).isEqualTo(Duration.ZERO);
        assertThat(of(0).before(1, () -> 1)).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void settingsThatMakeNoSenseAreRefused() {
        Duration second = Duration.ofSeconds(1);
        assertThatThrownBy(() -> new BackOff(second, Duration.ZERO, 2, 0, 1, second))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new BackOff(second, second, 0.5, 0, 1, second))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new BackOff(second, second, Double.NaN, 0, 1, second))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new BackOff(second, second, 1, 2, 1, second))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new BackOff(second, second, 1, 0, 0, second))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new BackOff(second.negated(), second, 1, 0, 1, second))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
