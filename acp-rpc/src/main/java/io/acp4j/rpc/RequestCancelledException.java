package io.acp4j.rpc;

import org.jspecify.annotations.Nullable;

/**
 * Signals that something was cancelled: a waiting caller was interrupted, or a handler's own request was cancelled. A
 * handler that throws it responds with error -32800.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/cancellation">the specification</a>
 * @since 0.1.0
 */
public final class RequestCancelledException extends AcpException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what was cancelled
     * @param cause what caused it; null when nothing did
     */
    public RequestCancelledException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
