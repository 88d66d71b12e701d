package io.acp4j.tck.internal.probe;

import io.acp4j.tck.Settings;
import java.time.Duration;

/** How long a scenario may still wait. Starts of the subject have a time of their own. Used by one thread. */
final class Patience {

    private final Settings settings;
    private long deadline;

    Patience(Settings settings) {
        this.settings = settings;
        this.deadline = System.nanoTime() + settings.timeout().toNanos();
    }

    /** Something that waits for a limited time. */
    interface Wait {
        Reply upTo(Duration limit) throws InterruptedException;
    }

    /** How long the next wait may be: half of the scenario's time at most, so that something is left to look around. */
    Duration next() {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
            throw new Unmet(
                    "The scenario ran out of time (" + settings.timeout().toMillis() + " ms)");
        }
        return Duration.ofNanos(Math.min(left, settings.timeout().toNanos() / 2));
    }

    /** Waits for a subject that has just been started, which is not counted against the scenario. */
    Reply starting(Wait wait) throws InterruptedException {
        long start = System.nanoTime();
        Reply reply = wait.upTo(settings.startupTimeout());
        deadline += System.nanoTime() - start;
        return reply;
    }
}
