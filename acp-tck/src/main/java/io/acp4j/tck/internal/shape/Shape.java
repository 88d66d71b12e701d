package io.acp4j.tck.internal.shape;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** What a schema says of a value, read once; of JSON schema it has what the protocol's schema uses. Immutable. */
final class Shape {

    private static final Set<String> WORDS =
            Set.of("type", "$ref", "allOf", "anyOf", "oneOf", "properties", "const", "enum");

    final boolean saysSomething;
    /** A null, or anything of another type, counts as left out; elements that do not fit are skipped. */
    final boolean forgivesNull;

    final boolean forgivesFaults;
    final boolean skipsFaultyElements;

    final @Nullable BigDecimal least;
    final @Nullable BigDecimal most;
    /** The words that it lists; null when any will do. */
    final @Nullable Set<String> words;

    final List<Shape> parts = new ArrayList<>();
    final List<String> required;
    /** By name, in the order of the schema. */
    final Map<String, Shape> members = new LinkedHashMap<>();

    final @Nullable Shape otherMembers;
    final boolean hasOtherMembers;
    final @Nullable Shape elements;
    final @Nullable Variants variants;

    private final List<String> types;
    private final @Nullable String reference;
    private final @Nullable Shape described;
    private final Function<String, Shape> named;

    /**
     * Reads a schema.
     *
     * @param schema the schema
     * @param named finds what the schema refers to, which may be itself; asked when a value is compared
     */
    Shape(JsonNode schema, Function<String, Shape> named) {
        this.named = named;
        saysSomething = WORDS.stream().anyMatch(schema::has);
        forgivesNull = schema.path("x-deserialize-default-on-null").asBoolean();
        forgivesFaults = schema.path("x-deserialize-default-on-error").asBoolean();
        skipsFaultyElements = schema.path("x-deserialize-skip-invalid-items").asBoolean();
        JsonNode type = schema.path("type");
        types = type.isArray() ? texts(type) : type.isTextual() ? List.of(type.asText()) : List.of();
        least = number(schema.path("minimum"));
        most = number(schema.path("maximum"));
        words = schema.path("enum").isArray() ? new HashSet<>(texts(schema.path("enum"))) : null;
        String target = schema.path("$ref").asText("");
        reference = target.isEmpty() ? null : target.substring(target.lastIndexOf('/') + 1);
        schema.path("allOf").forEach(part -> parts.add(new Shape(part, named)));
        required = texts(schema.path("required"));
        schema.path("properties")
                .properties()
                .forEach(member -> members.put(member.getKey(), new Shape(member.getValue(), named)));
        otherMembers = nested(schema.path("additionalProperties"));
        hasOtherMembers = otherMembers != null
                || schema.path("additionalProperties").asBoolean()
                || schema.path("unevaluatedProperties").asBoolean();
        elements = nested(schema.path("items"));
        List<JsonNode> choices = Stream.of("anyOf", "oneOf")
                .flatMap(word -> StreamSupport.stream(schema.path(word).spliterator(), false))
                .toList();
        variants = choices.isEmpty() ? null : new Variants(choices, named);
        described =
                !types.isEmpty() ? null : !parts.isEmpty() ? parts.get(0) : variants == null ? null : variants.first();
    }

    private @Nullable Shape nested(JsonNode schema) {
        return schema.isObject() ? new Shape(schema, named) : null;
    }

    private static @Nullable BigDecimal number(JsonNode value) {
        return value.isNumber() ? value.decimalValue() : null;
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText)
                .toList();
    }

    /** Returns the shape that this one refers to; null when it refers to none. */
    @Nullable
    Shape referred() {
        return reference == null ? null : named.apply(reference);
    }

    /** Returns whether a message that has nothing to say may be null or left out. */
    boolean mayBeLeftOut() {
        return required.isEmpty() && variants == null;
    }

    boolean isOfItsType(JsonNode value) {
        if (types.isEmpty()) {
            return true;
        }
        for (String type : types) {
            if (Types.is(type, value)) {
                return true;
            }
        }
        return false;
    }

    boolean isInRange(JsonNode number) {
        return (least == null || number.decimalValue().compareTo(least) >= 0)
                && (most == null || number.decimalValue().compareTo(most) <= 0);
    }

    /** Returns its range in words. */
    String range() {
        return "a number of at least " + (least == null ? "anything" : least)
                + (most == null ? "" : " and at most " + most);
    }

    /** Returns its type in words. */
    String type() {
        return types.isEmpty()
                ? Types.named("")
                : String.join(" or ", types.stream().map(Types::named).toList());
    }

    /** Returns in words what belongs there: its type, or that of what it refers to or consists of. */
    String description() {
        Shape referred = referred();
        return referred != null ? referred.description() : described != null ? described.description() : type();
    }
}
