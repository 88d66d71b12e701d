package io.acp4j.agent.store;

import org.jspecify.annotations.Nullable;

/**
 * A store that others kept busy for longer than it waits. Nothing has been written; it may be tried again.
 *
 * @since 0.1.0
 */
public class StoreBusyException extends SessionStoreException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message which store and for how long it waited
     * @param cause what the store's library said; null when it was noticed here
     */
    public StoreBusyException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
