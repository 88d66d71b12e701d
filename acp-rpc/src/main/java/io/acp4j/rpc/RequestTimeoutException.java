package io.acp4j.rpc;

import io.acp4j.rpc.internal.text.DurationText;
import java.time.Duration;

/**
 * Signals that no response to a request came in time, and the peer was asked to cancel it; or that a message could not be sent
 * in time because the peer does not read, so the peer knows nothing of it.
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
        this(timeout, method + " got no response within " + DurationText.of(timeout));
    }

    /**
     * Creates the exception with a message of its own.
     *
     * @param timeout how long was waited
     * @param message what did not happen in that time
     */
    public RequestTimeoutException(Duration timeout, String message) {
        super(message, null);
        this.timeout = timeout;
    }

    /**
     * Returns how long was waited.
     *
     * @return the timeout that applied
     */
    public Duration timeout() {
        return timeout;
    }
}
