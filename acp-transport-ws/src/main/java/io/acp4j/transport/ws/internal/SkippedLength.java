package io.acp4j.transport.ws.internal;

/** Limit on the length of a skipped oversize message. A longer message closes the connection. */
public final class SkippedLength {

    /** Maximum number of bytes that are kept of a skipped message: 64 KiB. */
    public static final int BEGINNING_BYTES = 64 * 1024;

    private static final long FACTOR = 16;

    private SkippedLength() {}

    /**
     * Returns the maximum length of a message that is skipped: 16 times the limit.
     *
     * @param limit the maximum length of a message, in bytes
     */
    public static long most(int limit) {
        return FACTOR * limit;
    }
}
