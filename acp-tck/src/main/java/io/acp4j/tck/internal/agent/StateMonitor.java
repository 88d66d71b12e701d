package io.acp4j.tck.internal.agent;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.wire.Entry;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Judges modes and options wherever the agent states them: when it makes, loads, resumes, forks or changes a session. */
final class StateMonitor implements Monitor {

    @Override
    public List<String> watches() {
        return List.of("MODE-001", "MODE-002", "CONF-001", "CONF-002", "CONF-003");
    }

    @Override
    public void inspect(Recording recording, Findings findings) {
        for (Entry entry : recording.received()) {
            Entry request = entry.kind() == Entry.Kind.RESPONSE ? recording.requestOf(entry) : null;
            // Whether a loaded session's state has the right types at all is a requirement of its own.
            boolean loaded = request != null && request.method().equals("session/load");
            if (!loaded || entry.at("/result/modes").isObject()) {
                modes(entry.at("/result/modes"), findings);
            }
            if (!loaded || entry.at("/result/configOptions").isArray()) {
                options(entry.at("/result/configOptions"), findings);
            }
            if (entry.update().equals("config_option_update")) {
                JsonNode options = entry.at("/params/update/configOptions");
                findings.check("CONF-001", options.isArray(), "an array of options", entry);
                options(options, findings);
            }
        }
    }

    private static void modes(JsonNode state, Findings findings) {
        if (Shapes.isAbsent(state)) {
            return;
        }
        JsonNode modes = state.path("availableModes");
        Set<String> ids = new HashSet<>();
        boolean named = modes.isArray();
        for (JsonNode mode : modes) {
            named &= Shapes.isId(mode.path("id"))
                    && ids.add(mode.path("id").asText())
                    && Shapes.isId(mode.path("name"))
                    && Shapes.isTextOrAbsent(mode.path("description"));
        }
        findings.check("MODE-002", named, "modes with ids of their own and names", state);
        JsonNode current = state.path("currentModeId");
        if (named) {
            findings.check("MODE-001", current.isTextual() && ids.contains(current.asText()), "one of " + ids, current);
        }
    }

    private static void options(JsonNode options, Findings findings) {
        if (Shapes.isAbsent(options)) {
            return;
        }
        findings.check("CONF-001", options.isArray(), "an array of options", options);
        Set<String> ids = new HashSet<>();
        for (JsonNode option : options) {
            findings.check("CONF-001", isComplete(option), "an id, a name, a type and a value of that type", option);
            findings.check("CONF-002", ids.add(option.path("id").asText()), "an id of its own", option);
            if (isSelect(option)) {
                List<String> values = OptionScenarios.values(option);
                findings.check(
                        "CONF-003", values.contains(option.path("currentValue").asText()), "one of " + values, option);
            }
        }
    }

    private static boolean isSelect(JsonNode option) {
        return option.path("type").asText().equals("select");
    }

    private static boolean isComplete(JsonNode option) {
        JsonNode value = option.path("currentValue");
        boolean fits = switch (option.path("type").asText()) {
            case "select" ->
                value.isTextual() && option.path("options").isArray() && areChoices(option.path("options"));
            case "boolean" -> value.isBoolean();
            // Kinds of options that came later are nobody's fault.
            default -> !Shapes.isAbsent(value);
        };
        return fits
                && Shapes.isId(option.path("id"))
                && Shapes.isId(option.path("name"))
                && Shapes.isId(option.path("type"))
                && Shapes.isTextOrAbsent(option.path("description"))
                && Shapes.isTextOrAbsent(option.path("category"));
    }

    private static boolean areChoices(JsonNode choices) {
        for (JsonNode choice : choices) {
            boolean whole = choice.has("options")
                    ? Shapes.isId(choice.path("group")) && areChoices(choice.path("options"))
                    : choice.path("value").isTextual();
            if (!whole || !choice.path("name").isTextual() || !Shapes.isTextOrAbsent(choice.path("description"))) {
                return false;
            }
        }
        return true;
    }
}
