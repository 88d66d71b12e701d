package io.acp4j.inspector.recording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.schema.Method;
import io.acp4j.schema.Side;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.method.V2Methods;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Recognizes messages of the protocol, and completes those that a tool writes without their envelope of JSON-RPC. */
final class MessageShape {

    private static final Set<String> MEMBERS = Set.of("jsonrpc", "id", "method", "params", "result", "error");
    private static final List<String> PARAMETERS = List.of("params", "args", "arguments");
    private static final Map<String, Set<Side>> HANDLERS = new HashMap<>();

    /** Methods by the names that SDKs have for them, such as {@code sessionUpdate} or {@code requestPermission}. */
    private static final Map<String, String> CALLS = new HashMap<>();

    static {
        Stream.concat(Methods.ALL.stream(), V2Methods.ONLY.stream()).forEach(MessageShape::add);
    }

    private MessageShape() {}

    private static void add(Method<?> method) {
        put(method);
        Method<?> second = method.in(WireVersion.V2);
        if (second != null) {
            put(second);
        }
    }

    private static void put(Method<?> method) {
        HANDLERS.put(method.name(), method.handledBy());
        CALLS.putIfAbsent(compact(method.name()), method.name());
        CALLS.putIfAbsent(compact(method.name().substring(method.name().indexOf('/') + 1)), method.name());
    }

    private static String compact(String name) {
        return name.replaceAll("[/_.-]", "").toLowerCase(Locale.ROOT);
    }

    /** Returns whether clients alone (true) or agents alone (false) send a method; null if both do, or if it is unknown. */
    static @Nullable Boolean isSentByClient(@Nullable String method) {
        Set<Side> handlers = method == null ? null : HANDLERS.get(method);
        return (handlers == null || handlers.size() > 1) ? null : handlers.contains(Side.AGENT);
    }

    /** Returns whether an object is a message as it was sent, perhaps without {@code jsonrpc}. */
    static boolean isBare(JsonNode object) {
        return object.has("jsonrpc") || (isCall(object) && hasOnlyMembers(object)) || isResponse(object);
    }

    private static boolean hasOnlyMembers(JsonNode object) {
        boolean hasOnly = true;
        for (var names = object.fieldNames(); names.hasNext(); ) {
            hasOnly &= MEMBERS.contains(names.next());
        }
        return hasOnly;
    }

    private static boolean isCall(JsonNode object) {
        return object.path("method").isTextual() && (object.has("params") || object.has("id"));
    }

    private static boolean isResponse(JsonNode object) {
        return object.has("id") && (object.has("result") || object.has("error")) && hasOnlyMembers(object);
    }

    /** Returns the message of an object that has its parts among other members; null if it has none. */
    static @Nullable ObjectNode completed(JsonNode object) {
        if (object.path("method").isTextual()) {
            return call(object);
        }
        if (object.has("id")
                && (object.path("result").isObject() || object.path("error").isObject())) {
            return with(object, "id", object.has("error") ? "error" : "result");
        }
        JsonNode update = object.path("update");
        if (update.path("sessionUpdate").isTextual()) {
            return notification("session/update", parameters(object));
        }
        return object.path("sessionUpdate").isTextual()
                ? notification(
                        "session/update", FrameJson.MAPPER.createObjectNode().set("update", object))
                : null;
    }

    private static ObjectNode parameters(JsonNode object) {
        ObjectNode params = FrameJson.MAPPER.createObjectNode();
        for (String name : List.of("sessionId", "update", "_meta")) {
            if (object.has(name)) {
                params.set(name, object.path(name));
            }
        }
        return params;
    }

    /** A call, or the result of one: some tools name the kind of the message, and leave out its id. */
    private static @Nullable ObjectNode call(JsonNode object) {
        String name = object.path("method").textValue();
        String method = HANDLERS.containsKey(name) ? name : CALLS.getOrDefault(compact(name), name);
        String kind = kind(object);
        if (kind.equals("response") || kind.equals("error") || object.has("result") || object.has("error")) {
            String member = kind.equals("error") || object.has("error") ? "error" : "result";
            JsonNode value = object.has(member) ? object.path(member) : object.path("params");
            return of("id", id(object, method)).set(member, value);
        }
        JsonNode params = FrameJson.MAPPER.missingNode();
        for (String parameter : PARAMETERS) {
            params = params.isMissingNode() ? object.path(parameter) : params;
        }
        if (params.isMissingNode() && !HANDLERS.containsKey(method)) {
            return null;
        }
        params = params.isArray() && params.size() == 1 ? params.get(0) : params;
        boolean isRequest = object.has("id") || kind.equals("request") || Methods.request(method) != null;
        ObjectNode message = isRequest ? of("id", id(object, method)) : envelope();
        message.put("method", method);
        return params.isMissingNode() ? message : message.set("params", params);
    }

    private static String kind(JsonNode object) {
        for (String name : List.of("direction", "type", "kind")) {
            String kind = object.path(name).asText().toLowerCase(Locale.ROOT);
            if (Set.of("request", "response", "error", "notification", "notify").contains(kind)) {
                return kind;
            }
        }
        return "";
    }

    /** A tool that leaves out ids has one request of a method at a time, so the method serves as the id. */
    private static JsonNode id(JsonNode object, String method) {
        return object.has("id")
                ? object.path("id")
                : FrameJson.MAPPER.getNodeFactory().textNode(method);
    }

    /** Returns the sender of a message without a direction, as far as the method of a response states it; null for others. */
    static @Nullable Boolean isResponseOfClient(JsonNode object) {
        Boolean isSentByClient = isSentByClient(object.path("method").textValue());
        return (isSentByClient == null || !Set.of("response", "error").contains(kind(object))) ? null : !isSentByClient;
    }

    private static ObjectNode notification(String method, JsonNode params) {
        return envelope().put("method", method).set("params", params);
    }

    private static ObjectNode envelope() {
        return FrameJson.MAPPER.createObjectNode().put("jsonrpc", "2.0");
    }

    private static ObjectNode of(String name, JsonNode value) {
        return envelope().set(name, value);
    }

    private static ObjectNode with(JsonNode object, String... names) {
        ObjectNode message = envelope();
        for (String name : names) {
            message.set(name, object.path(name));
        }
        return message;
    }
}
