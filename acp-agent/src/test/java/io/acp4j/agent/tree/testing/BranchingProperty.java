package io.acp4j.agent.tree.testing;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepositoryOptions.ParentPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Looks for changes after which a store and the copying model differ, and for the shortest such list. */
public final class BranchingProperty {

    private BranchingProperty() {}

    /**
     * Compares a store with the model under random changes: half of the trials append to the head, half to what was stored
     * last.
     *
     * @param fresh gives a supplier for each trial, which opens one empty store, and that store again when asked again
     * @param reopens whether the store keeps what it has when it is closed
     * @param trials how many lists of changes
     * @param length how many changes each
     * @param seed where the random numbers begin; part of the message on failure
     */
    public static void check(
            Supplier<Supplier<SessionStore>> fresh, boolean reopens, int trials, int length, long seed) {
        Random random = new Random(seed);
        for (int trial = 0; trial < trials; trial++) {
            List<BranchingTrial.Step> steps = new ArrayList<>();
            for (int i = 0; i < length; i++) {
                steps.add(new BranchingTrial.Step(
                        random.nextInt(1 << 16), random.nextInt(1 << 16), random.nextInt(1 << 16)));
            }
            ParentPolicy parent = (seed + trial) % 2 == 0 ? ParentPolicy.HEAD : ParentPolicy.LATEST_CREATED;
            AssertionError failure = failure(fresh, parent, reopens, steps);
            if (failure != null) {
                throw new AssertionError(
                        "seed " + seed + ", trial " + trial + ": store and model differ",
                        shrunk(fresh, parent, reopens, steps, failure));
            }
        }
    }

    private static @Nullable AssertionError failure(
            Supplier<Supplier<SessionStore>> fresh,
            ParentPolicy parent,
            boolean reopens,
            List<BranchingTrial.Step> steps) {
        try {
            new BranchingTrial(fresh.get(), parent).run(steps, reopens);
            return null;
        } catch (AssertionError e) {
            return e;
        }
    }

    /** Leaves out runs of steps, shorter and shorter ones, as long as the rest still fails. */
    private static AssertionError shrunk(
            Supplier<Supplier<SessionStore>> fresh,
            ParentPolicy parent,
            boolean reopens,
            List<BranchingTrial.Step> failing,
            AssertionError first) {
        List<BranchingTrial.Step> steps = failing;
        AssertionError failure = first;
        for (int run = Math.max(1, steps.size() / 2); run >= 1; run /= 2) {
            int at = 0;
            while (at < steps.size()) {
                List<BranchingTrial.Step> fewer = new ArrayList<>(steps.subList(0, at));
                fewer.addAll(steps.subList(Math.min(steps.size(), at + run), steps.size()));
                AssertionError still = failure(fresh, parent, reopens, fewer);
                if (still == null) {
                    at += run;
                } else {
                    steps = fewer;
                    failure = still;
                }
            }
        }
        return failure;
    }
}
