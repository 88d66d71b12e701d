package io.acp4j.tck.reference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;

/** Ways to write whole numbers that are the same numbers. */
enum SpelledNumbers {
    FRACTION("%s.0"),
    EXPONENT("%se0");

    private final String form;

    SpelledNumbers(String form) {
        this.form = form;
    }

    /** Returns a message as a line, with all its whole numbers spelled in this way. */
    String line(JsonNode message) {
        return spelled(message).toString();
    }

    private JsonNode spelled(JsonNode value) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        if (value.isObject()) {
            ObjectNode object = nodes.objectNode();
            value.properties().forEach(member -> object.set(member.getKey(), spelled(member.getValue())));
            return object;
        }
        if (value.isArray()) {
            ArrayNode array = nodes.arrayNode();
            value.forEach(element -> array.add(spelled(element)));
            return array;
        }
        return value.isIntegralNumber() ? nodes.rawValueNode(new RawValue(String.format(form, value))) : value;
    }
}
