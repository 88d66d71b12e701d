package io.acp4j.rpc;

import io.acp4j.rpc.transport.CloseReason;

/**
 * Signals that the connection ended before the response to a request came, or before it could be sent.
 *
 * @since 0.1.0
 */
public final class ConnectionClosedException extends AcpException {

    private static final long serialVersionUID = 1L;

    /** Why it ended; not serialized, as nothing here is meant to be. */
    private final transient CloseReason reason;

    /**
     * Creates the exception.
     *
     * @param reason why the connection ended
     */
    public ConnectionClosedException(CloseReason reason) {
        super("connection closed: " + reason.description(), reason.cause());
        this.reason = reason;
    }

    /**
     * Returns why the connection ended. Transports give reasons of their own types, such as the exit of a process with its
     * code and the end of its error output.
     *
     * @return the reason
     */
    public CloseReason reason() {
        return reason;
    }
}
