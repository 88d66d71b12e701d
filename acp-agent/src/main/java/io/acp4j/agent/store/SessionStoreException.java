package io.acp4j.agent.store;

import io.acp4j.rpc.AcpException;
import org.jspecify.annotations.Nullable;

/**
 * A store that cannot be read or written: the disk is full, a file is damaged, the database cannot be reached.
 *
 * <p>The message says which store and what to do; it never holds contents of conversations.
 *
 * @since 0.1.0
 */
public class SessionStoreException extends AcpException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message which store, what is wrong and what to do
     * @param cause what the store's library said; null when it was noticed here
     */
    public SessionStoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
