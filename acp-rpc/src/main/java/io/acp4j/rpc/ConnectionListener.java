package io.acp4j.rpc;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.schema.Meta;
import io.acp4j.schema.json.JsonOmission;
import org.jspecify.annotations.Nullable;

/**
 * Listens to what happens on one connection.
 *
 * <p>Called on the connection's own threads, several at a time: it must be quick and must not call the connection. What it
 * throws is logged and changes nothing.
 *
 * @since 0.1.0
 */
public interface ConnectionListener {

    /**
     * Called for each frame; one call at a time for each direction.
     *
     * @param direction which way it went
     * @param bytes its length
     */
    default void frame(WireListener.Direction direction, int bytes) {}

    /** Called for input that was no message and has been refused. */
    default void refused() {}

    /**
     * Called for each value that was left out of a received message, on the reading thread, after {@link #frame} and before the message is
     * handled. The schema of the protocol prescribes this leniency for invalid elements of some lists and for some malformed members. Up to
     * 32 values of a message are reported, followed by the number of the others.
     *
     * @param method the method of the message, or of the request that the message responds to
     * @param omission the position of the value in the message, and the reason
     */
    default void omitted(String method, JsonOmission omission) {}

    /**
     * Called for a request that is about to be sent, on the thread that makes it.
     *
     * @param request which it is
     * @return the listener to the request; null for none
     */
    default @Nullable RequestListener outgoing(ObservedRequest request) {
        return null;
    }

    /**
     * Called for a request that has arrived, on the reading thread.
     *
     * @param request which it is
     * @param meta the {@code _meta} of its parameters; empty when they have none
     * @return the listener to the request; null for none
     */
    default @Nullable RequestListener incoming(ObservedRequest request, Meta meta) {
        return null;
    }

    /**
     * Called at the end of the connection. Listeners of pending requests have been called before; only that of a request whose
     * response has just been sent may be called later, and that of a request whose work goes on behind its response.
     *
     * @param reason why it ended
     */
    default void closed(CloseReason reason) {}
}
