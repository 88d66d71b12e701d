package io.acp4j.rpc;

import org.jspecify.annotations.Nullable;

/**
 * The root of this library's exceptions; unchecked.
 *
 * <p>Its subclasses tell the cases apart: {@link AcpErrorException} (an error response), {@link ConnectionClosedException},
 * {@link RequestTimeoutException}, {@link RequestCancelledException}, {@link MalformedMessageException},
 * {@link UnsupportedCapabilityException}.
 *
 * @since 0.1.0
 */
public class AcpException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what was wrong, where, and what to do about it; no message contents
     * @param cause what caused it; null when nothing did
     */
    public AcpException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
