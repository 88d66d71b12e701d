package io.acp4j.client;

import io.acp4j.rpc.AcpException;
import io.acp4j.schema.Unstable;

/**
 * Signals that a session cannot be forked at the requested point, as far as the client knows. Nothing was sent.
 *
 * <p>The message may have no id, or be unknown to the client; what comes before it may be unknown, because the session was
 * resumed without a replay.
 *
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public final class NoForkPointException extends AcpException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message why there is no point to fork at; no message contents
     */
    public NoForkPointException(String message) {
        super(message, null);
    }
}
