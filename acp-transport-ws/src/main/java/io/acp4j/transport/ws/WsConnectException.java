package io.acp4j.transport.ws;

import io.acp4j.rpc.AcpException;
import java.net.URI;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Signals that a WebSocket could not be opened. Names the host and the reason, never the query or any header, which may hold
 * secrets.
 *
 * @since 0.1.0
 */
public final class WsConnectException extends AcpException {

    private static final long serialVersionUID = 1L;

    /** The status of the response; 0 when there was none. */
    private final int status;

    /**
     * Creates an exception.
     *
     * @param uri where to; its query is left out of the message
     * @param problem what went wrong
     * @param status the status of the response; 0 when there was none, or it is not known
     * @param cause the exception behind it; null when there is none
     */
    public WsConnectException(URI uri, String problem, int status, @Nullable Throwable cause) {
        super("could not connect to " + describe(uri) + ": " + problem, cause);
        this.status = status;
    }

    /** Returns a failure with the stack of the caller that it is thrown to. */
    WsConnectException(WsConnectException failure) {
        super(String.valueOf(failure.getMessage()), failure);
        this.status = failure.status;
    }

    private static String describe(URI uri) {
        String path = uri.getRawPath();
        return uri.getScheme() + "://" + uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort())
                + (path == null ? "" : path);
    }

    /**
     * Returns the HTTP status with which the server has declined.
     *
     * @return the status, such as 401; empty when there was no response, or a container of Jakarta does not tell
     */
    public OptionalInt status() {
        return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
    }
}
