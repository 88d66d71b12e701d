package io.acp4j.tck.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A change of the traffic between the kit and a correct agent, with the state that it needs. An instance serves all connections to one
 * agent, and its methods are called one at a time.
 */
abstract class TrafficFilter {

    static final String FORK = "session/fork";
    static final String PROMPT = "session/prompt";

    /** Receives a message for the agent; forwards it unchanged by default. */
    void fromClient(ObjectNode message, FilteredConnection connection) {
        connection.toAgent(message);
    }

    /** Receives a message of the agent; forwards it unchanged by default. */
    void fromAgent(ObjectNode message, FilteredConnection connection) {
        connection.toClient(message);
    }

    static String method(JsonNode message) {
        return message.path("method").asText();
    }

    static boolean isRequest(JsonNode message, String method) {
        return message.has("id") && method(message).equals(method);
    }

    /** Returns the session that the parameters of a message name; empty if they name none. */
    static String session(JsonNode message) {
        return message.at("/params/sessionId").asText();
    }

    /** Returns the session that a result creates; empty if it creates none. */
    static String created(JsonNode response) {
        return response.at("/result/sessionId").asText();
    }

    /** Returns the message at which a request forks; empty if it forks the whole session. */
    static String forkPoint(JsonNode request) {
        return request.at("/params/messageId").asText();
    }

    static boolean isUpdate(JsonNode message) {
        return method(message).equals("session/update");
    }

    /** Returns the kind of an update; empty for other messages. */
    static String kind(JsonNode message) {
        return isUpdate(message) ? message.at("/params/update/sessionUpdate").asText() : "";
    }

    static ObjectNode params(JsonNode message) {
        return (ObjectNode) message.path("params");
    }

    static ObjectNode update(JsonNode message) {
        return (ObjectNode) message.at("/params/update");
    }
}
