package io.acp4j.agent.store;

import org.jspecify.annotations.Nullable;

/**
 * Signals that a store cannot be written, for example because its disk is full or read-only. The store may still be readable.
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
