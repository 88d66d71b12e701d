package io.acp4j.proxy.internal.bridge.older;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.internal.bridge.wire.Json;
import io.acp4j.proxy.internal.bridge.wire.Side;
import io.acp4j.proxy.internal.bridge.wire.Wire;

/** Updates to the client. */
final class ClientLink {

    private final Wire wire;

    ClientLink(Wire wire) {
        this.wire = wire;
    }

    void update(BridgedSession session, ObjectNode update) {
        update(session, Json.object().put("sessionId", session.id), update);
    }

    /** Sends an update inside the parameters that it came in. */
    void update(BridgedSession session, ObjectNode params, ObjectNode update) {
        params.set("update", update);
        session.losses.tellIn(params);
        wire.notify(Side.CLIENT, "session/update", params);
    }

    void state(BridgedSession session, String state) {
        update(session, Json.object().put("sessionUpdate", "state_update").put("state", state));
    }
}
