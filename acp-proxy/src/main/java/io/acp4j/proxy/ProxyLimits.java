package io.acp4j.proxy;

import io.acp4j.rpc.internal.text.DurationText;
import java.time.Duration;
import java.util.Objects;

/**
 * The limits of a proxy. What is queued for a peer is limited by its transport.
 *
 * @param maxRequests how many requests from one peer may be without a response at once; one more gets an error. Default
 *     1024
 * @param maxDepth how deep JSON may nest in what passes through. Default 256
 * @param stallTimeout how long a peer may take nothing while messages for it wait, before everything is closed; the others
 *     are slowed down meanwhile. Zero waits without limit. Default 5 minutes
 * @since 0.1.0
 */
public record ProxyLimits(int maxRequests, int maxDepth, Duration stallTimeout) {

    private static final ProxyLimits DEFAULTS = new ProxyLimits(1024, 256, Duration.ofMinutes(5));

    /** Checks that the limits are positive and the time-out is not negative. */
    public ProxyLimits {
        Objects.requireNonNull(stallTimeout, "stallTimeout");
        if (maxRequests < 1 || maxDepth < 1) {
            throw new IllegalArgumentException(
                    "limits must be positive, not maxRequests " + maxRequests + ", maxDepth " + maxDepth);
        }
        if (stallTimeout.isNegative()) {
            throw new IllegalArgumentException(
                    "stallTimeout must not be negative, not " + DurationText.of(stallTimeout));
        }
    }

    /**
     * Returns the defaults.
     *
     * @return the documented defaults
     */
    public static ProxyLimits defaults() {
        return DEFAULTS;
    }
}
