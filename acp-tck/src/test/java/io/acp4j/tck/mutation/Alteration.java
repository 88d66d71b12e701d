package io.acp4j.tck.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.wire.Json;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What can be done to a member of a message, or to a message as a whole, without knowing what it means. */
enum Alteration {
    DROP(value -> true),
    RENAME(value -> true),
    NULL(value -> !value.isNull()),
    RETYPE(value -> !value.isNull()),
    TWICE(value -> true),
    OTHER_TEXT(JsonNode::isTextual),
    EMPTY_TEXT(value -> value.isTextual() && !value.asText().isEmpty()),
    HALF_TEXT(value -> value.isTextual() && value.asText().length() > 1),
    CONSTANT_TEXT(JsonNode::isTextual),
    OTHER_NUMBER(JsonNode::isNumber),
    NEGATIVE_NUMBER(value -> value.isNumber() && value.asLong() > 0),
    FRACTION(JsonNode::isIntegralNumber),
    FLIP(JsonNode::isBoolean),
    EMPTY(value -> value.isContainerNode() && !value.isEmpty()),
    WITHOUT_FIRST(value -> value.isArray() && value.size() > 1),
    FIRST_TWICE(value -> value.isArray() && !value.isEmpty()),
    BACKWARDS(value -> value.isArray() && value.size() > 1 && !value.get(0).equals(value.get(value.size() - 1))),
    STRANGE_MEMBER(JsonNode::isObject),

    // Of whole messages.
    LOSE(value -> true),
    REPEAT(value -> true),
    LATE(value -> true),
    BYTE_ORDER_MARK(value -> true),
    CUT(value -> true),
    GLUE(value -> true);

    /** The name of a member that is written as another one: JSON trees hold no name twice. */
    static final String TWIN = "tck-twin";

    private final Predicate<JsonNode> fits;

    Alteration(Predicate<JsonNode> fits) {
        this.fits = fits;
    }

    boolean fits(JsonNode value) {
        return fits.test(value);
    }

    boolean isOfWholeMessages() {
        return ordinal() >= LOSE.ordinal();
    }

    /** Alters one member of an object. */
    void apply(ObjectNode parent, String name) {
        JsonNode value = parent.get(name);
        switch (this) {
            case DROP -> parent.remove(name);
            case RENAME -> parent.set(name + "X", parent.remove(name));
            case TWICE -> parent.set(TWIN + name, value);
            default -> parent.set(name, altered(value));
        }
    }

    /** Alters one element of an array. */
    void apply(ArrayNode parent, int index) {
        switch (this) {
            case DROP -> parent.remove(index);
            case RENAME -> parent.set(index, Json.obj("element", parent.get(index)));
            case TWICE -> parent.insert(index, parent.get(index));
            default -> parent.set(index, altered(parent.get(index)));
        }
    }

    private JsonNode altered(JsonNode value) {
        String text = value.asText("");
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (this) {
            case NULL -> nodes.nullNode();
            case RETYPE -> retyped(value);
            case OTHER_TEXT -> nodes.textNode(text + "-other");
            case EMPTY_TEXT -> nodes.textNode("");
            case HALF_TEXT -> nodes.textNode(text.substring(0, text.length() / 2));
            case CONSTANT_TEXT -> nodes.textNode("constant");
            case OTHER_NUMBER -> nodes.numberNode(value.asLong() + 1);
            case NEGATIVE_NUMBER -> nodes.numberNode(-value.asLong());
            case FRACTION -> nodes.numberNode(value.asLong() + 0.5);
            case FLIP -> nodes.booleanNode(!value.asBoolean());
            case EMPTY -> value.isArray() ? nodes.arrayNode() : nodes.objectNode();
            case WITHOUT_FIRST, FIRST_TWICE, BACKWARDS -> rearranged((ArrayNode) value);
            case STRANGE_MEMBER -> ((ObjectNode) value.deepCopy()).put("strange", 1);
            default -> throw new IllegalStateException(this + " alters whole messages");
        };
    }

    private JsonNode rearranged(ArrayNode array) {
        ArrayNode changed = array.deepCopy();
        if (this == WITHOUT_FIRST) {
            changed.remove(0);
        } else if (this == FIRST_TWICE) {
            changed.add(array.get(0));
        } else {
            changed.removeAll();
            for (int i = array.size() - 1; i >= 0; i--) {
                changed.add(array.get(i));
            }
        }
        return changed;
    }

    private static @Nullable JsonNode retyped(JsonNode value) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (value.getNodeType()) {
            case STRING -> nodes.numberNode(7);
            case NUMBER, BOOLEAN -> nodes.textNode(value.asText());
            case OBJECT -> nodes.arrayNode();
            default -> nodes.objectNode();
        };
    }
}
