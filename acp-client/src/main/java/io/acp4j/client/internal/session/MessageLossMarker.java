package io.acp4j.client.internal.session;

import io.acp4j.rpc.Connection;
import io.acp4j.rpc.internal.handler.MessageLossHandler;
import io.acp4j.rpc.transport.TransportListener.MessageLoss;
import io.acp4j.schema.SessionId;
import java.util.List;

/** Marks losses of messages in the transcripts of the sessions that may be affected. */
final class MessageLossMarker implements MessageLossHandler {

    private final Sessions known;

    MessageLossMarker(Sessions known) {
        this.known = known;
    }

    @Override
    public void handle(MessageLoss loss, Connection connection) {
        known.lost(loss);
    }

    @Override
    public List<SessionId> sessions() {
        return known.openSessions();
    }
}
