package io.acp4j.proxy;

import io.acp4j.rpc.internal.text.DurationText;
import java.time.Duration;
import java.util.Objects;

/**
 * The limits of a proxy. Data that is queued for a peer is limited by its transport. Immutable.
 *
 * @since 0.1.0
 */
public final class ProxyLimits {

    private static final ProxyLimits DEFAULTS = builder().build();

    private final int maxRequests;
    private final int maxDepth;
    private final Duration stallTimeout;

    private ProxyLimits(Builder builder) {
        maxRequests = builder.maxRequests;
        maxDepth = builder.maxDepth;
        stallTimeout = Objects.requireNonNull(builder.stallTimeout, "stallTimeout");
        if (maxRequests < 1 || maxDepth < 1) {
            throw new IllegalArgumentException(
                    "limits must be positive, not maxRequests " + maxRequests + ", maxDepth " + maxDepth);
        }
        if (stallTimeout.isNegative()) {
            throw new IllegalArgumentException(
                    "stallTimeout must not be negative, not " + DurationText.of(stallTimeout));
        }
    }

    /** {@return the documented defaults} */
    public static ProxyLimits defaults() {
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
     * {@return the maximum number of requests from one peer without a response; positive} A further request gets an error. Default 1024.
     */
    public int maxRequests() {
        return maxRequests;
    }

    /** {@return the maximum nesting of JSON in the messages that pass through; positive} Default 256. */
    public int maxDepth() {
        return maxDepth;
    }

    /**
     * {@return the time for which a peer may read nothing while messages for it wait; zero waits without limit} Until then its peers are
     * slowed down; then everything is closed. Default 5 minutes.
     */
    public Duration stallTimeout() {
        return stallTimeout;
    }

    /** Collects the values of {@link ProxyLimits}; for use by one thread. */
    public static final class Builder {

        private int maxRequests = 1024;
        private int maxDepth = 256;
        private Duration stallTimeout = Duration.ofMinutes(5);

        private Builder() {}

        private Builder(ProxyLimits from) {
            maxRequests = from.maxRequests;
            maxDepth = from.maxDepth;
            stallTimeout = from.stallTimeout;
        }

        /**
         * Sets {@link ProxyLimits#maxRequests()}.
         *
         * @param value the value
         * @return this
         */
        public Builder maxRequests(int value) {
            maxRequests = value;
            return this;
        }

        /**
         * Sets {@link ProxyLimits#maxDepth()}.
         *
         * @param value the value
         * @return this
         */
        public Builder maxDepth(int value) {
            maxDepth = value;
            return this;
        }

        /**
         * Sets {@link ProxyLimits#stallTimeout()}.
         *
         * @param value the value
         * @return this
         */
        public Builder stallTimeout(Duration value) {
            stallTimeout = value;
            return this;
        }

        /**
         * {@return the values as an immutable object}
         *
         * @throws IllegalArgumentException if a limit is not positive or the timeout is negative
         */
        public ProxyLimits build() {
            return new ProxyLimits(this);
        }
    }
}
