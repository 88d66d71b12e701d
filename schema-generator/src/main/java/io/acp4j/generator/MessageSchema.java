package io.acp4j.generator;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
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
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

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

    /** Methods that version 2 calls by another name. */
    private static final Map<String, String> RENAMED = Map.of("authenticate", "auth/login", "logout", "auth/logout");

    /** The names by which the kit looks for types, which are those of the official schema. */
    private static final Map<String, String> OFFICIAL = Map.of(ERROR, "Error", "PromptInserted", "PromptResponse");

    /** Methods that only version 2 has, or whose messages are other types there. */
    private static final Map<String, Map<String, String>> ADDED = Map.of(
            "session/prompt", Map.of("request", "PromptRequest", "response", "PromptInserted"),
            "tool_call/cancel", Map.of("request", "CancelToolCallRequest", "response", "CancelToolCallResponse"),
            "terminal/cancel", Map.of("request", "CancelTerminalRequest", "response", "CancelTerminalResponse"));

    /** Who takes a method, where it is not the agent; {@code protocol} is either side. */
    private static final Map<String, String> SIDES = Map.ofEntries(
            Map.entry("session/update", "client"),
            Map.entry("session/request_permission", "client"),
            Map.entry("auth/status_update", "client"),
            Map.entry("fs/read_text_file", "client"),
            Map.entry("fs/write_text_file", "client"),
            Map.entry("terminal/create", "client"),
            Map.entry("terminal/output", "client"),
            Map.entry("terminal/wait_for_exit", "client"),
            Map.entry("terminal/kill", "client"),
            Map.entry("terminal/release", "client"),
            Map.entry("elicitation/create", "client"),
            Map.entry("elicitation/complete", "client"),
            Map.entry("mcp/message", "protocol"),
            Map.entry("$/cancel_request", "protocol"));

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
    private final int version;
    private final Map<String, Map<String, Object>> types = new TreeMap<>();
    private final Deque<String> wanted = new ArrayDeque<>();
    private final Set<String> reached = new LinkedHashSet<>();

    private MessageSchema(Definitions definitions, int version) {
        this.definitions = definitions;
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
        MessageSchema schema = new MessageSchema(Definitions.read(module.resolve("src/protocol")), version);
        Map<String, Map<String, String>> methods = schema.methodsOf(methods(module));
        methods.forEach((method, messages) -> messages.values().forEach(schema::reach));
        schema.reach(ERROR);
        schema.follow();
        methods.forEach((method, messages) -> messages.values().forEach(type -> {
            Map<String, Object> shape = schema.types.get(nameOf(type));
            if (shape == null || shape.put("x-method", method) != null) {
                throw new IllegalArgumentException(type + ": of two methods, or of none");
            }
            shape.put("x-side", sideOf(method));
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
        try (Reader reader = Files.newBufferedReader(module.resolve("src/methods.yaml"))) {
            LoaderOptions options = new LoaderOptions();
            options.setAllowDuplicateKeys(false);
            Node all = Node.of("methods", new Yaml(new SafeConstructor(options)).load(reader));
            Map<String, Map<String, String>> methods = new LinkedHashMap<>();
            all.keys().forEach(method -> methods.put(method, all.node(method).map()));
            return methods;
        }
    }

    /** Returns the methods that the version has, by the names that it gives them. */
    private Map<String, Map<String, String>> methodsOf(Map<String, Map<String, String>> all) {
        if (version != SECOND) {
            return all;
        }
        Map<String, Map<String, String>> methods = new LinkedHashMap<>();
        all.forEach((method, messages) -> {
            if (messages.values().stream().allMatch(this::isThere)) {
                methods.put(RENAMED.getOrDefault(method, method), messages);
            }
        });
        methods.putAll(new TreeMap<>(ADDED));
        return methods;
    }

    private static String sideOf(String method) {
        return SIDES.getOrDefault(method, "agent");
    }

    private boolean isThere(String name) {
        Definition defined = definitions.find(name);
        return defined != null && defined.in(version) != null;
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
            case UNKNOWN, OTHER ->
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
