package io.acp4j.rpc.transport;

import java.io.IOException;

/**
 * One message on its way out, not yet written.
 *
 * @since 0.1.0
 */
public interface OutboundFrame {

    /**
     * Returns what kind of message it is.
     *
     * @return its envelope
     */
    Envelope envelope();

    /**
     * Writes the message. Called at most once, on the sender's thread, under whatever lock keeps frames whole.
     *
     * @param buffer where to append exactly one JSON value on one line
     * @throws IOException when the message cannot be written; the transport then drops what was appended and reports the
     *     exception to the sender
     */
    void writeTo(FrameBuffer buffer) throws IOException;
}
