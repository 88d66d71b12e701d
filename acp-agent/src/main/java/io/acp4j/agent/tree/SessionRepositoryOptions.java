package io.acp4j.agent.tree;

import io.acp4j.rpc.internal.text.DurationText;
import java.time.Duration;
import java.util.Objects;

/**
 * Rules for the branches of conversations in a {@link SessionRepository}, and limits on forks. Immutable.
 *
 * @since 0.1.0
 */
public final class SessionRepositoryOptions {

    private static final SessionRepositoryOptions DEFAULTS = builder().build();

    /** Places at which forks may end. */
    public enum Granularity {
        /** After any message. */
        MESSAGE,
        /** After turns only: a fork at a message gets the rest of its turn too. */
        TURN
    }

    /** Content of a fork of a whole session while a turn is running. */
    public enum RunningFork {
        /** Everything up to the end of the turn before. */
        LAST_SETTLED,
        /** Nothing: the fork is refused. */
        REJECT,
        /** Everything including the running turn, closed by a mark that it was interrupted. */
        INTERRUPT_MARKER
    }

    /** Parent of a new node for which no parent is named. */
    public enum ParentPolicy {
        /** The head. */
        HEAD,
        /** The node that the session stored last, on any branch. */
        LATEST_CREATED
    }

    /** End of a path for which no end is named. */
    public enum LeafPolicy {
        /** The head. */
        HEAD,
        /** The leaf that was stored last, on any branch. */
        NEWEST_LEAF
    }

    private final boolean forkAtUser;
    private final boolean forkAtThought;
    private final Granularity granularity;
    private final RunningFork runningFork;
    private final ParentPolicy parent;
    private final LeafPolicy leaf;
    private final boolean manyRoots;
    private final int maxForkDepth;
    private final int maxForksPerSession;
    private final Duration lease;

    private SessionRepositoryOptions(Builder builder) {
        forkAtUser = builder.forkAtUser;
        forkAtThought = builder.forkAtThought;
        granularity = Objects.requireNonNull(builder.granularity, "granularity");
        runningFork = Objects.requireNonNull(builder.runningFork, "runningFork");
        parent = Objects.requireNonNull(builder.parent, "parent");
        leaf = Objects.requireNonNull(builder.leaf, "leaf");
        manyRoots = builder.manyRoots;
        maxForkDepth = builder.maxForkDepth;
        maxForksPerSession = builder.maxForksPerSession;
        lease = Objects.requireNonNull(builder.lease, "lease");
        if (maxForkDepth < 1 || maxForksPerSession < 1) {
            throw new IllegalArgumentException("maxForkDepth and maxForksPerSession must be positive, were "
                    + maxForkDepth + " and " + maxForksPerSession);
        }
        if (lease.compareTo(Duration.ofMillis(100)) < 0) {
            throw new IllegalArgumentException("lease must be at least 100 ms, was " + DurationText.of(lease));
        }
    }

    /** {@return the documented defaults} */
    public static SessionRepositoryOptions defaults() {
        return DEFAULTS;
    }

    /** {@return a builder that holds the defaults} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return a builder that holds these values} */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** {@return whether a conversation may end with a message of the user and continue from there} Default true. */
    public boolean forkAtUser() {
        return forkAtUser;
    }

    /** {@return whether a fork may end with a thought} Default false. */
    public boolean forkAtThought() {
        return forkAtThought;
    }

    /** {@return the places at which forks may end} Default {@link Granularity#MESSAGE}. */
    public Granularity granularity() {
        return granularity;
    }

    /** {@return the content of a fork of a whole session while a turn is running} Default {@link RunningFork#LAST_SETTLED}. */
    public RunningFork runningFork() {
        return runningFork;
    }

    /** {@return the parent of a new node for which no parent is named} Default {@link ParentPolicy#HEAD}. */
    public ParentPolicy parent() {
        return parent;
    }

