package io.acp4j.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class EagerWaitTest {

    private final Semaphore watchers = new Semaphore(1);
    private final AtomicLong now = new AtomicLong();
    private final EagerWait wait = new EagerWait(watchers, () -> now.getAndAdd(EagerWait.LONGEST_NANOS / 5));

    /** Counts how often it is looked at. */
    private static final class Outcome extends CompletableFuture<String> {

        private final int doneAt;
        private int looks;

        Outcome(int doneAt) {
            this.doneAt = doneAt;
        }

        @Override
        public boolean isDone() {
            looks++;
            return looks >= doneAt;
        }
    }

    private int looksAt(Outcome outcome) {
        wait.watch(outcome);
        return outcome.looks;
    }

    @Test
    void firstAnswerIsSleptFor() {
        assertThat(looksAt(new Outcome(3))).isZero();
    }

    @Test
    void answerAfterOneThatCameAtOnceIsWatchedForUntilItIsThere() {
        wait.waited(EagerWait.LONGEST_NANOS);
        assertThat(looksAt(new Outcome(3))).isEqualTo(3);
    }

    @Test
    void answerAfterOneThatTookLongIsSleptFor() {
        wait.waited(EagerWait.LONGEST_NANOS);
        wait.waited(EagerWait.LONGEST_NANOS + 1);
        assertThat(looksAt(new Outcome(3))).isZero();
    }

    @Test
    void watchingEndsWithoutAnAnswer() {
        wait.waited(0);
        assertThat(looksAt(new Outcome(Integer.MAX_VALUE))).isEqualTo(5);
        assertThat(watchers.availablePermits()).isEqualTo(1);
    }

    @Test
    void nobodyWatchesWhereEnoughOthersDo() throws Exception {
        wait.waited(0);
        watchers.acquire();
        assertThat(looksAt(new Outcome(3))).isZero();
    }
}
