package io.acp4j.tck.internal.agent;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.wire.Entry;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks that a user can tell the choices of each option apart; those of a group have a heading that may do so, too. */
final class ChoicesMonitor implements Monitor {

    private static final List<String> PLACES = List.of("/result/configOptions", "/params/update/configOptions");

    @Override
    public List<String> watches() {
        return List.of("CONF-020");
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
        }
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
