package io.acp4j.rpc.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.rpc.ConnectionOptions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class EagerWaitTest {

    private final Semaphore watchers = new Semaphore(1);
    private final AtomicLong now = new AtomicLong();
    private long tick = EagerWait.LONGEST_NANOS / 5;
    private final EagerWait wait = new EagerWait(watchers, () -> now.getAndAdd(tick));

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
    void connectionsWatchUnlessTheirOptionsSayOtherwise() {
        ConnectionOptions without =
                ConnectionOptions.builder().eagerWaiting(false).build();

        assertThat(ConnectionOptions.defaults().eagerWaiting()).isTrue();
        assertThat(EagerWait.of(ConnectionOptions.defaults())).isNotNull();
        assertThat(EagerWait.of(without)).isNull();
        assertThat(without.toBuilder().build().eagerWaiting()).isFalse();
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
        assertThat(looksAt(new Outcome(Integer.MAX_VALUE))).isEqualTo(7);
        assertThat(watchers.availablePermits()).isEqualTo(1);
    }

    @Test
    void nobodyWatchesWhereEnoughOthersDo() throws Exception {
        wait.waited(0);
        watchers.acquire();
        assertThat(looksAt(new Outcome(3))).isZero();
    }

    /** Lets answers come at once until one is watched for; gives how many were slept for. */
    private int sleepsUntilWatched() {
        int sleeps = 0;
        while (looksAt(new Outcome(1)) == 0) {
            sleeps++;
        }
        return sleeps;
    }

    @Test
    void timeThatWatchingCostIsPaidOffByAnswersThatAreSleptFor() {
        wait.waited(0);
        tick = 3_000_000;
        assertThat(looksAt(new Outcome(2))).isEqualTo(2);
        assertThat(sleepsUntilWatched()).isEqualTo(300);
    }

    @Test
    void debtIsLimited() {
        wait.waited(0);
        tick = Long.MAX_VALUE / 8;
        looksAt(new Outcome(2));
        assertThat(sleepsUntilWatched()).isEqualTo((int) (-EagerWait.DEEPEST_NANOS / EagerWait.REPAYMENT_NANOS));
    }

    @Test
    void rareMissesAreMadeUpForByTheAnswersBetweenThem() {
        wait.waited(0);
        for (int round = 0; round < 10; round++) {
            for (int i = 0; i < 20; i++) {
                assertThat(looksAt(new Outcome(2))).isEqualTo(2);
            }
            tick = EagerWait.LONGEST_NANOS + 1;
            looksAt(new Outcome(2));
            tick = 1;
        }
    }
}
