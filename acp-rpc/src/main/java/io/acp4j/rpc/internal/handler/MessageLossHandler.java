package io.acp4j.rpc.internal.handler;

import io.acp4j.rpc.Connection;
import io.acp4j.rpc.transport.TransportListener.MessageLoss;
import io.acp4j.schema.SessionId;
import java.util.Collection;
import java.util.List;

/** Handles losses of messages on a connection that continues, and names the sessions that a loss may affect. */
@FunctionalInterface
public interface MessageLossHandler {

    /**
     * Handles one loss. Called in the order of the session's messages, after the handlers of all earlier notifications of the session
     * have returned and before those of later ones. A loss without a session is reported once for each of the {@link #sessions()}.
     * Without such sessions, it is reported in the order of the messages without a session.
     *
     * @param loss the session and the cause
     * @param connection the connection on which messages were lost
     * @throws Exception if the handler fails; the failure is logged
     */
    void handle(MessageLoss loss, Connection connection) throws Exception;

    /**
     * Returns the sessions that a loss without a session may affect. Called by the reading thread, which it must not block.
     *
     * @return the IDs of the sessions; by default none
     */
    default Collection<SessionId> sessions() {
        return List.of();
    }
}
