package io.acp4j.rpc.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.schema.SessionId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** Lanes that are started once for a run of messages. */
class HeldLanesTest {

    private final Queue<Runnable> started = new ArrayDeque<>();
    private final InboundBudget budget = new InboundBudget(1024 * 1024, () -> {});
    private final Lanes lanes = new Lanes(started::add, budget);
    private final List<String> handled = new ArrayList<>();

    private void add(String session, String message) {
        lanes.addNotification(new SessionId(session), () -> handled.add(message), 10);
    }

    private void runStarted() {
        while (!started.isEmpty()) {
            started.remove().run();
        }
    }

    @Test
    void withoutWordOfPausesEveryMessageStartsItsLane() {
        add("a", "1");

        assertThat(started).hasSize(1);
    }

    @Test
    void laneStartsWhenNoMoreIsAtHand() {
        lanes.pause();
        add("a", "1");
        add("a", "2");
        assertThat(started).isEmpty();

        lanes.pause();

        assertThat(started).hasSize(1);
        runStarted();
        assertThat(handled).containsExactly("1", "2");
    }

    @Test
    void longRunStartsItsLaneBeforeItsEnd() {
        lanes.pause();
        for (int i = 0; i < 32; i++) {
            add("a", "" + i);
        }

        assertThat(started).hasSize(1);
        runStarted();
        assertThat(handled).hasSize(32);
    }

    @Test
    void messageOfAnotherSessionStartsTheLaneThatWaited() {
        lanes.pause();
        add("a", "1");
        add("b", "2");
        assertThat(started).hasSize(1);

        lanes.pause();

        runStarted();
        assertThat(handled).containsExactly("1", "2");
    }

    @Test
    void laneThatRunsAlreadyIsNotStartedAgain() {
        lanes.pause();
        add("a", "1");
        lanes.pause();
        add("a", "2");
        lanes.pause();

        assertThat(started).hasSize(1);
        runStarted();
        assertThat(handled).containsExactly("1", "2");
    }

    @Test
    void usedUpBudgetStartsTheLaneInsteadOfWaitingForIt() {
        InboundBudget small = new InboundBudget(300, () -> {});
        Lanes few = new Lanes(Runnable::run, small);
        few.pause();
        SessionId session = new SessionId("a");

        few.addNotification(session, () -> handled.add("1"), 200);
        few.addNotification(session, () -> handled.add("2"), 200);
        few.pause();

        assertThat(handled).containsExactly("1", "2");
    }
}
