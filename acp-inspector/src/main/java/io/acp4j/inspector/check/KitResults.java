package io.acp4j.inspector.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.text.SecretMask;
import io.acp4j.rpc.VisibleText;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What runs of the kit have found: a run of some requirements renews theirs alone. Safe for use by many threads. */
final class KitResults {

    static final ObjectMapper JSON = new ObjectMapper();

    private static final int MAX_TEXT = 2_000;
    private static final int MAX_MESSAGES = 200;

    /** How many characters of evidence are kept, of all scenarios; those in which something has failed come first. */
    private static final long MAX_EVIDENCE = 16L * 1024 * 1024;

    private final Map<String, ObjectNode> requirements = new LinkedHashMap<>();
    private final Map<String, ArrayNode> evidence = new LinkedHashMap<>();
    private ObjectNode summary = JsonNodeFactory.instance.objectNode();
    private int taken;

    /** Adds the results of a run. */
    synchronized void take(JsonNode report, KitSelection selection) {
        boolean isWhole = selection.isWhole();
        taken++;
        if (isWhole) {
            requirements.clear();
            evidence.clear();
        }
        summary = KitSummary.of(report, selection);
        for (JsonNode each : report.path("requirements")) {
            if (selection.selects(each)) {
                requirements.put(each.path("id").asText(), shown(each));
            }
        }
        for (JsonNode scenario : report.path("scenarios")) {
            evidence.remove(scenario.path("name").asText());
        }
        keep(report, true);
        keep(report, false);
    }

    private void keep(JsonNode report, boolean ofFailed) {
        long kept = evidence.values().stream().mapToLong(KitResults::length).sum();
        for (JsonNode scenario : report.path("scenarios")) {
            if (!scenario.has("connections") || hasFailed(scenario) != ofFailed) {
                continue;
            }
            ArrayNode connections = connections(scenario.path("connections"));
            kept += length(connections);
            if (kept > MAX_EVIDENCE) {
                kept -= length(connections);
            } else {
                evidence.put(scenario.path("name").asText(), connections);
            }
        }
    }

    private static boolean hasFailed(JsonNode scenario) {
        for (JsonNode finding : scenario.path("findings")) {
            if (finding.path("outcome").asText().equals("FAIL")) {
                return true;
            }
        }
        return false;
    }

    private static long length(ArrayNode connections) {
        long length = 0;
        for (JsonNode messages : connections) {
            for (JsonNode message : messages) {
                length += message.path("text").asText().length();
            }
        }
        return length;
    }

    private static ArrayNode connections(JsonNode reported) {
        ArrayNode connections = JsonNodeFactory.instance.arrayNode();
        for (JsonNode connection : reported) {
            ArrayNode messages = connections.addArray();
            for (JsonNode entry : connection.path("transcript")) {
                if (messages.size() == MAX_MESSAGES) {
                    messages.addObject()
                            .put("direction", "note")
                            .put("millis", entry.path("millis").asLong())
                            .put("text", "What followed was left out.");
                    break;
                }
                messages.addObject()
                        .put("direction", entry.path("direction").asText())
                        .put("millis", entry.path("millis").asLong())
                        .put(
                                "text",
                                VisibleText.of(
                                        SecretMask.text(entry.path("text").asText())));
            }
        }
        return connections;
    }

    private static ObjectNode shown(JsonNode requirement) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        for (String name : new String[] {"id", "level", "source", "text", "citation", "link", "expected", "observed"}) {
            node.put(name, line(requirement.path(name).asText()));
        }
        node.put("outcome", requirement.path("outcome").asText().toLowerCase(Locale.ROOT));
        node.put("binds", requirement.path("fails").asBoolean());
        ArrayNode scenarios = node.putArray("scenarios");
        requirement.path("scenarios").forEach(each -> scenarios.add(each.asText()));
        return node;
    }

    private static String line(String text) {
        return VisibleText.line(text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…");
    }

    synchronized void show(ObjectNode node) {
        node.put("results", taken).set("summary", summary);
        ArrayNode all = node.putArray("requirements");
        requirements.values().forEach(all::add);
    }

    synchronized ObjectNode evidence(String scenario) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        ArrayNode kept = evidence.get(scenario);
        node.set("connections", kept == null ? node.arrayNode() : kept);
        return node;
    }
}
