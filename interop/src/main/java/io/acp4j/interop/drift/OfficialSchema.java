package io.acp4j.interop.drift;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The types that the official JSON Schema defines, reduced to what is compared. */
final class OfficialSchema {

    /** Definitions that describe JSON-RPC messages as a whole; the engine is their counterpart, not a type. */
    private static final Set<String> MESSAGES = Set.of(
            "AgentNotification",
            "AgentRequest",
            "AgentResponse",
            "ClientNotification",
            "ClientRequest",
            "ClientResponse",
            "ExtNotification",
            "ExtRequest",
            "ExtResponse",
            "ProtocolLevelNotification",
            "ProxyNotification",
            "ProxyRequest",
            "ProxyResponse");

    /** Definitions whose members stand beside those of the one type that refers to them. */
    private static final Set<String> PARTS = Set.of(
            "ContentChunk",
            "DiffPathChange",
            "DiffPathPairChange",
            "ElicitationAcceptAction",
            "ElicitationFormMode",
            "ElicitationRequestScope",
            "ElicitationSessionScope",
            "ElicitationUrlMode",
            "ErrorStopReason",
            "SessionConfigBoolean",
            "SessionConfigSelect");

    private final JsonNode definitions;

    private OfficialSchema(JsonNode definitions) {
        this.definitions = definitions;
    }

    static OfficialSchema read(Path file) throws IOException {
        return new OfficialSchema(new ObjectMapper().readTree(file.toFile()).path("$defs"));
    }

    /**
     * Names the types, without the envelopes of messages and without what is only ever a part of another type, with whose
     * members it is compared.
     */
    Set<String> typeNames() {
        Set<String> names = new TreeSet<>();
        definitions.fieldNames().forEachRemaining(names::add);
        names.removeAll(MESSAGES);
        names.removeAll(PARTS);
        return names;
    }

    boolean has(String type) {
        return definitions.has(type);
    }

    /** Names the methods: what they are, their name and the side that they are sent to. */
    Set<String> methods() {
        Set<String> methods = new TreeSet<>();
        for (var definition : definitions.properties()) {
            String method = definition.getValue().path("x-method").asText();
            String side = definition.getValue().path("x-side").asText();
            if (!method.isEmpty() && definition.getKey().endsWith("Request")) {
                methods.add("request " + method + " of " + side);
            } else if (!method.isEmpty() && definition.getKey().endsWith("Notification")) {
                methods.add("notification " + method + " of " + side);
            }
        }
        return methods;
    }

    /** Returns the type that one only gives another name to; null when it says something itself. */
    @Nullable
    String sameAs(String type) {
        JsonNode definition = definitions.path(type);
        JsonNode all = definition.path("allOf");
        if (all.size() != 1
                || definition.has("properties")
                || !options(definition).isEmpty()) {
            return null;
        }
        String reference = all.get(0).path("$ref").asText();
        return reference.substring(reference.lastIndexOf('/') + 1);
    }

    /** Returns whether the type is any JSON value. */
    boolean isAnything(String type) {
        JsonNode definition = definitions.path(type);
        return Stream.of("type", "properties", "allOf", "anyOf", "oneOf").noneMatch(definition::has);
    }

    /** Returns the well-known values when the type is an enumeration of strings or numbers, else an empty list. */
    List<String> values(String type) {
        JsonNode definition = definitions.path(type);
        List<String> values = new ArrayList<>();
        for (JsonNode option : options(definition)) {
            if (option.has("const")) {
                values.add(option.get("const").asText());
            } else if (!Set.of("string", "integer").contains(option.path("type").asText())) {
                return List.of();
            }
        }
        return values;
    }

    /** Returns whether the type is a plain string or number, such as an id. */
    boolean isScalar(String type) {
        JsonNode definition = definitions.path(type);
        return definition.path("type").isTextual()
                && !definition.path("type").asText().equals("object")
                && options(definition).isEmpty();
    }

