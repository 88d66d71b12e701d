package io.acp4j.store.jdbc;

import io.acp4j.rpc.internal.text.DurationText;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Options of a store for the use of its database. Immutable.
 *
 * @since 0.1.0
 */
public final class JdbcStoreOptions {

    private static final JdbcStoreOptions DEFAULTS = builder().build();

    /** Times at which SQLite waits until written data is on the disk. */
    public enum Synchronous {
        /**
         * From time to time. Stored data survives the death of the process at any moment. If the machine itself fails, the last calls
         * before that may be lost, but no call is stored in part.
         */
        NORMAL,
        /** In every call. Stored data survives the failure of the machine, too; writing is much slower. */
        FULL
    }

    private final int poolSize;
    private final Duration busyTimeout;
    private final Duration networkTimeout;
    private final Synchronous synchronous;
    private final @Nullable String user;
    private final @Nullable String password;

    private JdbcStoreOptions(Builder builder) {
        poolSize = builder.poolSize;
        busyTimeout = builder.busyTimeout;
        networkTimeout = builder.networkTimeout;
        synchronous = Objects.requireNonNull(builder.synchronous, "synchronous");
        user = builder.user;
        password = builder.password;
        if (poolSize < 1) {
            throw new IllegalArgumentException("poolSize must be positive, not " + poolSize);
        }
        requireBounded(busyTimeout, "busyTimeout");
        requireBounded(networkTimeout, "networkTimeout");
    }

    /** {@return the documented defaults} */
    public static JdbcStoreOptions defaults() {
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
     * {@return the maximum number of open connections; on SQLite that of the connections for reading, besides one for writing; positive}
     * Default 8.
     */
    public int poolSize() {
        return poolSize;
    }

    /**
     * {@return the maximum wait of a call for other writers, or for a free connection, in whole milliseconds} Then it fails with {@link
     * io.acp4j.agent.store.SessionStoreException.BusyException}. The wait is up to twelve times as long while calls of this process are
     * served one after the other. Default 10 s.
     */
    public Duration busyTimeout() {
        return busyTimeout;
    }

    /**
     * {@return the time for which PostgreSQL may be silent, in addition to {@link #busyTimeout()}} Then the connection is closed and the
     * call fails. The sum of both is rounded up to whole seconds. Without effect on SQLite. Default 5 s.
     */
    public Duration networkTimeout() {
        return networkTimeout;
    }

    /** {@return the times at which SQLite waits for the disk} Without effect on PostgreSQL. Default {@link Synchronous#NORMAL}. */
    public Synchronous synchronous() {
        return synchronous;
    }

    /** {@return the user of PostgreSQL; null for that of the URL} */
    public @Nullable String user() {
        return user;
    }

    /** {@return the password of the user; null for that of the URL} */
    public @Nullable String password() {
        return password;
    }

    /** Returns everything but the password. */
    @Override
    public String toString() {
        return "JdbcStoreOptions[poolSize=" + poolSize + ", busyTimeout=" + DurationText.of(busyTimeout)
                + ", networkTimeout=" + DurationText.of(networkTimeout) + ", synchronous=" + synchronous
                + ", user=" + user + ", password=" + (password == null ? "null" : "(hidden)") + "]";
    }

    private static void requireBounded(Duration timeout, String name) {
        if (timeout.toMillis() < 1 || timeout.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException(
                    name + " must be between a millisecond and a day, not " + DurationText.of(timeout));
        }
    }

    /** Collects the values of {@link JdbcStoreOptions}; for use by one thread. */
    public static final class Builder {

        private int poolSize = 8;
        private Duration busyTimeout = Duration.ofSeconds(10);
        private Duration networkTimeout = Duration.ofSeconds(5);
        private Synchronous synchronous = Synchronous.NORMAL;
        private @Nullable String user;
        private @Nullable String password;

        private Builder() {}

        private Builder(JdbcStoreOptions from) {
            poolSize = from.poolSize;
            busyTimeout = from.busyTimeout;
            networkTimeout = from.networkTimeout;
            synchronous = from.synchronous;
            user = from.user;
            password = from.password;
        }

        /**
         * Sets {@link JdbcStoreOptions#poolSize()}.
         *
         * @param value the value
         * @return this
         */
        public Builder poolSize(int value) {
            poolSize = value;
            return this;
        }

        /**
         * Sets {@link JdbcStoreOptions#busyTimeout()}.
         *
         * @param value the value
         * @return this
         */
        public Builder busyTimeout(Duration value) {
            busyTimeout = value;
            return this;
        }

        /**
         * Sets {@link JdbcStoreOptions#networkTimeout()}.
         *
         * @param value the value
         * @return this
         */
        public Builder networkTimeout(Duration value) {
            networkTimeout = value;
            return this;
        }

        /**
         * Sets {@link JdbcStoreOptions#synchronous()}.
         *
         * @param value the value
         * @return this
         */
        public Builder synchronous(Synchronous value) {
            synchronous = value;
            return this;
        }

        /**
         * Sets the credentials for PostgreSQL.
         *
         * @param name the user
         * @param secret the password; null if none is needed
         * @return this
         */
        public Builder credentials(String name, @Nullable String secret) {
            user = Objects.requireNonNull(name, "name");
            password = secret;
            return this;
        }

        /**
         * {@return the values as an immutable object}
         *
         * @throws IllegalArgumentException if a value is out of its range
         */
        public JdbcStoreOptions build() {
            return new JdbcStoreOptions(this);
        }
    }
}
