package io.acp4j.tck.internal.probe;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.wire.Entry;
import java.util.concurrent.atomic.AtomicInteger;

/** Plays the services of a client: files, terminals, permissions, questions. Nothing real is touched. */
final class Host {

    private static final String TEXT = "line 1\nline 2 – ünïcödé\n";

    private Host() {}

    /** Prepares the services for a connection that so many scenarios have had before. */
    static Responders answers(int uses) {
        AtomicInteger terminals = new AtomicInteger();
        Responders answers = new Responders();
        answers.on("session/request_permission", request -> permission(request, "allow_once"));
        answers.on("fs/read_text_file", Responder.result(obj("content", TEXT)));
        answers.on("fs/write_text_file", Responder.result(obj()));
        answers.on(
                "terminal/create",
                request -> obj("result", obj("terminalId", "term-" + uses + "-" + terminals.incrementAndGet())));
        answers.on(
                "terminal/output",
                Responder.result(
                        obj("output", "done\n", "truncated", false, "exitStatus", obj("exitCode", 0, "signal", null))));
        answers.on("terminal/wait_for_exit", Responder.result(obj("exitCode", 0, "signal", null)));
        answers.on("terminal/kill", Responder.result(obj()));
        answers.on("terminal/release", Responder.result(obj()));
        answers.on("elicitation/create", Host::elicitation);
        return answers;
    }

    static ObjectNode permission(Entry request, String kind) {
        String chosen = "";
        for (JsonNode option : request.at("/params/options")) {
            if (option.path("kind").asText().equals(kind)) {
                chosen = option.path("optionId").asText();
                break;
            }
        }
        return chosen.isEmpty()
                ? obj("result", obj("outcome", obj("outcome", "cancelled")))
                : obj("result", obj("outcome", obj("outcome", "selected", "optionId", chosen)));
    }

    private static ObjectNode elicitation(Entry request) {
        if (!request.at("/params/mode").asText().equals("form")) {
            return obj("result", obj("action", "accept"));
        }
        ObjectNode content = obj();
        request.at("/params/requestedSchema/properties").properties().forEach(property -> {
            JsonNode schema = property.getValue();
            switch (schema.path("type").asText()) {
                case "boolean" -> content.put(property.getKey(), true);
                case "integer", "number" ->
                    content.put(property.getKey(), schema.path("minimum").asInt(1));
                case "array" -> content.set(property.getKey(), arr());
                default -> content.put(property.getKey(), schema.at("/enum/0").asText("text"));
            }
        });
        return obj("result", obj("action", "accept", "content", content));
    }
}
