package io.acp4j.tck.internal.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/**
 * A request of a client under test.
 *
 * @param index its place among the requests of the client
 * @param method its method
 * @param headers its headers, by their names in small letters
 * @param message of what its body says the method, the id, the session and the first text of a prompt, each unless it is longer than
 *     any that the kit looks for; missing when it has none, or none that is JSON
 * @param elsewhere whether it came to another origin than that of the client's address
 */
public record ClientRequest(
        int index, String method, Map<String, String> headers, JsonNode message, boolean elsewhere) {

    /** Longest text of a message that is kept, in characters: memory does not grow with what a client sends. */
    private static final int MOST = 1024;

    /** Copies the headers, and keeps of the message what is looked at. */
    public ClientRequest {
        headers = Map.copyOf(headers);
        message = message.isObject() ? outline(message) : MissingNode.getInstance();
    }

    private static JsonNode outline(JsonNode message) {
        ObjectNode outline = JsonNodeFactory.instance.objectNode();
        for (String name : List.of("method", "id")) {
            if (message.has(name)) {
                outline.set(name, isShort(message.get(name)) ? message.get(name) : NullNode.getInstance());
            }
        }
        JsonNode session = message.at("/params/sessionId");
        JsonNode text = message.at("/params/prompt/0/text");
        if (session.isTextual() && isShort(session)) {
            outline.withObject("/params").set("sessionId", session);
        }
        if (text.isTextual() && isShort(text)) {
            outline.withObject("/params").withArray("prompt").addObject().set("text", text);
        }
        return outline;
    }

    private static boolean isShort(JsonNode value) {
        return value.isValueNode() && value.asText().length() <= MOST;
    }

    /** Returns the value of a header, empty when it is missing. */
    public String header(String name) {
        return headers.getOrDefault(ClientTraffic.key(name), "");
    }

    public boolean isPost() {
        return method.equals("POST");
    }

    /** Returns whether it posts a message with a method. */
    public boolean posts(String name) {
        return isPost() && message.path("method").asText().equals(name);
    }

    /** Returns whether it asks for the stream of a session, or, with no name, for that of the connection. */
    public boolean asksFor(String session) {
        return method.equals("GET") && header(HttpCall.SESSION_ID).equals(session);
    }

    @Override
    public String toString() {
        String what = message.path("method").asText(message.has("id") ? "response" : "");
        return what.isEmpty() ? method : method + " of " + what;
    }
}
