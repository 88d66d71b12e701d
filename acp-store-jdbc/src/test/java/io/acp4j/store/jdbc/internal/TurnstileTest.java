package io.acp4j.store.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How long a caller waits behind others of its process, counted in time-outs. */
class TurnstileTest {

    private final Turnstile turnstile = new Turnstile();
    private final AtomicInteger timeouts = new AtomicInteger();

    @Test
    void callerWaitsOnWhileOthersAreServed() {
        boolean passed = turnstile.pass(() -> {
            turnstile.served();
            return timeouts.incrementAndGet() == Turnstile.MAX_TIMEOUTS;
        });
        assertThat(passed).isTrue();
        assertThat(timeouts).hasValue(Turnstile.MAX_TIMEOUTS);
    }

    @Test
    void callerIsToldOnceNobodyWasServedDuringATimeout() {
        boolean passed = turnstile.pass(() -> {
            if (timeouts.incrementAndGet() < 3) {
                turnstile.served();
            }
            return false;
        });
        assertThat(passed).isFalse();
        assertThat(timeouts).hasValue(3);
    }

    @Test
    void callerIsToldAfterTheLongestWaitAlthoughOthersAreServed() {
        boolean passed = turnstile.pass(() -> {
            timeouts.incrementAndGet();
            turnstile.served();
            return false;
        });
        assertThat(passed).isFalse();
        assertThat(timeouts).hasValue(Turnstile.MAX_TIMEOUTS);
    }
}
