package io.acp4j.proxy.internal.bridge.values;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.bridge.BridgeLoss;
import io.acp4j.proxy.internal.bridge.wire.Json;
import io.acp4j.proxy.internal.bridge.wire.Losses;

/** Commands that an agent offers. */
public final class Commands {

    private Commands() {}

    public static ArrayNode forNewer(JsonNode commands) {
        ArrayNode out = Json.array();
        for (JsonNode command : commands) {
            if (command instanceof ObjectNode object) {
                if (!Json.has(object, "type")) {
                    object.put("type", "command");
                }
                if (object.path("input") instanceof ObjectNode input && !Json.has(input, "type")) {
                    input.put("type", "text");
                }
                out.add(object);
            }
        }
        return out;
    }

    public static ArrayNode forOlder(JsonNode commands, Losses losses) {
        ArrayNode out = Json.array();
        for (JsonNode command : commands) {
            if (!(command instanceof ObjectNode object) || !"command".equals(Json.text(object, "type"))) {
                losses.add(BridgeLoss.COMMAND);
                continue;
            }
            object.remove("type");
            JsonNode input = object.path("input");
            if (input instanceof ObjectNode known && "text".equals(Json.text(known, "type"))) {
                known.remove("type");
            } else if (Json.has(object, "input")) {
                losses.add(BridgeLoss.COMMAND);
                object.remove("input");
            }
            out.add(object);
        }
        return out;
    }
}
