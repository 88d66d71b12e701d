package io.acp4j.proxy.internal.bridge.values;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.bridge.BridgeLoss;
import io.acp4j.proxy.internal.bridge.wire.Json;
import io.acp4j.proxy.internal.bridge.wire.Losses;

/** Ways to authenticate. */
final class AuthMethods {

    private AuthMethods() {}

    static ArrayNode forNewer(JsonNode methods) {
        ArrayNode out = Json.array();
        for (JsonNode method : methods) {
            if (method instanceof ObjectNode object) {
                Json.rename(object, "id", "methodId");
                if (!Json.has(object, "type")) {
                    object.put("type", "agent");
                }
                if (object.path("env") instanceof ObjectNode variables) {
                    ArrayNode list = Json.array();
                    variables
                            .properties()
                            .forEach(each ->
                                    list.addObject().put("name", each.getKey()).set("value", each.getValue()));
                    object.set("env", list);
                }
                out.add(object);
            }
        }
        return out;
    }

    static ArrayNode forOlder(JsonNode methods, Losses losses) {
        ArrayNode out = Json.array();
        for (JsonNode method : methods) {
            String type = Json.text(method, "type", "");
            if (!(method instanceof ObjectNode object) || !(type.equals("agent") || type.equals("terminal"))) {
                losses.add(BridgeLoss.AUTH_METHOD);
                continue;
            }
            Json.rename(object, "methodId", "id");
            if (type.equals("agent")) {
                object.remove("type");
            }
            if (object.path("env") instanceof ArrayNode list) {
                object.set("env", variables(list, losses));
            }
            out.add(object);
        }
        return out;
    }

    private static ObjectNode variables(ArrayNode list, Losses losses) {
        ObjectNode map = Json.object();
        for (JsonNode each : list) {
            String name = Json.text(each, "name");
            if (name == null || map.has(name)) {
                losses.add(BridgeLoss.AUTH_METHOD);
            }
            if (name != null) {
                map.set(name, each.path("value"));
            }
        }
        return map;
    }
}
