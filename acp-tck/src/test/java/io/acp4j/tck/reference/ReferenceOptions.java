package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.reference.ReferenceAgent.Refused;
import io.acp4j.tck.reference.ReferenceStore.Session;
import java.util.List;

/** Modes and options of the reference agent's sessions. */
final class ReferenceOptions {

    private static final List<String> MODES = List.of("ask", "code");
    private static final List<String> MODELS = List.of("small", "large");

    private ReferenceOptions() {}

    static ObjectNode state(ReferenceAgent agent, Session session) {
        return obj(
                "modes",
                obj(
                        "currentModeId",
                        session.options.get("mode"),
                        "availableModes",
                        arr(obj("id", "ask", "name", "Ask"), obj("id", "code", "name", "Code"))),
                "configOptions",
                options(agent, session));
    }

    static ArrayNode options(ReferenceAgent agent, Session session) {
        ArrayNode options = arr(select("mode", "mode", session, MODES), select("model", "model", session, MODELS));
        boolean booleans =
                agent.capabilities.at("/session/configOptions/boolean").isObject();
        if (booleans || agent.faults.has("boolean-options-for-all")) {
            options.add(obj(
                    "id",
                    "verbose",
                    "name",
                    "Verbose",
                    "type",
                    "boolean",
                    "currentValue",
                    Boolean.parseBoolean(session.options.get("verbose"))));
        }
        return options;
    }

    private static ObjectNode select(String id, String category, Session session, List<String> values) {
        ArrayNode choices = arr();
        values.forEach(value -> choices.add(obj("value", value, "name", value)));
        return obj(
                "id",
                id,
                "name",
                id,
                "category",
                category,
                "type",
                "select",
                "currentValue",
                session.options.get(id),
                "options",
                choices);
    }

    static JsonNode setMode(ReferenceAgent agent, Session session, JsonNode params) {
        String mode = params.path("modeId").asText();
        if (!MODES.contains(mode) && !agent.faults.has("any-mode")) {
            throw new Refused(-32602, "No such mode");
        }
        boolean forgets = agent.faults.has("forgets-each-mode")
                || (agent.faults.has("forgets-modes") && session.items().isEmpty());
        if (!forgets) {
            session.options.put("mode", mode);
        }
        Session source = agent.store.find(session.parent);
        if (source != null && agent.faults.has("forks-share-modes") && source.tells("in one mode")) {
            source.options.put("mode", mode);
        }
        return obj();
    }

    static JsonNode setOption(ReferenceAgent agent, Session session, JsonNode params) {
        String id = params.path("configId").asText();
        JsonNode value = params.path("value");
        boolean known = session.options.containsKey(id);
        if (!known && !agent.faults.has("any-option")) {
            throw new Refused(-32602, "No such option");
        }
        boolean fits = id.equals("verbose")
                ? value.isBoolean()
                : (id.equals("mode") ? MODES : MODELS).contains(value.asText());
        if (known && !fits && !agent.faults.has("any-value")) {
            throw new Refused(-32602, "No such value");
        }
        if (known && fits && !agent.faults.has("options-do-not-change")) {
            session.options.put(id, value.asText());
            Session source = agent.store.find(session.parent);
            if (source != null && agent.faults.has("forks-share-options") && source.tells("with one option")) {
                source.options.put(id, value.asText());
            }
        }
        ArrayNode all = options(agent, session);
        if (agent.faults.has("forgets-each-option")) {
            session.options.put("model", "small");
        }
        if (agent.faults.has("forgets-other-options") && !id.equals("model")) {
            all.forEach(option -> {
                if (option.path("id").asText().equals("model")) {
                    ((ObjectNode) option).put("currentValue", "small");
                }
            });
        }
        return obj("configOptions", all);
    }

    static void changeMode(ReferenceTurn turn) {
        String mode = turn.session.options.get("mode").equals("ask") ? "code" : "ask";
        turn.session.options.put("mode", mode);
        turn.update("sessionUpdate", "current_mode_update", "currentModeId", mode);
        turn.say("mode " + mode);
    }

    static void changeOption(ReferenceTurn turn) {
        String model = turn.session.options.get("model").equals("small") ? "large" : "small";
        turn.session.options.put("model", model);
        turn.update("sessionUpdate", "config_option_update", "configOptions", options(turn.agent, turn.session));
        turn.say("model " + model);
    }
}
