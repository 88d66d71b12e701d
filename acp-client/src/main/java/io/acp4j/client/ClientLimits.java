package io.acp4j.client;

/**
 * Limits of a client. Immutable.
 *
 * <p>The limits of the connection, such as the size of frames, are in {@link io.acp4j.rpc.ConnectionOptions}.
 *
 * @see AcpClientBuilder#limits
 * @since 0.1.0
 */
public final class ClientLimits {

    /** Default of {@link #maxSessions()}. */
    public static final int DEFAULT_MAX_SESSIONS = 1024;

    /** Default of {@link #maxEarlyUpdates()}. */
    public static final int DEFAULT_MAX_EARLY_UPDATES = 256;

    /** Default of {@link #maxEmptyListPages()}. */
    public static final int DEFAULT_MAX_EMPTY_LIST_PAGES = 1000;

    private static final ClientLimits DEFAULTS = builder().build();

    private final int maxSessions;
    private final int maxEarlyUpdates;
    private final int maxEmptyListPages;

    private ClientLimits(Builder builder) {
        maxSessions = builder.maxSessions;
        maxEarlyUpdates = builder.maxEarlyUpdates;
        maxEmptyListPages = builder.maxEmptyListPages;
    }

    /**
     * Returns the default limits.
     *
     * @return the limits
     */
    public static ClientLimits defaults() {
        return DEFAULTS;
    }

    /**
     * Returns a builder with the default limits.
     *
     * @return a new builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns a builder with these limits.
     *
     * @return a new builder
     */
    public Builder toBuilder() {
        return builder()
                .maxSessions(maxSessions)
                .maxEarlyUpdates(maxEarlyUpdates)
                .maxEmptyListPages(maxEmptyListPages);
    }

    /**
     * Returns the largest number of open sessions.
     *
     * @return the number, positive
     */
    public int maxSessions() {
        return maxSessions;
    }

    /**
     * Returns the largest number of updates that a session keeps for its first listener.
     *
     * @return the number, positive
     */
    public int maxEarlyUpdates() {
        return maxEarlyUpdates;
    }

    /**
     * Returns the largest number of consecutive empty pages that {@link AcpClient#storedSessions()} fetches.
     *
     * @return the number, positive
     */
    public int maxEmptyListPages() {
        return maxEmptyListPages;
    }

    /** Builder of {@link ClientLimits}. Not safe for use by several threads. */
    public static final class Builder {

        private int maxSessions = DEFAULT_MAX_SESSIONS;
        private int maxEarlyUpdates = DEFAULT_MAX_EARLY_UPDATES;
        private int maxEmptyListPages = DEFAULT_MAX_EMPTY_LIST_PAGES;

        private Builder() {}

        /**
         * Limits the number of open sessions. Opening another session is refused. Default {@value #DEFAULT_MAX_SESSIONS}.
         *
         * @param sessions the number of sessions
         * @return this
         * @throws IllegalArgumentException if the number is not positive
         */
        public Builder maxSessions(int sessions) {
            maxSessions = positive(sessions, "maxSessions");
            return this;
        }

        /**
         * Limits the updates that a session without a listener keeps for its first one. If more arrive, the session keeps none and logs
         * a warning. Default {@value #DEFAULT_MAX_EARLY_UPDATES}.
         *
         * @param updates the number of updates
         * @return this
         * @throws IllegalArgumentException if the number is not positive
         */
        public Builder maxEarlyUpdates(int updates) {
            maxEarlyUpdates = positive(updates, "maxEarlyUpdates");
            return this;
        }

        /**
         * Limits the consecutive empty pages that {@link AcpClient#storedSessions()} fetches. Pages with sessions are not limited. Default
         * {@value #DEFAULT_MAX_EMPTY_LIST_PAGES}.
         *
         * @param pages the number of pages
         * @return this
         * @throws IllegalArgumentException if the number is not positive
         */
        public Builder maxEmptyListPages(int pages) {
            maxEmptyListPages = positive(pages, "maxEmptyListPages");
            return this;
        }

        /**
         * Returns the limits.
         *
         * @return the limits
         */
        public ClientLimits build() {
            return new ClientLimits(this);
        }

        private static int positive(int value, String name) {
            if (value <= 0) {
                throw new IllegalArgumentException(name + " must be positive, was " + value);
            }
            return value;
        }
    }
}