    /** Returns whether the type is a choice between things that are not all objects, such as a request id. */
    boolean isMixed(String type) {
        for (JsonNode option : options(definitions.path(type))) {
            JsonNode resolved = resolve(option);
            if (!resolved.has("properties")
                    && !resolved.has("allOf")
                    && options(resolved).isEmpty()
                    && !resolved.path("type").asText().equals("object")) {
                return true;
            }
        }
        return false;
    }

    /** Returns the members of an object type or of a union of object types. */
    Shape shape(String type) {
        Map<String, List<Map<String, Shape.Member>>> byTag = new TreeMap<>();
        Set<String> discriminators = new TreeSet<>();
        for (Form form : forms(definitions.path(type))) {
            byTag.computeIfAbsent(form.tag, tag -> new ArrayList<>()).add(form.members);
            discriminators.addAll(form.discriminators);
        }
        Map<String, Map<String, Shape.Member>> variants = new TreeMap<>();
        byTag.forEach((tag, forms) -> variants.put(tag, Shape.united(forms)));
        return new Shape(variants, discriminators);
    }

    /** One way in which an object can look. */
    private record Form(String tag, Map<String, Shape.Member> members, Set<String> discriminators, boolean openTag) {}

    private List<Form> forms(JsonNode definition) {
        JsonNode node = resolve(definition);
        Set<String> required = new TreeSet<>();
        node.path("required").forEach(name -> required.add(name.asText()));
        Map<String, Shape.Member> own = new LinkedHashMap<>();
        String tag = "";
        Set<String> discriminators = new TreeSet<>();
        boolean open = false;
        for (var property : node.path("properties").properties()) {
            JsonNode value = property.getValue();
            if (value.has("const")) {
                tag = value.get("const").asText();
                discriminators.add(property.getKey());
            } else if (isOpenTag(node, property.getKey())) {
                open = true;
            } else {
                own.put(property.getKey(), member(value, required.contains(property.getKey())));
            }
        }
        List<Form> forms = List.of(new Form(tag, own, discriminators, open));
        for (JsonNode part : node.path("allOf")) {
            forms = combine(forms, forms(part));
        }
        List<JsonNode> options = options(node);
        if (!options.isEmpty()) {
            List<Form> alternatives = new ArrayList<>();
            for (JsonNode option : options) {
                forms(option).stream().filter(form -> !form.openTag).forEach(alternatives::add);
            }
            forms = combine(forms, alternatives);
        }
        return forms;
    }

    /** A variant for discriminator values of the future has a free string where the others have a constant. */
    private static boolean isOpenTag(JsonNode node, String property) {
        return node.path("title").asText().equals("other")
                && Set.of("type", "mode", "action", "state", "stopReason").contains(property);
    }

    private static List<Form> combine(List<Form> left, List<Form> right) {
        List<Form> combined = new ArrayList<>();
        for (Form a : left) {
            for (Form b : right) {
                Map<String, Shape.Member> members = new LinkedHashMap<>(a.members);
                members.putAll(b.members);
                Set<String> discriminators = new TreeSet<>(a.discriminators);
                discriminators.addAll(b.discriminators);
                combined.add(
                        new Form(a.tag.isEmpty() ? b.tag : a.tag, members, discriminators, a.openTag || b.openTag));
            }
        }
        return combined;
    }

    private static Shape.Member member(JsonNode property, boolean required) {
        return new Shape.Member(
                required, property.path("x-deserialize-default-on-error").asBoolean());
    }

    private static List<JsonNode> options(JsonNode node) {
        List<JsonNode> options = new ArrayList<>();
        node.path("oneOf").forEach(options::add);
        node.path("anyOf").forEach(options::add);
        return options;
    }

    private JsonNode resolve(JsonNode node) {
        String reference = node.path("$ref").asText("");
        return reference.isEmpty() ? node : definitions.path(reference.substring(reference.lastIndexOf('/') + 1));
    }
}
