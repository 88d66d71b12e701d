package io.acp4j.rpc.record;

import io.acp4j.rpc.AcpException;
import org.jspecify.annotations.Nullable;

/**
 * Signals that a live peer did not do what the recording says that it did.
 *
 * @since 0.1.0
 */
public final class PlaybackException extends AcpException {

    private static final long serialVersionUID = 1L;

    PlaybackException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
