package io.acp4j.agent;

import io.acp4j.agent.tree.SessionRepository;
import java.util.Objects;

/**
 * Options for serving the sessions of a {@link SessionRepository}. Immutable.
 *
 * @since 0.1.0
 */
public final class SessionServiceOptions {

    /** The default page size of {@code session/list}. */
    public static final int DEFAULT_PAGE_SIZE = 50;

    private static final SessionServiceOptions DEFAULTS = builder().build();

    private final int pageSize;
    private final boolean replayOnFork;
    private final ForkSupport forks;
    private final ForkPolicy forkPolicy;
    private final TitlePolicy titles;
    private final SessionTakeover takeover;

    private SessionServiceOptions(Builder builder) {
        pageSize = builder.pageSize;
        replayOnFork = builder.replayOnFork;
        forks = Objects.requireNonNull(builder.forks, "forks");
        forkPolicy = Objects.requireNonNull(builder.forkPolicy, "forkPolicy");
        titles = Objects.requireNonNull(builder.titles, "titles");
        takeover = Objects.requireNonNull(builder.takeover, "takeover");
        if (pageSize < 1 || pageSize > SessionRepository.MAX_PAGE) {
            throw new IllegalArgumentException(
                    "pageSize must be from 1 to " + SessionRepository.MAX_PAGE + ", not " + pageSize);
        }
    }

    /** {@return the documented defaults} */
    public static SessionServiceOptions defaults() {
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

    /**
     * {@return the maximum number of sessions on a page of {@code session/list}, a number from 1 to {@value SessionRepository#MAX_PAGE}}
     * Default {@value #DEFAULT_PAGE_SIZE}.
     */
    public int pageSize() {
        return pageSize;
    }

    /**
     * {@return whether the history of a fork is sent to the client right after the response} By default it is not, and a client that needs
     * it loads the fork.
     */
    public boolean replayOnFork() {
        return replayOnFork;
    }

    /** {@return the kinds of forks that the agent advertises} By default these include forks at messages. */
    public ForkSupport forks() {
        return forks;
    }

    /** {@return the policy that accepts or refuses requests for forks} By default it accepts all. */
    public ForkPolicy forkPolicy() {
        return forkPolicy;
    }

    /**
     * {@return the policy that derives the title of a session without one from its first prompt} Default {@link TitlePolicy#FIRST_PROMPT}.
     */
    public TitlePolicy titles() {
        return titles;
    }

    /** {@return the policy for opening a session that another connection has open} Default {@link SessionTakeover#ALWAYS}. */
    public SessionTakeover takeover() {
        return takeover;
    }

    /** Collects the values of {@link SessionServiceOptions}; for use by one thread. */
    public static final class Builder {

        private int pageSize = DEFAULT_PAGE_SIZE;
        private boolean replayOnFork;
        private ForkSupport forks = ForkSupport.AT_MESSAGE;
        private ForkPolicy forkPolicy = ForkPolicy.ANY;
        private TitlePolicy titles = TitlePolicy.FIRST_PROMPT;
        private SessionTakeover takeover = SessionTakeover.ALWAYS;

        private Builder() {}

        private Builder(SessionServiceOptions from) {
            pageSize = from.pageSize;
            replayOnFork = from.replayOnFork;
            forks = from.forks;
            forkPolicy = from.forkPolicy;
            titles = from.titles;
            takeover = from.takeover;
        }

        /**
         * Sets {@link SessionServiceOptions#pageSize()}.
         *
         * @param value the value
         * @return this
         */
        public Builder pageSize(int value) {
            pageSize = value;
            return this;
        }

        /**
         * Sets {@link SessionServiceOptions#replayOnFork()}.
         *
         * @param value the value
         * @return this
         */
        public Builder replayOnFork(boolean value) {
            replayOnFork = value;
            return this;
        }

        /**
         * Sets {@link SessionServiceOptions#forks()}.
         *
         * @param value the value
         * @return this
         */
        public Builder forks(ForkSupport value) {
            forks = value;
            return this;
        }

        /**
         * Sets {@link SessionServiceOptions#forkPolicy()}.
         *
         * @param value the value
         * @return this
         */
        public Builder forkPolicy(ForkPolicy value) {
            forkPolicy = value;
            return this;
        }

        /**
         * Sets {@link SessionServiceOptions#titles()}.
         *
         * @param value the value
         * @return this
         */
        public Builder titles(TitlePolicy value) {
            titles = value;
            return this;
        }

        /**
         * Sets {@link SessionServiceOptions#takeover()}.
         *
         * @param value the value
         * @return this
         */
        public Builder takeover(SessionTakeover value) {
            takeover = value;
            return this;
        }

        /**
         * {@return the values as an immutable object}
         *
         * @throws IllegalArgumentException if the page size is out of range
         */
        public SessionServiceOptions build() {
            return new SessionServiceOptions(this);
        }
    }
}
