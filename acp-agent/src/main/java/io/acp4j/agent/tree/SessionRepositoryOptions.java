package io.acp4j.agent.tree;

import io.acp4j.rpc.internal.text.DurationText;
import java.time.Duration;
import java.util.Objects;

/**
 * How conversations may branch. Immutable.
 *
 * @param forkAtUser whether a conversation may end with a message of the user and go on from there; by default it may
 * @param forkAtThought whether it may end with a thought; by default it may not
 * @param granularity where forks may end; by default after any message
 * @param runningFork what a fork of a whole session gets while a turn is running; by default what is settled
 * @param parent what a node follows when nothing is said; by default the head
 * @param leaf where a path ends when nothing is said; by default at the head
 * @param manyRoots whether one session may hold several conversations; by default it may not
 * @param maxForkDepth how deep forks of forks may go; by default without limit
 * @param maxForksPerSession how many forks one session may have; by default without limit
 * @param lease how long an open session of a process that has died stays closed to others; by default 15 s
 * @since 0.1.0
 */
public record SessionRepositoryOptions(
        boolean forkAtUser,
        boolean forkAtThought,
        Granularity granularity,
        RunningFork runningFork,
        ParentPolicy parent,
        LeafPolicy leaf,
        boolean manyRoots,
        int maxForkDepth,
        int maxForksPerSession,
        Duration lease) {

    /** What is used unless something else is said. */
    public static final SessionRepositoryOptions DEFAULTS = builder().build();

    /** Checks the limits. */
    public SessionRepositoryOptions {
        Objects.requireNonNull(granularity, "granularity");
        Objects.requireNonNull(runningFork, "runningFork");
        Objects.requireNonNull(parent, "parent");
        Objects.requireNonNull(leaf, "leaf");
        if (maxForkDepth < 1 || maxForksPerSession < 1) {
            throw new IllegalArgumentException("the limits of forks must be positive");
        }
        if (lease.compareTo(Duration.ofMillis(100)) < 0) {
            throw new IllegalArgumentException("a lease must last 100 ms at least, not " + DurationText.of(lease));
        }
    }

    /** Where forks may end. */
    public enum Granularity {
        /** After any message. */
        MESSAGE,
        /** After turns only: a fork at a message gets the rest of its turn too. */
        TURN
    }

    /** What a fork of a whole session gets while a turn is running. */
    public enum RunningFork {
        /** Everything up to the end of the turn before. */
        LAST_SETTLED,
        /** Nothing: it is refused. */
        REJECT,
        /** What there is of the running turn too, closed by a mark that it was interrupted. */
        INTERRUPT_MARKER
    }

    /** What a node follows when nothing is said. */
    public enum ParentPolicy {
        /** The head. */
        HEAD,
        /** The node that the session stored last, on whatever branch. */
        LATEST_CREATED
    }

    /** Where a path ends when nothing is said. */
    public enum LeafPolicy {
        /** At the head. */
        HEAD,
        /** At the leaf that was stored last, on whatever branch. */
        NEWEST_LEAF
    }

    /**
     * Starts options from the defaults.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /** Options in the making; not for use by several threads. */
    public static final class Builder {

        private boolean forkAtUser = true;
        private boolean forkAtThought;
        private Granularity granularity = Granularity.MESSAGE;
        private RunningFork runningFork = RunningFork.LAST_SETTLED;
        private ParentPolicy parent = ParentPolicy.HEAD;
        private LeafPolicy leaf = LeafPolicy.HEAD;
        private boolean manyRoots;
        private int maxForkDepth = Integer.MAX_VALUE;
        private int maxForksPerSession = Integer.MAX_VALUE;
        private Duration lease = Duration.ofSeconds(15);

        private Builder() {}

        /**
         * Sets whether forks may end with a message of the user.
         *
         * @param value true when the model takes two in a row
         * @return this
         */
        public Builder forkAtUser(boolean value) {
            forkAtUser = value;
            return this;
        }

        /**
         * Sets whether forks may end with a thought.
         *
         * @param value true when the model goes on from thoughts
         * @return this
         */
        public Builder forkAtThought(boolean value) {
            forkAtThought = value;
            return this;
        }

        /**
         * Sets where forks may end.
         *
         * @param value after messages or after turns
         * @return this
         */
        public Builder granularity(Granularity value) {
            granularity = value;
            return this;
        }

        /**
         * Sets what a fork of a whole session gets while a turn is running.
         *
         * @param value what it gets
         * @return this
         */
        public Builder runningFork(RunningFork value) {
            runningFork = value;
            return this;
        }

        /**
         * Sets what a node follows when nothing is said.
         *
         * @param value the policy
         * @return this
         */
        public Builder parent(ParentPolicy value) {
            parent = value;
            return this;
        }

        /**
         * Sets where a path ends when nothing is said.
         *
         * @param value the policy
         * @return this
         */
        public Builder leaf(LeafPolicy value) {
            leaf = value;
            return this;
        }

        /**
         * Sets whether one session may hold several conversations.
         *
         * @param value true to let nodes be stored at the root
         * @return this
         */
        public Builder manyRoots(boolean value) {
            manyRoots = value;
            return this;
        }

        /**
         * Limits how deep forks of forks may go.
         *
         * @param value from 1, which allows forks of what is no fork only
         * @return this
         */
        public Builder maxForkDepth(int value) {
            maxForkDepth = value;
            return this;
        }

        /**
         * Limits how many forks one session may have.
         *
         * @param value from 1
         * @return this
         */
        public Builder maxForksPerSession(int value) {
            maxForksPerSession = value;
            return this;
        }

        /**
         * Sets how long a session stays closed to others when the process that has it open dies.
         *
         * @param value at least 100 ms; it is prolonged when a third of it has passed
         * @return this
         */
        public Builder lease(Duration value) {
            lease = value;
            return this;
        }

        /**
         * Makes the options.
         *
         * @return them
         */
        public SessionRepositoryOptions build() {
            return new SessionRepositoryOptions(
                    forkAtUser,
                    forkAtThought,
                    granularity,
                    runningFork,
                    parent,
                    leaf,
                    manyRoots,
                    maxForkDepth,
                    maxForksPerSession,
                    lease);
        }
    }
}
