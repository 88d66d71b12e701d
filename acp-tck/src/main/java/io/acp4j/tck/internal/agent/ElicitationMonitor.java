package io.acp4j.tck.internal.agent;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.wire.Entry;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Judges the questions that the agent puts to the user. */
final class ElicitationMonitor implements Monitor {

    private static final Set<String> TYPES = Set.of("string", "number", "integer", "boolean", "array");

    @Override
    public List<String> watches() {
        return List.of("ELIC-001", "ELIC-002", "ELIC-003", "ELIC-004", "ELIC-005", "ELIC-006", "ELIC-010", "ELIC-011");
    }

    @Override
    public void inspect(Recording recording, Findings findings) {
        Set<String> seen = new HashSet<>();
        Set<String> open = new HashSet<>();
        Map<JsonNode, String> asked = new HashMap<>();
        for (Entry entry : recording.entries()) {
            if (entry.sent()) {
                String id = asked.remove(entry.at("/id"));
                boolean consented = entry.at("/result/action").asText().equals("accept");
                if (id != null && entry.kind() == Entry.Kind.RESPONSE && !consented) {
                    open.remove(id);
                }
            } else if (entry.method().equals("elicitation/create")) {
                create(entry, recording.capabilities(), findings);
                if (entry.at("/params/elicitationId").isTextual()) {
                    String id = entry.at("/params/elicitationId").asText();
                    seen.add(id);
                    asked.put(entry.at("/id"), id);
                    findings.check("ELIC-010", open.add(id), "an id that no open elicitation has", entry);
                }
            } else if (entry.method().equals("elicitation/complete")) {
                String id = entry.at("/params/elicitationId").asText();
                findings.check("ELIC-011", seen.contains(id), "the id of an elicitation of this connection", entry);
                open.remove(id);
            }
        }
    }

    private static void create(Entry entry, JsonNode capabilities, Findings findings) {
        JsonNode params = entry.at("/params");
        boolean form = params.path("mode").asText().equals("form");
        if (form && !capabilities.at("/elicitation/form").isObject()) {
            boolean empty = capabilities.path("elicitation").isObject()
                    && capabilities.path("elicitation").isEmpty();
            findings.check(empty ? "ELIC-003" : "ELIC-001", false, "no form that the client has not advertised", entry);
        }
        if (!form && !capabilities.at("/elicitation/url").isObject()) {
            findings.check("ELIC-002", false, "no address that the client has not advertised", entry);
        }
        if (form) {
            findings.check(
                    "ELIC-004",
                    params.path("message").isTextual() && isFlat(params.path("requestedSchema")),
                    "a message and a flat schema",
                    entry);
        } else {
            findings.check(
                    "ELIC-005",
                    params.path("mode").asText().equals("url")
                            && params.path("message").isTextual()
                            && params.path("url").isTextual()
                            && Shapes.isId(params.path("elicitationId")),
                    "a message, an address and an elicitationId",
                    entry);
        }
        boolean session = !Shapes.isAbsent(params.path("sessionId"));
        boolean request = !Shapes.isAbsent(params.path("requestId"));
        findings.check(
                "ELIC-006",
                session != request && (!session || Shapes.isId(params.path("sessionId"))),
                "either a sessionId or a requestId",
                entry);
    }

    private static boolean isChoice(JsonNode values) {
        boolean choice = Shapes.isAbsent(values) || (values.isArray() && !values.isEmpty());
        for (JsonNode value : values) {
            choice &= value.isTextual();
        }
        return choice;
    }

    private static boolean isFlat(JsonNode schema) {
        boolean flat = schema.isObject()
                && schema.path("type").asText("object").equals("object")
                && schema.path("properties").isObject();
        JsonNode required = schema.path("required");
        flat &= Shapes.isAbsent(required) || required.isArray();
        for (JsonNode name : required) {
            flat &= name.isTextual() && schema.path("properties").has(name.asText());
        }
        for (JsonNode property : schema.path("properties")) {
            flat &= Shapes.isOneOf(property.path("type"), TYPES)
                    && !property.at("/items/type").asText().equals("object")
                    && Shapes.isTextOrAbsent(property.path("title"))
                    && isChoice(property.path("enum"));
        }
        return flat;
    }
}
