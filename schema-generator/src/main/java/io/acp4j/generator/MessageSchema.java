package io.acp4j.generator;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The shapes of all messages between agent and client as a JSON schema, in the form of the official one: its keywords
 * {@code x-method}, {@code x-deserialize-default-on-error} and the like included. The conformance kit reads it.
 */
public final class MessageSchema {

    /** The version that has methods and variants of its own. */
    private static final int SECOND = 2;

    /** The type of what is in an error response. */
    private static final String ERROR = "ErrorObject";

    /** What the types of kind {@code other} are that stand for a value of its own. */
    private static final Map<String, List<String>> OTHERS = Map.of(
            "ErrorCode", List.of("int64"),
            "ProtocolVersion", List.of("uint16"),
            "RequestId", List.of("null", "int64", "string"),
            "SessionConfigValue", List.of("boolean", "string"),
            "ElicitationContentValue", List.of("string", "int64", "double", "boolean", "list of string"),
            "SessionConfigSelectOptions",
                    List.of("list of SessionConfigSelectOption", "list of SessionConfigSelectGroup"));

    /** Types of version 2 that members have in Java, by what a codec written by hand makes of them in version 1. */
    private static final Map<String, String> CONVERTED =
            Map.of("RequestPermissionSubject", "ToolCallUpdate", "AvailableCommand", "Command");

    /** The names by which the kit looks for types, which are those of the official schema. */
    private static final Map<String, String> OFFICIAL = Map.of(ERROR, "Error", "PromptInserted", "PromptResponse");

    /** What members have on the wire whose codec is written by hand. */
    private static final Map<String, Map<String, Object>> BY_HAND = Map.of(
            "Codecs.MARKER", entries("type", "object", "additionalProperties", true),
            "Codecs.POSITIVE_UINT16", entries("type", "integer", "minimum", 1, "maximum", 0xffff),
            "Codecs.POSITIVE_UINT32", entries("type", "integer", "minimum", 1, "maximum", 0xffff_ffffL),
            "EnvironmentList.CODEC", entries("type", "array", "items", entries("$ref", "#/$defs/EnvVariable")));

    private static final Map<String, Map<String, Object>> SCALARS = Map.ofEntries(
            Map.entry("null", Map.of("type", "null")),
            Map.entry("string", Map.of("type", "string")),
            Map.entry("boolean", Map.of("type", "boolean")),
            Map.entry("double", Map.of("type", "number")),
            Map.entry("int64", Map.of("type", "integer")),
            Map.entry("int32", Map.of("type", "integer")),
            Map.entry("uint64", entries("type", "integer", "minimum", 0)),
            Map.entry("uint32", entries("type", "integer", "minimum", 0, "maximum", 0xffff_ffffL)),
            Map.entry("uint16", entries("type", "integer", "minimum", 0, "maximum", 0xffff)),
            Map.entry("any", Map.of()),
            Map.entry("object", entries("type", "object", "additionalProperties", true)),
            Map.entry("object or array", entries("type", List.of("object", "array"), "additionalProperties", true)));

    private final Definitions definitions;
    private final MethodTable table;
    private final int version;
    private final Map<String, Map<String, Object>> types = new TreeMap<>();
    private final Deque<String> wanted = new ArrayDeque<>();
    private final Set<String> reached = new LinkedHashSet<>();

    private MessageSchema(Definitions definitions, MethodTable table, int version) {
        this.definitions = definitions;
        this.table = table;
        this.version = version;
    }

    /**
     * Makes the schema of a version of the protocol.
     *
     * @param module the directory of {@code acp-schema}
     * @param version 1 or 2
     * @return the schema as JSON
     * @throws IOException when the definitions cannot be read
     * @throws IllegalArgumentException when a method names a type that is not defined
     */
    public static String of(Path module, int version) throws IOException {
        MessageSchema schema =
                new MessageSchema(Definitions.read(module.resolve("src/protocol")), MethodTable.read(module), version);
        Map<String, Map<String, String>> methods = schema.methods();
        methods.forEach((method, messages) -> messages.values().forEach(schema::reach));
        schema.reach(ERROR);
        schema.follow();
        methods.forEach((method, messages) -> messages.values().forEach(type -> {
            Map<String, Object> shape = schema.types.get(nameOf(type));
            if (shape == null || shape.put("x-method", method) != null) {
                throw new IllegalArgumentException(type + ": of two methods, or of none");
            }
            shape.put("x-side", schema.sideOf(method));
        }));
        return JsonText.of(entries("title", "Agent Client Protocol", "$defs", schema.types));
    }

    /**
     * Lists the methods with the types of their messages.
     *
     * @param module the directory of {@code acp-schema}
     * @return by method, then by {@code request}, {@code response} or {@code notification}
     * @throws IOException when the list cannot be read
     */
    public static Map<String, Map<String, String>> methods(Path module) throws IOException {
        return between(MethodTable.read(module));
    }

    /** Returns the messages between agent and client; those of proxies are none of the kit's. */
    private static Map<String, Map<String, String>> between(MethodTable table) {
        Map<String, Map<String, String>> methods = new LinkedHashMap<>();
        for (MethodTable.Row row : table.methods()) {
            if (!row.sides().equals(List.of("proxy"))) {
                methods.computeIfAbsent(row.name(), name -> new LinkedHashMap<>())
                        .putAll(row.messages());
            }
        }
        return methods;
    }

    /** Returns the methods that the version has, by the names that it gives them. */
    private Map<String, Map<String, String>> methods() {
        Map<String, Map<String, String>> all = between(table);
        if (version != SECOND) {
            return all;
        }
        Map<String, Map<String, String>> methods = new LinkedHashMap<>();
        for (MethodTable.Row row : table.methods()) {
            Map<String, String> messages = all.get(row.name());
            if (messages != null && definitions.allIn(version, messages.values())) {
                methods.put(row.nameInV2() == null ? row.name() : row.nameInV2(), messages);
            }
        }
        methods.putAll(table.added());
        return methods;
    }

