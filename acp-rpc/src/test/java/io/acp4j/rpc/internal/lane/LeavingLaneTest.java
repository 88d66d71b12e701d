package io.acp4j.rpc.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Lanes whose requests leave them when they have done what must be done in order. */
class LeavingLaneTest {

    private static final int MESSAGES = 30;

    private final List<Runnable> started = new ArrayList<>();
    private int starts;
    private final InboundBudget budget = new InboundBudget(1024 * 1024, () -> {});
    private final Lane lane = new Lane(
            task -> {
                started.add(task);
                starts++;
            },
            budget);
    private final List<String> handled = new ArrayList<>();

    private void request(Runnable task) {
        lane.add(new Lane.Item(task, budget.acquire(10), false, true));
    }

    private void notification(Runnable task) {
        lane.add(new Lane.Item(task, budget.acquire(10), false, false));
    }

    private void runStarted() {
        while (!started.isEmpty()) {
            started.remove(0).run();
        }
    }

    @Test
    void aRequestWithNothingBehindItGoesOnWithoutASecondThread() {
        request(() -> {
            assertThat(Lane.current()).isSameAs(lane);
            Lane.leave();
            assertThat(Lane.current()).isNull();
            handled.add("request");
        });
        runStarted();

        assertThat(handled).containsExactly("request");
        assertThat(starts).isOne();
    }

    @Test
    void whatIsBehindARequestThatHasLeftIsHandledWhileThatGoesOn() {
        request(() -> {
            Lane.leave();
            runStarted();
            handled.add("request");
        });
        notification(() -> handled.add("behind"));
        runStarted();

        assertThat(handled).containsExactly("behind", "request");
        assertThat(starts).isEqualTo(2);
    }

    @Test
    void aRequestThatHasLeftHoldsNothingOfTheBudgetAndNoLane() {
        request(() -> {
            Lane.leave();
            assertThat(budget.queued()).isZero();
            assertThat(lane.isIdle()).isTrue();
        });
        runStarted();

        assertThat(budget.queued()).isZero();
    }

    @Test
    void aRequestThatLeavesAndFailsHoldsNothingUp() {
        request(() -> {
            Lane.leave();
            throw new IllegalStateException("a failure that a lane logs");
        });
        notification(() -> handled.add("behind"));
        runStarted();

        assertThat(handled).containsExactly("behind");
        assertThat(budget.queued()).isZero();
    }

    @Test
    void outsideOfAnyLaneThereIsNothingToLeave() {
        Lane.leave();

        assertThat(Lane.current()).isNull();
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Long.getLong("acp.test.seeds", 50));
    }

    /** Messages that arrive at any time, also while those before them run, and threads that get to run in any order. */
    @ParameterizedTest
    @MethodSource("seeds")
    void messagesBeginInOrderWhicheverOfThemLeave(long seed) {
        Random random = new Random(seed);
        List<Integer> begun = new ArrayList<>();
        List<Integer> done = new ArrayList<>();
        int added = 0;
        while (added < MESSAGES) {
            int number = added++;
            Runnable task = () -> {
                assertThat(Lane.current()).isSameAs(lane);
                begun.add(number);
                if (number % 3 != 0) {
                    Lane.leave();
                    Lane.leave();
                    runSome(random);
                }
                done.add(number);
            };
            if (number % 3 == 0) {
                notification(task);
            } else {
                request(task);
            }
            if (random.nextInt(4) == 0) {
                runSome(random);
            }
        }
        runStarted();

        List<Integer> all = IntStream.range(0, MESSAGES).boxed().toList();
        assertThat(begun).isEqualTo(all);
        assertThat(done).containsExactlyInAnyOrderElementsOf(all);
        assertThat(budget.queued()).isZero();
        assertThat(lane.isIdle()).isTrue();
    }

    private void runSome(Random random) {
        while (!started.isEmpty() && random.nextBoolean()) {
            started.remove(random.nextInt(started.size())).run();
        }
    }
}
