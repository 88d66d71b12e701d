package io.acp4j.tck.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ScenarioWatchdogTest {

    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES)
    void aCloseThatBlocksDelaysNeitherItsScenarioNorOtherWatchdogs() throws InterruptedException {
        CountDownLatch stuck = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        AtomicBoolean cut = new AtomicBoolean();
        try {
            ScenarioWatchdog blocked = new ScenarioWatchdog(() -> -1, () -> cut.set(true), () -> {
                try {
                    stuck.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            assertThat(cut).isTrue();
            AtomicInteger looks = new AtomicInteger();
            ScenarioWatchdog other =
                    new ScenarioWatchdog(() -> looks.getAndIncrement() == 0 ? 1 : -1, () -> {}, closed::countDown);

            assertThat(closed.await(1, TimeUnit.MINUTES)).isTrue();
            blocked.close();
            other.close();
        } finally {
            stuck.countDown();
        }
    }
}