    /** Returns who takes a method; {@code protocol} is either side. */
    private String sideOf(String method) {
        List<String> sides = table.methods().stream()
                .filter(row -> row.name().equals(method))
                .flatMap(row -> row.sides().stream())
                .toList();
        return sides.size() > 1 ? "protocol" : sides.isEmpty() ? "agent" : sides.get(0);
    }

    private void reach(String type) {
        if (reached.add(type)) {
            wanted.add(type);
        }
    }

    private void follow() {
        while (!wanted.isEmpty()) {
            String type = wanted.remove();
            types.put(nameOf(type), shape(type));
        }
    }

    private static String nameOf(String type) {
        return OFFICIAL.getOrDefault(type, type);
    }

    private Map<String, Object> shape(String name) {
        if (name.equals("RequestId") && version == SECOND) {
            return anyOf(Stream.of("int64", "string").map(this::value).toList());
        }
        List<String> other = OTHERS.get(name);
        if (other != null) {
            return anyOf(other.stream().map(this::value).toList());
        }
        Definition defined = definitions.find(name);
        Definition type = defined == null ? null : defined.in(version);
        if (type == null) {
            throw new IllegalArgumentException(name + " is not defined in version " + version);
        }
        return switch (type.kind()) {
            case OBJECT -> object(type);
            case UNION -> union(type);
            case MEMBER_UNION -> memberUnion(type);
            case WORDS ->
                entries("type", "string", "enum", List.copyOf(type.words().keySet()));
            case ID -> entries("type", "string");
            case MARKER -> new LinkedHashMap<>(Objects.requireNonNull(SCALARS.get("object")));
            case BARE -> entries("type", "string");
            case UNKNOWN, FAMILY, OTHER ->
                throw new IllegalArgumentException(name + ": say here what values of this type are in JSON");
        };
    }

    private Map<String, Object> object(Definition type) {
        Map<String, Object> members = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (Member member : type.members()) {
            members.put(member.wire(), member(member));
            if (member.rule().required() && member.rule() != Rule.LENIENT_UNLESS_DEFAULT) {
                required.add(member.wire());
            }
        }
        Map<String, Object> shape = entries("type", "object", "properties", members);
        if (!required.isEmpty()) {
            shape.put("required", required);
        }
        if (type.object().extras()) {
            shape.put("additionalProperties", true);
        }
        if (type.object().nullMeansEmpty()) {
            shape.put("x-deserialize-default-on-null", true);
        }
        return shape;
    }

    private Map<String, Object> member(Member member) {
        Map<String, Object> shape = switch (member.rule()) {
            case LIST, REQUIRED_LIST, LENIENT_LIST, REQUIRED_LENIENT_LIST, NULLABLE_LENIENT_LIST ->
                entries("type", "array", "items", value(member.type()));
            case MAP -> entries("type", "object", "additionalProperties", value(member.type()));
            default -> new LinkedHashMap<>(single(member));
        };
        if (member.rule() != Rule.REQUIRED && member.rule() != Rule.REQUIRED_LENIENT_LIST) {
            shape.put("x-deserialize-default-on-null", true);
        }
        if (member.rule().forgiving()) {
            shape.put("x-deserialize-default-on-error", true);
        }
        return shape;
    }

    private Map<String, Object> single(Member member) {
        Map<String, Object> byHand = member.codec() == null ? null : BY_HAND.get(member.codec());
        if (byHand == null) {
            return value(member.type());
        }
        if (byHand.containsKey("items")) {
            reach("EnvVariable");
        }
        return byHand;
    }

    private Map<String, Object> union(Definition type) {
        String tag = type.union().discriminator();
        List<Map<String, Object>> variants = new ArrayList<>();
        type.union().variants().forEach((value, variant) -> {
            Map<String, Object> shape = new LinkedHashMap<>();
            if (!value.isEmpty()) {
                shape.put("type", "object");
                shape.put("properties", entries(tag, entries("const", value)));
                shape.put("required", List.of(tag));
            }
            shape.put("allOf", List.of(reference(variant)));
            variants.add(shape);
        });
        return entries("anyOf", variants);
    }

    private Map<String, Object> memberUnion(Definition type) {
        return anyOf(
                type.union().variants().values().stream().map(this::reference).toList());
    }

    private Map<String, Object> value(String type) {
        return value(WireType.parse(type));
    }

    private Map<String, Object> value(WireType type) {
        Map<String, Object> one = SCALARS.get(type.element());
        if (one == null) {
            String element = type.element();
            one = reference(version == SECOND ? element : CONVERTED.getOrDefault(element, element));
        }
        return switch (type.kind()) {
            case PLAIN -> one;
            case LIST -> entries("type", "array", "items", one);
            case MAP -> entries("type", "object", "additionalProperties", one);
        };
    }

    private Map<String, Object> reference(String type) {
        if (type.equals("Meta")) {
            return Objects.requireNonNull(SCALARS.get("object"));
        }
        reach(type);
        return entries("$ref", "#/$defs/" + nameOf(type));
    }

    private static Map<String, Object> anyOf(List<Map<String, Object>> shapes) {
        return shapes.size() == 1 ? new LinkedHashMap<>(shapes.get(0)) : entries("anyOf", shapes);
    }

    private static Map<String, Object> entries(@Nullable Object... namesAndValues) {
        Map<String, Object> entries = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            entries.put(String.valueOf(namesAndValues[i]), Objects.requireNonNull(namesAndValues[i + 1]));
        }
        return entries;
    }
}
