package io.acp4j.inspector.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.rpc.VisibleText;
import io.acp4j.tck.internal.catalogue.Profile;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Summarizes a run of the kit for the page: verdict and counts of each profile, and the reasons for requirements that were not judged. */
final class KitSummary {

    private static final int MAX_REASONS = 5;
    private static final int MAX_REASON = 300;

    private KitSummary() {}

    /**
     * Returns the summary.
     *
     * @param report the report of the kit
     * @param selection the requirements that the run was to check
     */
    static ObjectNode of(JsonNode report, KitSelection selection) {
        ObjectNode summary = JsonNodeFactory.instance
                .objectNode()
                .put("only", selection.only())
                .put("verdict", report.path("verdict").asText());
        ArrayNode proposals = summary.putArray("proposals");
        report.path("proposals").forEach(each -> {
            if (each.path("judged").asBoolean()) {
                proposals
                        .addObject()
                        .put("name", each.path("name").asText())
                        .put("reason", each.path("reason").asText());
            }
        });
        ArrayNode scenarios = summary.putArray("scenarios");
        if (selection.isScenarios()) {
            report.path("namedScenarios")
                    .forEach(each -> scenarios
                            .addObject()
                            .put("name", each.path("name").asText())
                            .put("outcome", each.path("outcome").asText().toLowerCase(Locale.ROOT))
                            .put("text", VisibleText.line(each.path("text").asText())));
        }
        Map<String, ObjectNode> profiles = new LinkedHashMap<>();
        for (Iterator<String> names = report.path("verdicts").fieldNames(); names.hasNext(); ) {
            String name = names.next();
            profiles.put(name, profile(name, report.path("verdicts").path(name)));
        }
        Map<String, Integer> reasons = new LinkedHashMap<>();
        int judged = 0;
        int selected = 0;
        for (JsonNode requirement : report.path("requirements")) {
            ObjectNode profile = profiles.get(requirement.path("source").asText());
            if (profile == null || !selection.selects(requirement)) {
                continue;
            }
            selected++;
            String outcome = requirement.path("outcome").asText().toLowerCase(Locale.ROOT);
            profile.put(outcome, profile.path(outcome).asInt() + 1);
            profile.put("selected", profile.path("selected").asInt() + 1);
            if (outcome.equals("pass") || outcome.equals("fail")) {
                judged++;
            } else {
                reasons.merge(reason(requirement), 1, Integer::sum);
            }
        }
        summary.put("judged", judged).put("selected", selected);
        ArrayNode shown = summary.putArray("profiles");
        profiles.values().stream()
                .filter(profile -> profile.path("selected").asInt() > 0)
                .forEach(shown::add);
        ArrayNode why = summary.putArray("reasons");
        reasons.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(MAX_REASONS)
                .forEach(each -> why.addObject().put("text", each.getKey()).put("count", each.getValue()));
        return summary;
    }

    private static ObjectNode profile(String name, JsonNode verdict) {
        ObjectNode profile = JsonNodeFactory.instance
                .objectNode()
                .put("name", name)
                .put("verdict", verdict.path("verdict").asText());
        for (String outcome : new String[] {"pass", "fail", "not_tested", "skipped", "selected"}) {
            profile.put(outcome, 0);
        }
        return profile;
    }

    private static String reason(JsonNode requirement) {
        String reason =
                VisibleText.line(Profile.cause(requirement.path("observed").asText()));
        return reason.length() <= MAX_REASON ? reason : reason.substring(0, MAX_REASON) + "…";
    }
}
