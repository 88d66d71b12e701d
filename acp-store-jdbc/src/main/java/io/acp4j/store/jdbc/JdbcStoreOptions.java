package io.acp4j.store.jdbc;

import io.acp4j.rpc.internal.text.DurationText;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a store uses its database. Immutable.
 *
 * @param poolSize how many connections are open at once at most; on SQLite those for reading, besides one for writing.
 *     Default 8
 * @param busyTimeout how long a call waits for others that write, or for a free connection, before it fails with
 *     {@link io.acp4j.agent.store.StoreBusyException}; whole milliseconds. Up to twelve times as long while calls of this
 *     process are served one after the other. Default 10 s
 * @param networkTimeout how long PostgreSQL may say nothing, on top of {@code busyTimeout}, before the connection is given up
 *     and the call fails; without effect on SQLite. Rounded up to whole seconds together with {@code busyTimeout}. Default 5 s
 * @param synchronous when SQLite waits for the disk; without effect on PostgreSQL. Default {@link Synchronous#NORMAL}
 * @param user whom PostgreSQL shall know; null for what the URL says
 * @param password proves it; null for what the URL says
 * @since 0.1.0
 */
public record JdbcStoreOptions(
        int poolSize,
        Duration busyTimeout,
        Duration networkTimeout,
        Synchronous synchronous,
        @Nullable String user,
        @Nullable String password) {

    /** When SQLite waits until what it has written is on the disk. */
    public enum Synchronous {
        /**
         * From time to time. What a call has stored survives the death of the process at any moment; when the machine itself
         * fails, the last calls before that may be lost, never a part of one.
         */
        NORMAL,
        /** In every call. What a call has stored survives the failure of the machine, too; writing is much slower. */
        FULL
    }

    private static final JdbcStoreOptions DEFAULTS =
            new JdbcStoreOptions(8, Duration.ofSeconds(10), Duration.ofSeconds(5), Synchronous.NORMAL, null, null);

    /** Checks the limits. */
    public JdbcStoreOptions {
        if (poolSize < 1) {
            throw new IllegalArgumentException("poolSize must be positive, not " + poolSize);
        }
        requireBounded(busyTimeout, "busyTimeout");
        requireBounded(networkTimeout, "networkTimeout");
        Objects.requireNonNull(synchronous, "synchronous");
    }

    private static void requireBounded(Duration timeout, String name) {
        if (timeout.toMillis() < 1 || timeout.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException(
                    name + " must be between a millisecond and a day, not " + DurationText.of(timeout));
        }
    }

    /**
     * Returns the defaults.
     *
     * @return the documented defaults
     */
    public static JdbcStoreOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Starts from the defaults.
     *
     * @return a builder that holds the defaults
     */
    public static Builder builder() {
        return new Builder(DEFAULTS);
    }

    /** Returns everything but the password. */
    @Override
    public String toString() {
        return "JdbcStoreOptions[poolSize=" + poolSize + ", busyTimeout=" + DurationText.of(busyTimeout)
                + ", networkTimeout=" + DurationText.of(networkTimeout) + ", synchronous=" + synchronous
                + ", user=" + user + ", password=" + (password == null ? "null" : "(hidden)") + "]";
    }

    /** Collects options; not for use by several threads. */
    public static final class Builder {

        private int poolSize;
        private Duration busyTimeout;
        private Duration networkTimeout;
        private Synchronous synchronous;
        private @Nullable String user;
        private @Nullable String password;

        private Builder(JdbcStoreOptions options) {
            this.poolSize = options.poolSize;
            this.busyTimeout = options.busyTimeout;
            this.networkTimeout = options.networkTimeout;
            this.synchronous = options.synchronous;
            this.user = options.user;
            this.password = options.password;
        }

        /**
         * Limits the connections.
         *
         * @param value how many are open at once at most
         * @return this
         */
        public Builder poolSize(int value) {
            poolSize = value;
            return this;
        }

        /**
         * Limits the waiting.
         *
         * @param value how long a call waits for others
         * @return this
         */
        public Builder busyTimeout(Duration value) {
            busyTimeout = value;
            return this;
        }

        /**
         * Limits how long PostgreSQL may be silent.
         *
         * @param value how long, on top of the busy time-out
         * @return this
         */
        public Builder networkTimeout(Duration value) {
            networkTimeout = value;
            return this;
        }

        /**
         * Chooses between speed and safety from power failures on SQLite.
         *
         * @param value when to wait for the disk
         * @return this
         */
        public Builder synchronous(Synchronous value) {
            synchronous = value;
            return this;
        }

        /**
         * Sets who connects to PostgreSQL.
         *
         * @param name the user
         * @param secret the password; null when none is needed
         * @return this
         */
        public Builder credentials(String name, @Nullable String secret) {
            user = Objects.requireNonNull(name, "name");
            password = secret;
            return this;
        }

        /**
         * Makes the options.
         *
         * @return the options
         * @throws IllegalArgumentException when a limit is out of range
         */
        public JdbcStoreOptions build() {
            return new JdbcStoreOptions(poolSize, busyTimeout, networkTimeout, synchronous, user, password);
        }
    }
}
