package io.acp4j.rpc;

import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.json.RawJson;
import java.util.Map;

/**
 * Signals that a message is larger than the limit for one message. The message was not sent; the connection and its other messages are not
 * affected.
 *
 * <p>The limit is {@link ConnectionOptions#maxOutboundMessageBytes()}, or the smaller limit of the peer if the peer has reported it.
 *
 * @since 0.1.0
 */
public final class MessageTooLargeException extends AcpException {

    private static final long serialVersionUID = 1L;

    /** The size of the message. */
    private final long bytes;

    /** The limit. */
    private final int maxBytes;

    /**
     * Creates the exception.
     *
     * @param method the method of the request or notification
     * @param bytes the size of the message
     * @param maxBytes the limit
     */
    public MessageTooLargeException(String method, long bytes, int maxBytes) {
        super(
                method + " has not been sent: its message of " + bytes + " bytes is larger than the limit of "
                        + maxBytes + " bytes",
                null);
        this.bytes = bytes;
        this.maxBytes = maxBytes;
    }

    /**
     * Returns the error with which a handler responds if it throws this exception. It is an internal error that contains the method and the
     * limit, with {@code data.reason} {@code message_too_large}.
     *
     * @return the error
     */
    public ErrorObject responseError() {
        return new ErrorObject(
                ErrorCode.INTERNAL_ERROR,
                "Internal error: " + getMessage(),
                RawJson.of(Map.of("reason", "message_too_large")));
    }

    /**
     * Returns the size of the message.
     *
     * @return the number of bytes
     */
    public long bytes() {
        return bytes;
    }

    /**
     * Returns the limit.
     *
     * @return the number of bytes
     */
    public int maxBytes() {
        return maxBytes;
    }
}
