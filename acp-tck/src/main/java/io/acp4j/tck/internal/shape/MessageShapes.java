package io.acp4j.tck.internal.shape;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.wire.Entry;
import io.acp4j.tck.internal.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The shapes of the messages of one version of the protocol, by method. Immutable. */
public final class MessageShapes {

    private static final Map<Integer, String> OWN =
            Map.of(1, "/io/acp4j/tck/messages.schema.json", 2, "/io/acp4j/tck/messages-v2.schema.json");

    /** The member of an agent's response to {@code initialize} that each version has alone. */
    private static final Map<Integer, String> MARK = Map.of(1, "agentCapabilities", 2, "capabilities");

    /** The unstable schema has all of the stable one. */
    private static final List<String> FILES = List.of("schema.unstable.json", "schema.json");

    private final int version;
    private final @Nullable MessageShapes known;
    private final JsonNode definitions;
    private final Map<String, Shape> shapes = new ConcurrentHashMap<>();
    private final Map<String, String> requests = new HashMap<>();
    private final Map<String, String> responses = new HashMap<>();
    private final Map<String, String> notifications = new HashMap<>();

    private MessageShapes(int version, JsonNode schema, @Nullable MessageShapes known) {
        this.version = version;
        this.known = known;
        definitions = schema.path("$defs");
        for (Map.Entry<String, JsonNode> definition : definitions.properties()) {
            String type = definition.getKey();
            String method = definition.getValue().path("x-method").asText("");
            if (!method.isEmpty()) {
                Map<String, String> messages = type.endsWith("Response")
                        ? responses
                        : type.endsWith("Notification") ? notifications : requests;
                messages.put(method, type);
            }
        }
    }

    /** Returns the shapes that this release of the kit has. */
    public static MessageShapes own() {
        return own(1);
    }

    /** Returns the shapes of version 1 or 2 that this release of the kit has. */
    public static MessageShapes own(int version) {
        String file = OWN.get(version);
        try (InputStream in = file == null ? null : MessageShapes.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("The kit is incomplete: it has no shapes of version " + version);
            }
            return new MessageShapes(version, Json.read(in.readAllBytes()), null);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file, e);
        }
    }

    /** Returns the version whose shapes they are. */
    public int version() {
        return version;
    }

    /**
     * Reads the official schema.
     *
     * @param directory has {@code schema.unstable.json}, {@code schema.json}, or both, itself or in {@code v1} or {@code v2}
     * @param version 1 or 2
     * @throws IllegalArgumentException when there is no schema of that version of the protocol
     */
    public static MessageShapes in(Path directory, int version) {
        Path file = Stream.of(directory.resolve("v" + version), directory)
                .flatMap(each -> FILES.stream().map(each::resolve))
                .filter(Files::isRegularFile)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "There is no schema.json or schema.unstable.json in " + directory));
        try {
            MessageShapes shapes = new MessageShapes(version, Json.read(Files.readAllBytes(file)), own(version));
            JsonNode initialize = shapes.definitions.path(shapes.responses.getOrDefault("initialize", ""));
            if (!initialize.path("properties").has(MARK.getOrDefault(version, ""))) {
                throw new IllegalArgumentException(file + " is no schema of version " + version + " of the protocol");
            }
            return shapes;
        } catch (IOException e) {
            throw new IllegalArgumentException("Cannot read " + file + ": not JSON, or not readable", e);
        }
    }

    /** Returns the words that a type lists, with those that this release of the kit knows. */
    public Set<String> words(String type) {
        Set<String> words = known == null ? new TreeSet<>() : new TreeSet<>(known.words(type));
        JsonNode definition = definitions.path(type);
        definition.path("enum").forEach(word -> words.add(word.asText()));
        variants(definition)
                .filter(each -> each.has("const"))
                .forEach(each -> words.add(each.path("const").asText()));
        return words;
    }

    /** Returns what tells the variants of a union apart: the constants of a member, with those that this release of the kit knows. */
    public Set<String> tags(String union, String member) {
        Set<String> tags = known == null ? new TreeSet<>() : new TreeSet<>(known.tags(union, member));
        variants(definitions.path(union))
                .map(each -> each.path("properties").path(member).path("const"))
                .filter(JsonNode::isTextual)
                .forEach(constant -> tags.add(constant.asText()));
        return tags;
    }

    /** Returns what version 1 has and version 2 has not, of what both list. */
    public static Set<String> onlyInVersion1(Function<MessageShapes, Set<String>> list) {
        Set<String> only = new TreeSet<>(list.apply(own(1)));
        only.removeAll(list.apply(own(2)));
        return only;
    }

    private static Stream<JsonNode> variants(JsonNode union) {
        return Stream.of("anyOf", "oneOf")
                .flatMap(word -> StreamSupport.stream(union.path(word).spliterator(), false));
    }

    /**
     * Returns the methods that a side takes, with those that this release of the kit knows.
     *
     * @param side {@code agent} or {@code client}
     */
    public Set<String> methodsOf(String side) {
        Set<String> methods = known == null ? new TreeSet<>() : new TreeSet<>(known.methodsOf(side));
        for (Map<String, String> messages : List.of(requests, notifications)) {
            messages.forEach((method, type) -> {
                if (List.of(side, "protocol")
                        .contains(definitions.path(type).path("x-side").asText())) {
                    methods.add(method);
                }
            });
        }
        return methods;
    }

    /** Returns where a value differs from the shape of a type. */
    public List<ShapeFault> faultsOf(String type, JsonNode value) {
        return ShapeCheck.of(shape(type), value, "$");
    }

    /**
     * Returns where a message differs from its shape.
     *
     * @param message the message
     * @param request the request that it belongs to; null when it belongs to none that is known
     * @return the differences; empty when there are none, or nothing is known about the message
     */
    public List<ShapeFault> faults(Entry message, @Nullable Entry request) {
        return switch (message.kind()) {
            case REQUEST -> faults(requests.get(message.method()), message, "params");
            case NOTIFICATION -> faults(notifications.get(message.method()), message, "params");
            case RESPONSE ->
                message.at("/error").isObject()
                        ? faults("Error", message, "error")
                        : request == null ? List.of() : faults(responses.get(request.method()), message, "result");
            case INVALID, NOTE -> List.of();
        };
    }

    private List<ShapeFault> faults(@Nullable String type, Entry message, String member) {
        if (type == null) {
            return List.of();
        }
        Shape shape = shape(type);
        JsonNode value = message.at("/" + member);
        if (shape.mayBeLeftOut() && (value.isNull() || value.isMissingNode())) {
            return List.of();
        }
        return ShapeCheck.of(shape, value, "$." + member);
    }

    private Shape shape(String type) {
        return shapes.computeIfAbsent(type, name -> new Shape(definitions.path(name), this::shape));
    }
}
