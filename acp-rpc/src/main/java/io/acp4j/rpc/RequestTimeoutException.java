package io.acp4j.rpc;

import java.time.Duration;

/**
 * Tells that a request was not answered in time. The peer has been asked to cancel it.
 *
 * @since 0.1.0
 */
public final class RequestTimeoutException extends AcpException {

    private static final long serialVersionUID = 1L;

    /** How long was waited. */
    private final Duration timeout;

    /**
     * Creates the exception.
     *
     * @param method the method that was called
     * @param timeout how long was waited
     */
    public RequestTimeoutException(String method, Duration timeout) {
        super(method + " was not answered within " + timeout.toMillis() + " ms", null);
        this.timeout = timeout;
    }

    /**
     * Tells how long was waited.
     *
     * @return the time-out that was in force
     */
    public Duration timeout() {
        return timeout;
    }
}
