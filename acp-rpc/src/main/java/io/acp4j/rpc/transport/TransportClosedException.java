package io.acp4j.rpc.transport;

import java.io.IOException;

/**
 * Signals to a sender that its frame cannot be sent because the transport is closed.
 *
 * @since 0.1.0
 */
public final class TransportClosedException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Why it is closed; not serialized, as nothing here is meant to be. */
    private final transient CloseReason reason;

    /**
     * Creates the exception.
     *
     * @param reason why the transport is closed
     */
    public TransportClosedException(CloseReason reason) {
        super(reason.description(), reason.cause());
        this.reason = reason;
    }

    /**
     * Returns why the transport is closed.
     *
     * @return the reason
     */
    public CloseReason reason() {
        return reason;
    }
}
