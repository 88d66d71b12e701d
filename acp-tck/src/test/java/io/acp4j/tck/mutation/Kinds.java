package io.acp4j.tck.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Says of what kind the messages of one connection are; a response is called after the request that it belongs to. */
final class Kinds {

    private final Map<JsonNode, String> methods = new ConcurrentHashMap<>();

    /** Takes what is sent to the peer. */
    void sent(JsonNode message) {
        if (message.path("method").isTextual() && message.has("id")) {
            methods.put(message.get("id"), message.path("method").asText());
        }
    }

    /** Returns the kind of what comes from the peer. */
    String of(JsonNode message) {
        String method = message.path("method").asText("");
        if (method.equals("session/update")) {
            return "update:" + message.at("/params/update/sessionUpdate").asText();
        }
        if (!method.isEmpty()) {
            return (message.has("id") ? "request:" : "notification:") + method;
        }
        String asked = methods.getOrDefault(message.path("id"), "");
        return (message.has("error") ? "error:" : "result:") + (asked.startsWith("_acp4j/f") ? "fence" : asked);
    }
}
