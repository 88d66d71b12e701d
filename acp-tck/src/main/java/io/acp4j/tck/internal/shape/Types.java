package io.acp4j.tck.internal.shape;

import com.fasterxml.jackson.databind.JsonNode;

/** The types of JSON, as a schema names them and in words. */
final class Types {

    private Types() {}

    /** Returns whether a value is of a type; 1.0 is an integer, as JSON schema has it. */
    static boolean is(String type, JsonNode value) {
        return switch (type) {
            case "null" -> value.isNull();
            case "string" -> value.isTextual();
            case "boolean" -> value.isBoolean();
            case "number" -> value.isNumber();
            case "integer" -> value.isNumber() && isWhole(value);
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            default -> true;
        };
    }

    /** Numbers with a point are kept with all their digits, so this costs no more memory than they have. */
    private static boolean isWhole(JsonNode value) {
        return value.isIntegralNumber()
                || value.decimalValue().signum() == 0
                || value.decimalValue().stripTrailingZeros().scale() <= 0;
    }

    static String named(String type) {
        return switch (type) {
            case "null" -> "null";
            case "string" -> "a string";
            case "boolean" -> "true or false";
            case "number" -> "a number";
            case "integer" -> "an integer";
            case "object" -> "an object";
            case "array" -> "an array";
            default -> "a value of the schema's type";
        };
    }

    static String found(JsonNode value) {
        return switch (value.getNodeType()) {
            case NULL -> "null";
            case STRING -> "a string";
            case BOOLEAN -> "true or false";
            case NUMBER -> value.isIntegralNumber() ? "an integer" : "a number with a fraction";
            case OBJECT -> "an object";
            case ARRAY -> "an array";
            default -> "missing";
        };
    }
}
