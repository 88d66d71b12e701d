package io.acp4j.tck.internal.agent;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.wire.Entry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks that a user can tell what is offered apart: the choices of each option, of which those of a group have a heading that may do
 * so, too; the options of a request for permission; commands; the fields and values of a form.
 */
final class ChoicesMonitor implements Monitor {

    private static final List<String> PLACES = List.of("/result/configOptions", "/params/update/configOptions");

    @Override
    public List<String> watches() {
        return List.of("CONF-020", "PERM-011", "UPD-031", "ELIC-012");
    }

    @Override
    public void inspect(Recording recording, Findings findings) {
        for (Entry entry : recording.received()) {
            for (String place : PLACES) {
                for (JsonNode option : entry.at(place)) {
                    if (option.path("options").isArray()) {
                        findings.check(
                                "CONF-020",
                                areDistinct(option.path("options"), new HashSet<>()),
                                "values and names that no other choice has",
                                () -> "choices that are the same, or have no name, in " + entry.brief());
                    }
                }
            }
            switch (entry.method()) {
                case "session/request_permission" ->
                    distinct("PERM-011", entry, texts(entry.at("/params/options"), "/name"), findings);
                case "session/update" -> {
                    if (entry.update().equals("available_commands_update")) {
                        JsonNode commands = entry.at("/params/update/availableCommands");
                        distinct("UPD-031", entry, texts(commands, "/name"), findings);
                    }
                }
                case "elicitation/create" -> {
                    JsonNode form = entry.at("/params/requestedSchema");
                    distinct("ELIC-012", entry, texts(form.path("required"), ""), findings);
                    for (JsonNode field : form.path("properties")) {
                        distinct("ELIC-012", entry, texts(field.path("enum"), ""), findings);
                    }
                }
                default -> {
                    // Offers nothing.
                }
            }
        }
    }

    private static void distinct(String requirement, Entry entry, List<String> names, Findings findings) {
        Set<String> seen = new HashSet<>();
        findings.check(
                requirement,
                names.stream().allMatch(name -> !name.isBlank() && seen.add(name)),
                "names that are not empty and that no other has",
                () -> "names that are empty or the same in " + entry.brief());
    }

    private static List<String> texts(JsonNode offers, String pointer) {
        List<String> texts = new ArrayList<>();
        offers.forEach(each -> texts.add(each.at(pointer).asText("")));
        return texts;
    }

    private static boolean areDistinct(JsonNode choices, Set<String> values) {
        Set<String> names = new HashSet<>();
        for (JsonNode choice : choices) {
            String name = choice.path("name").asText("");
            boolean distinct = !name.isBlank() && names.add(name);
            if (choice.has("options")) {
                distinct &= areDistinct(choice.path("options"), values);
            } else {
                distinct &= values.add(choice.path("value").asText(""));
            }
            if (!distinct) {
                return false;
            }
        }
        return true;
    }
}
