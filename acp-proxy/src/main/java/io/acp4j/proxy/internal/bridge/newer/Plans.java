package io.acp4j.proxy.internal.bridge.newer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.bridge.BridgeLoss;
import io.acp4j.proxy.internal.bridge.wire.Json;

/** Plans: one, for a client that does not know more. */
final class Plans {

    private static final String KIND = "sessionUpdate";

    private final ClientUpdates client;
    private final boolean many;

    Plans(ClientUpdates client, boolean many) {
        this.client = client;
        this.many = many;
    }

    void update(ShownSession session, ObjectNode params, ObjectNode update) {
        ObjectNode plan = Json.objectOf(update.path("plan"));
        String id = Json.text(plan, "planId", "");
        String type = Json.text(plan, "type", "");
        entries(session, plan.path("entries"));
        session.plans.put(id, true);
        boolean items = type.equals("items");
        if (many && (session.plans.size() > 1 || !items) && (items || type.equals("file") || type.equals("markdown"))) {
            client.send(session, params, update);
        } else if (items) {
            if (session.plans.size() > 1) {
                session.losses.add(BridgeLoss.PLAN);
            }
            update.remove("plan");
            update.put(KIND, "plan")
                    .set("entries", plan.path("entries").isArray() ? plan.path("entries") : Json.array());
            client.send(session, params, update);
        } else {
            session.losses.add(BridgeLoss.PLAN);
        }
    }

    private static void entries(ShownSession session, JsonNode entries) {
        for (JsonNode entry : entries) {
            if (entry instanceof ObjectNode object && "cancelled".equals(Json.text(object, "status"))) {
                object.put("status", "completed");
                session.losses.add(BridgeLoss.PLAN);
            }
        }
    }

    void removed(ShownSession session, ObjectNode params, ObjectNode update) {
        String id = Json.text(update, "planId", "");
        boolean only = session.plans.size() == 1;
        boolean known = session.plans.remove(id) != null;
        if (many && !(known && only)) {
            client.send(session, params, update);
        } else if (known && only) {
            update.remove("planId");
            update.put(KIND, "plan").putArray("entries");
            client.send(session, params, update);
        } else {
            session.losses.add(BridgeLoss.PLAN);
        }
    }
}
