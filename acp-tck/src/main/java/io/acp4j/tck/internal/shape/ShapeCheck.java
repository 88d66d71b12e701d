package io.acp4j.tck.internal.shape;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.shape.ShapeFault.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Compares one value with its shape. Of JSON schema it knows what the protocol's schema uses. Sets of words and unions are
 * open: a word or a variant that is not known may have been added since, which is a {@linkplain Kind#WORD difference of its own},
 * unless it begins with an underscore.
 */
final class ShapeCheck {

    /** Faults that are looked for in one message. */
    private static final int MOST = 50;

    /** Characters that are shown of a name that the subject has made up. */
    private static final int NAME = 60;

    private static final List<String> WORDS =
            List.of("type", "$ref", "allOf", "anyOf", "oneOf", "properties", "const", "enum");

    private final JsonNode definitions;
    private final List<ShapeFault> faults = new ArrayList<>();

    /** What is known of an object's members: their names, or that any may be there. */
    private static final class Members {
        private final Set<String> names = new HashSet<>();
        private boolean any;
    }

    private ShapeCheck(JsonNode definitions) {
        this.definitions = definitions;
    }

    /** Returns the differences, in the order of the schema's members; those of one message are not all listed when many. */
    static List<ShapeFault> of(JsonNode definitions, JsonNode schema, JsonNode value, String path) {
        ShapeCheck check = new ShapeCheck(definitions);
        check.value(schema, value, path, false);
        return check.faults;
    }

    private void value(JsonNode schema, JsonNode value, String path, boolean forgiven) {
        if (faults.size() >= MOST
                || (value.isNull()
                        && schema.path("x-deserialize-default-on-null").asBoolean())) {
            return;
        }
        Members members = new Members();
        compare(schema, value, path, forgiven || forgives(schema), members);
        if (value.isObject() && !members.any) {
            value.fieldNames().forEachRemaining(name -> {
                if (!members.names.contains(name)) {
                    add(new ShapeFault(Kind.UNKNOWN, path + "." + shortened(name), "members of the type", "not known"));
                }
            });
        }
    }

    private static boolean forgives(JsonNode schema) {
        return schema.path("x-deserialize-default-on-error").asBoolean();
    }

    private void compare(JsonNode schema, JsonNode value, String path, boolean forgiven, Members members) {
        if (!saysSomething(schema)) {
            members.any = true;
            return;
        }
        if (!fits(schema.path("type"), value)) {
            members.any = true;
            wrong(path, named(schema.path("type")), Types.found(value), forgiven);
            return;
        }
        if (value.isNumber() && !isInRange(schema, value)) {
            wrong(path, range(schema), "a number out of range", forgiven);
        }
        if (value.isTextual() && schema.path("enum").isArray() && !lists(schema.path("enum"), value)) {
            strange(path, value);
        }
        if (schema.has("$ref")) {
            compare(resolve(schema), value, path, forgiven, members);
        }
        for (JsonNode part : schema.path("allOf")) {
            compare(part, value, path, forgiven, members);
        }
        if (value.isObject()) {
            members(schema, value, path, forgiven, members);
        } else if (value.isArray()) {
            elements(schema, value, path, forgiven);
        }
        List<JsonNode> variants = new ArrayList<>();
        schema.path("anyOf").forEach(variants::add);
        schema.path("oneOf").forEach(variants::add);
        if (!variants.isEmpty()) {
            oneOf(variants, value, path, forgiven, members);
        }
    }

    private static boolean saysSomething(JsonNode schema) {
        for (String word : WORDS) {
            if (schema.has(word)) {
                return true;
            }
        }
        return false;
    }

    private JsonNode resolve(JsonNode schema) {
        String reference = schema.path("$ref").asText();
        return definitions.path(reference.substring(reference.lastIndexOf('/') + 1));
    }

    // Members and elements

    private void members(JsonNode schema, JsonNode value, String path, boolean forgiven, Members members) {
        for (JsonNode name : schema.path("required")) {
            if (!value.has(name.asText())) {
                String place = path + "." + name.asText();
                wrong(place, described(schema.path("properties").path(name.asText())), "missing", forgiven);
            }
        }
        for (Map.Entry<String, JsonNode> member : schema.path("properties").properties()) {
            members.names.add(member.getKey());
            JsonNode there = value.get(member.getKey());
            if (there != null) {
                value(member.getValue(), there, path + "." + member.getKey(), forgiven);
            }
        }
        JsonNode others = schema.path("additionalProperties");
        if (others.isObject()) {
            value.properties().stream()
                    .filter(member -> !schema.path("properties").has(member.getKey()))
                    .forEach(member -> value(others, member.getValue(), path + ".*", forgiven));
        }
        if (others.isObject()
                || others.asBoolean()
                || schema.path("unevaluatedProperties").asBoolean()) {
            members.any = true;
        }
    }

    private void elements(JsonNode schema, JsonNode value, String path, boolean forgiven) {
        JsonNode items = schema.path("items");
        if (items.isObject()) {
            boolean skipped = schema.path("x-deserialize-skip-invalid-items").asBoolean();
            for (int i = 0; i < value.size(); i++) {
                value(items, value.get(i), path + "[" + i + "]", forgiven || skipped);
            }
        }
    }

    // Variants

    private void oneOf(List<JsonNode> variants, JsonNode value, String path, boolean forgiven, Members members) {
        String tag = Variants.tagOf(variants);
        if (tag.isEmpty() || !value.isObject()) {
            best(variants, value, path, forgiven, members);
            return;
        }
        JsonNode told = value.path(tag);
        if (told.isTextual()) {
            JsonNode variant = Variants.named(variants, tag, told.asText());
            if (variant == null) {
                members.any = true;
                strange(path + "." + tag, told);
            } else {
                members.names.add(tag);
                compare(variant, value, path, forgiven, members);
            }
            return;
        }
        List<JsonNode> untagged = Variants.without(variants, tag);
        if (untagged.isEmpty() || !(told.isMissingNode() || told.isNull())) {
            members.any = true;
            wrong(path + "." + tag, "a string", Types.found(told), forgiven);
        } else {
            members.names.add(tag);
            best(untagged, value, path, forgiven, members);
        }
    }

    /** Takes the variants that fit, or else the one that lacks the least. */
    private void best(List<JsonNode> variants, JsonNode value, String path, boolean forgiven, Members members) {
        List<ShapeFault> least = List.of();
        Members known = new Members();
        boolean fits = false;
        boolean first = true;
        boolean otherTypes = true;
        for (JsonNode variant : variants) {
            ShapeCheck attempt = new ShapeCheck(definitions);
            Members its = new Members();
            attempt.compare(variant, value, path, forgiven, its);
            boolean right = attempt.faults.stream()
                    .allMatch(fault -> fault.kind() == Kind.UNKNOWN || fault.kind() == Kind.WORD);
            otherTypes &=
                    attempt.faults.size() == 1 && attempt.faults.get(0).path().equals(path) && !right;
            if (right && fits) {
                known.names.addAll(its.names);
                known.any |= its.any;
                least = attempt.faults.size() < least.size() ? attempt.faults : least;
            } else if (first || right || (!fits && attempt.faults.size() < least.size())) {
                least = attempt.faults;
                known = its;
            }
            fits |= right;
            first = false;
        }
        members.names.addAll(known.names);
        members.any |= known.any;
        if (otherTypes) {
            String expected = variants.stream().map(this::described).distinct().collect(Collectors.joining(" or "));
            wrong(path, expected, Types.found(value), forgiven);
        } else {
            least.forEach(this::add);
        }
    }

    // Types

    private static boolean fits(JsonNode type, JsonNode value) {
        if (type.isArray()) {
            for (JsonNode each : type) {
                if (Types.is(each.asText(), value)) {
                    return true;
                }
            }
            return false;
        }
        return type.isMissingNode() || Types.is(type.asText(), value);
    }

    private static boolean isInRange(JsonNode schema, JsonNode value) {
        JsonNode least = schema.path("minimum");
        JsonNode most = schema.path("maximum");
        return (!least.isNumber() || value.decimalValue().compareTo(least.decimalValue()) >= 0)
                && (!most.isNumber() || value.decimalValue().compareTo(most.decimalValue()) <= 0);
    }

    private static String range(JsonNode schema) {
        String most = schema.has("maximum") ? " and at most " + schema.path("maximum") : "";
        return "a number of at least " + schema.path("minimum").asText("anything") + most;
    }

    private static String named(JsonNode type) {
        if (type.isArray()) {
            List<String> names = new ArrayList<>();
            type.forEach(each -> names.add(Types.named(each.asText())));
            return String.join(" or ", names);
        }
        return Types.named(type.asText());
    }

    private String described(JsonNode schema) {
        if (schema.has("$ref")) {
            return described(resolve(schema));
        }
        for (String parts : List.of("allOf", "anyOf", "oneOf")) {
            if (!schema.has("type") && schema.has(parts)) {
                return described(schema.path(parts).path(0));
            }
        }
        return named(schema.path("type"));
    }

    // Faults

    private void wrong(String path, String expected, String found, boolean forgiven) {
        add(new ShapeFault(forgiven ? Kind.FORGIVEN : Kind.WRONG, path, expected, found));
    }

    private static boolean lists(JsonNode words, JsonNode value) {
        for (JsonNode word : words) {
            if (word.equals(value)) {
                return true;
            }
        }
        return false;
    }

    private void strange(String path, JsonNode word) {
        if (!word.asText().startsWith("_")) {
            add(new ShapeFault(
                    Kind.WORD, path, "a word of the protocol, or one that begins with an underscore", "another word"));
        }
    }

    private void add(ShapeFault fault) {
        if (faults.size() < MOST) {
            faults.add(fault);
        }
    }

    private static String shortened(String name) {
        return name.length() <= NAME ? name : name.substring(0, NAME) + "…";
    }
}
