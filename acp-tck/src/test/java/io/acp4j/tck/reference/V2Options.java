package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.node;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The options and commands of the sessions of the reference agent of version 2. */
final class V2Options {

    private V2Options() {}

    static ArrayNode options(V2Store.Kept kept) {
        return arr(
                select(kept, "mode", "Mode", "ask", "code"),
                select(kept, "model", "Model", "small", "large"),
                obj(
                        "configId",
                        "verbose",
                        "name",
                        "Verbose",
                        "type",
                        "boolean",
                        "currentValue",
                        kept.options.get("verbose")));
    }

    private static ObjectNode select(V2Store.Kept kept, String id, String name, String... values) {
        ArrayNode options = arr();
        for (String value : values) {
            options.add(obj("value", value, "name", value));
        }
        return obj(
                "configId",
                id,
                "name",
                name,
                "type",
                "select",
                "currentValue",
                kept.options.get(id),
                "options",
                options);
    }

    static ArrayNode commands() {
        return arr(obj("type", "command", "name", "plan", "description", "Makes a plan"));
    }

    static ObjectNode setup(V2Store.Kept kept) {
        return obj("configOptions", options(kept), "availableCommands", commands());
    }

    /** Sets an option; returns all of them. */
    static ObjectNode set(V2Store.Kept kept, JsonNode params, Faults faults) {
        String id = params.path("configId").asText();
        JsonNode value = params.path("value");
        if (!kept.options.containsKey(id)) {
            throw V2Agent.invalid("There is no such option");
        }
        boolean known = id.equals("verbose") ? value.isBoolean() : hasValue(kept, id, value);
        if (!known && faults.has("keeps-wrong-values")) {
            kept.options.put(id, node(id.equals("mode") ? "code" : "large"));
        }
        if (!known) {
            throw V2Agent.invalid("There is no such value");
        }
        if (!faults.has("sets-nothing")) {
            kept.options.put(id, value);
        }
        ObjectNode result = obj("configOptions", options(kept));
        if (faults.has("forgets-options")) {
            kept.options.put(id, node(id.equals("mode") ? "ask" : "small"));
        }
        if (faults.has("forgets-other-options") && !id.equals("mode")) {
            ((ObjectNode) result.at("/configOptions/0")).put("currentValue", "ask");
        }
        return result;
    }

    private static boolean hasValue(V2Store.Kept kept, String id, JsonNode value) {
        for (JsonNode option : options(kept)) {
            for (JsonNode each : option.path("options")) {
                if (option.path("configId").asText().equals(id)
                        && each.path("value").equals(value)) {
                    return true;
                }
            }
        }
        return false;
    }
}
