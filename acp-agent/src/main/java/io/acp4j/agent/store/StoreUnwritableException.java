package io.acp4j.agent.store;

import org.jspecify.annotations.Nullable;

/**
 * A store that cannot be written, although it can be read as far as is known: its disk is full or read-only.
 *
 * @since 0.1.0
 */
public class StoreUnwritableException extends SessionStoreException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the store, the reason and the remedy
     * @param cause the exception of the store's library; null when the condition was detected here
     */
    public StoreUnwritableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