    /** {@return the end of a path for which no end is named} Default {@link LeafPolicy#HEAD}. */
    public LeafPolicy leaf() {
        return leaf;
    }

    /** {@return whether one session may contain several conversations} Default false. */
    public boolean manyRoots() {
        return manyRoots;
    }

    /**
     * {@return the maximum depth of forks of forks; at least 1, which allows only forks of sessions that are not forks} Unlimited by
     * default.
     */
    public int maxForkDepth() {
        return maxForkDepth;
    }

    /** {@return the maximum number of forks of one session; at least 1} Unlimited by default. */
    public int maxForksPerSession() {
        return maxForksPerSession;
    }

    /**
     * {@return the time for which an open session of a process that has died stays closed to other processes; at least 100 ms} The lease is
     * renewed after a third of it. Default 15 s.
     */
    public Duration lease() {
        return lease;
    }

    /** Collects the values of {@link SessionRepositoryOptions}; for use by one thread. */
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

        private Builder(SessionRepositoryOptions from) {
            forkAtUser = from.forkAtUser;
            forkAtThought = from.forkAtThought;
            granularity = from.granularity;
            runningFork = from.runningFork;
            parent = from.parent;
            leaf = from.leaf;
            manyRoots = from.manyRoots;
            maxForkDepth = from.maxForkDepth;
            maxForksPerSession = from.maxForksPerSession;
            lease = from.lease;
        }

        /**
         * Sets {@link SessionRepositoryOptions#forkAtUser()}.
         *
         * @param value the value
         * @return this
         */
        public Builder forkAtUser(boolean value) {
            forkAtUser = value;
            return this;
        }

        /**
         * Sets {@link SessionRepositoryOptions#forkAtThought()}.
         *
         * @param value the value
         * @return this
         */
        public Builder forkAtThought(boolean value) {
            forkAtThought = value;
            return this;
        }

        /**
         * Sets {@link SessionRepositoryOptions#granularity()}.
         *
         * @param value the value
         * @return this
         */
        public Builder granularity(Granularity value) {
            granularity = value;
            return this;
        }

        /**
         * Sets {@link SessionRepositoryOptions#runningFork()}.
         *
         * @param value the value
         * @return this
         */
        public Builder runningFork(RunningFork value) {
            runningFork = value;
            return this;
        }

        /**
         * Sets {@link SessionRepositoryOptions#parent()}.
         *
         * @param value the value
         * @return this
         */
        public Builder parent(ParentPolicy value) {
            parent = value;
            return this;
        }

        /**
         * Sets {@link SessionRepositoryOptions#leaf()}.
         *
         * @param value the value
         * @return this
         */
        public Builder leaf(LeafPolicy value) {
            leaf = value;
            return this;
        }

        /**
         * Sets {@link SessionRepositoryOptions#manyRoots()}.
         *
         * @param value the value
         * @return this
         */
        public Builder manyRoots(boolean value) {
            manyRoots = value;
            return this;
        }

        /**
         * Sets {@link SessionRepositoryOptions#maxForkDepth()}.
         *
         * @param value the value
         * @return this
         */
        public Builder maxForkDepth(int value) {
            maxForkDepth = value;
            return this;
        }

        /**
         * Sets {@link SessionRepositoryOptions#maxForksPerSession()}.
         *
         * @param value the value
         * @return this
         */
        public Builder maxForksPerSession(int value) {
            maxForksPerSession = value;
            return this;
        }

        /**
         * Sets {@link SessionRepositoryOptions#lease()}.
         *
         * @param value the value
         * @return this
         */
        public Builder lease(Duration value) {
            lease = value;
            return this;
        }

        /**
         * {@return the values as an immutable object}
         *
         * @throws IllegalArgumentException if a limit is less than 1 or the lease is shorter than 100 ms
         */
        public SessionRepositoryOptions build() {
            return new SessionRepositoryOptions(this);
        }
    }
}
