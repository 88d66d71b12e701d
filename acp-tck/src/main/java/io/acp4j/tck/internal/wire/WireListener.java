package io.acp4j.tck.internal.wire;

/** Is told what comes from the subject, in order, on one thread. */
public interface WireListener {

    /**
     * Takes a message, or whatever the subject has put in the place of one.
     *
     * @param bytes what stood between two delimiters, without them
     * @param complete false when the delimiter is missing: the output ended, or the limit was reached
     */
    void received(byte[] bytes, boolean complete);

    /** Notifies the listener of an incomplete line with the number of bytes received so far. */
    default void unfinished(int bytes) {}

    /** Takes a line of the side channel, which only some subjects have. */
    default void remarked(byte[] line) {}

    /** Takes the end: nothing more will come. */
    void ended(String reason);
}
