package io.acp4j.agent.store;

import io.acp4j.rpc.AcpException;
import org.jspecify.annotations.Nullable;

/**
 * Signals that a store cannot be read or written, for example because a file is damaged or the database cannot be reached.
 *
 * <p>The message names the store and the remedy. It never contains parts of conversations.
 *
 * @since 0.1.0
 */
public class SessionStoreException extends AcpException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the store, the reason and the remedy
     * @param cause the exception of the store's library; null when the condition was detected here
     */
    public SessionStoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * Signals that other users of the store kept it busy until the time-out. Nothing has been written, and a retry may succeed.
     *
     * @since 0.1.0
     */
    public static class BusyException extends SessionStoreException {

        private static final long serialVersionUID = 1L;

        /**
         * Creates the exception.
         *
         * @param message the store and the duration of the wait
         * @param cause the exception of the store's library; null when the condition was detected here
         */
        public BusyException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * Signals that a store cannot be written, for example because its disk is full or read-only. The store may still be readable.
     *
     * @since 0.1.0
     */
    public static class UnwritableException extends SessionStoreException {

        private static final long serialVersionUID = 1L;

        /**
         * Creates the exception.
         *
         * @param message the store, the reason and the remedy
         * @param cause the exception of the store's library; null when the condition was detected here
         */
        public UnwritableException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * Signals that data is stored in a format of a later version. Nothing has been changed.
     *
     * @since 0.1.0
     */
    public static final class UnsupportedFormatException extends SessionStoreException {

        private static final long serialVersionUID = 1L;

        /** The format of the data. */
        private final int found;

        /**
         * Creates the exception.
         *
         * @param what the name of the data, such as "session x", without contents
         * @param found the format of the data
         */
        public UnsupportedFormatException(String what, int found) {
            super(
                    what + " is stored in format " + found + ", and this version of acp4j reads formats up to "
                            + StoredFormat.CURRENT + ": open it with the version that has stored it, or a later one",
                    null);
            this.found = found;
        }

        /**
         * Returns the format of the data.
         *
         * @return the number; {@link StoredFormat#CURRENT} is the latest format that this version can read
         */
        public int found() {
            return found;
        }
    }
}
