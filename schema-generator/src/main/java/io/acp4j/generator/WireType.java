package io.acp4j.generator;

import java.util.Map;

/**
 * The type of a value as the definitions name it: one of JSON's own, another defined type, or a list or map of one.
 *
 * @param kind what it is
 * @param name the name of a plain type; that of the elements otherwise
 */
public record WireType(Kind kind, String name) {

    /** What a type is. */
    public enum Kind {
        /** One value. */
        PLAIN,
        /** An array. */
        LIST,
        /** An object whose member names are data. */
        MAP
    }

    private record Scalar(String plain, String boxed, String codec) {}

    private static final Map<String, Scalar> SCALARS = Map.ofEntries(
            Map.entry("string", new Scalar("String", "String", "Codecs.STRING")),
            Map.entry("boolean", new Scalar("boolean", "Boolean", "Codecs.BOOLEAN")),
            Map.entry("double", new Scalar("double", "Double", "Codecs.DOUBLE")),
            Map.entry("int64", new Scalar("long", "Long", "Codecs.INT64")),
            Map.entry("uint64", new Scalar("long", "Long", "Codecs.UINT64")),
            Map.entry("uint32", new Scalar("long", "Long", "Codecs.UINT32")),
            Map.entry("int32", new Scalar("int", "Integer", "Codecs.INT32")),
            Map.entry("uint16", new Scalar("int", "Integer", "Codecs.UINT16")),
            Map.entry("any", new Scalar("RawJson", "RawJson", "RawJson.CODEC")),
            Map.entry("object", new Scalar("RawJson", "RawJson", "Codecs.OBJECT")),
            Map.entry("object or array", new Scalar("RawJson", "RawJson", "Codecs.OBJECT_OR_ARRAY")));

    private static final String LENIENT = "lenient list of ";
    private static final String LIST = "list of ";
    private static final String MAP = "map of ";

    static WireType parse(String text) {
        if (text.startsWith(LENIENT)) {
            return new WireType(Kind.LIST, "~" + text.substring(LENIENT.length()));
        } else if (text.startsWith(LIST)) {
            return new WireType(Kind.LIST, text.substring(LIST.length()));
        } else if (text.startsWith(MAP)) {
            return new WireType(Kind.MAP, text.substring(MAP.length()));
        }
        return new WireType(Kind.PLAIN, text);
    }

    /** The bare name of the type or element. */
    String element() {
        return name.startsWith("~") ? name.substring(1) : name;
    }

    String plain() {
        Scalar scalar = SCALARS.get(element());
        return kind != Kind.PLAIN || scalar == null ? boxed() : scalar.plain();
    }

    String boxed() {
        Scalar scalar = SCALARS.get(element());
        String boxed = scalar == null ? element() : scalar.boxed();
        return switch (kind) {
            case PLAIN -> boxed;
            case LIST -> "List<" + boxed + ">";
            case MAP -> "Map<String, " + boxed + ">";
        };
    }

    String codec() {
        Scalar scalar = SCALARS.get(element());
        String codec = scalar == null ? element() + ".CODEC" : scalar.codec();
        return switch (kind) {
            case PLAIN -> codec;
            case LIST -> (name.startsWith("~") ? "Codecs.lenientListOf(" : "Codecs.listOf(") + codec + ")";
            case MAP -> "Codecs.mapOf(" + codec + ")";
        };
    }
}
