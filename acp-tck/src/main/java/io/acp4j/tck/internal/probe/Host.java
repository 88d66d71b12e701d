package io.acp4j.tck.internal.probe;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.wire.Entry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Plays the services of a client: files, terminals, permissions, questions. Nothing real is touched. */
final class Host {

    private static final String TEXT = "line 1\nline 2 – ünïcödé\n";

    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final AtomicInteger terminals = new AtomicInteger();

    Host() {
        on("session/request_permission", request -> permission(request, "allow_once"));
        on("fs/read_text_file", Answer.result(obj("content", TEXT)));
        on("fs/write_text_file", Answer.result(obj()));
        on("terminal/create", request -> obj("result", obj("terminalId", "term-" + terminals.incrementAndGet())));
        on(
                "terminal/output",
                Answer.result(
                        obj("output", "done\n", "truncated", false, "exitStatus", obj("exitCode", 0, "signal", null))));
        on("terminal/wait_for_exit", Answer.result(obj("exitCode", 0, "signal", null)));
        on("terminal/kill", Answer.result(obj()));
        on("terminal/release", Answer.result(obj()));
        on("elicitation/create", Host::elicitation);
    }

    void on(String method, Answer answer) {
        answers.put(method, answer);
    }

    Answer answerTo(String method) {
        return answers.getOrDefault(method, Answer.error(-32601, "Method not found"));
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
