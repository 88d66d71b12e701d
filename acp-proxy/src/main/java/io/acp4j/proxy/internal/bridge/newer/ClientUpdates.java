package io.acp4j.proxy.internal.bridge.newer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.internal.bridge.wire.Json;
import io.acp4j.proxy.internal.bridge.wire.Side;
import io.acp4j.proxy.internal.bridge.wire.Wire;

/** Updates to the client. */
final class ClientUpdates {

    private final Wire wire;

    ClientUpdates(Wire wire) {
        this.wire = wire;
    }

    void send(ShownSession session, ObjectNode update) {
        send(session, Json.object().put("sessionId", session.id), update);
    }

    /** Sends an update inside the parameters that another one came in. */
    void send(ShownSession session, ObjectNode params, ObjectNode update) {
        params.set("update", update);
        session.losses.tellIn(params);
        wire.notify(Side.CLIENT, "session/update", params);
    }
}
