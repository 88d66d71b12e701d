package io.acp4j.tck.internal.agent.v2;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.wire.Entry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a schema cannot say of options, wherever they are listed. */
final class OptionRules extends Rules {

    private static final List<String> PLACES = List.of("/result/configOptions", "/params/update/configOptions");

    @Override
    public List<String> watches() {
        return List.of("V2-CONF-009", "V2-CONF-010");
    }

    @Override
    public void inspect(Recording recording, Findings findings) {
        for (Entry entry : recording.received()) {
            for (String place : PLACES) {
                Set<JsonNode> ids = new HashSet<>();
                for (JsonNode option : entry.at(place)) {
                    option(option, ids.add(option.path("configId")), findings);
                }
            }
        }
    }

    private static void option(JsonNode option, boolean first, Findings findings) {
        List<JsonNode> values = new ArrayList<>();
        if (option.path("type").asText().equals("select")) {
            collect(option.path("options"), values);
            findings.check(
                    "V2-CONF-009", values.contains(option.path("currentValue")), "one of its own values", option);
        }
        findings.check(
                "V2-CONF-010",
                first && new HashSet<>(values).size() == values.size(),
                "an id and values that differ",
                option);
    }

    /** Values may stand in groups. */
    private static void collect(JsonNode options, List<JsonNode> values) {
        for (JsonNode each : options) {
            if (each.has("options")) {
                collect(each.path("options"), values);
            } else {
                values.add(each.path("value"));
            }
        }
    }
}
