package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a reference client of version 2 shows of a session besides what is said in it. */
final class V2Facts {

    private final Faults faults;
    private final ArrayNode background = arr();
    private final Map<String, ArrayNode> plans = new LinkedHashMap<>();
    private final Map<String, String> options = new LinkedHashMap<>();
    private @Nullable String state;
    private @Nullable String title;
    private @Nullable JsonNode cost;

    V2Facts(Faults faults) {
        this.faults = faults;
    }

    void state(JsonNode update) {
        if (faults.has("dislikes-unknown-background") && update.toString().contains("_dream")) {
            return;
        }
        String told = update.path("state").asText();
        state = told.equals("requires_action") && faults.has("never-requires-action") ? "running" : told;
        if (!faults.has("adds-up-background")) {
            background.removeAll();
        }
        for (JsonNode item : update.path("background")) {
            for (String id : new String[] {"toolCallId", "terminalId"}) {
                if (item.has(id)) {
                    background.add(item.path(id));
                }
            }
        }
    }

    void assume(String assumed) {
        state = assumed;
    }

    boolean isInBackground(String id) {
        for (JsonNode each : background) {
            if (each.asText().equals(id)) {
                return true;
            }
        }
        return false;
    }

    void info(JsonNode update) {
        JsonNode told = update.path("title");
        boolean kept = told.isNull() && faults.has("keeps-cleared-info-title")
                || told.isMissingNode() && !faults.has("forgets-titles");
        if (!kept) {
            title = told.asText(null);
        }
    }

    void usage(JsonNode update) {
        JsonNode told = update.path("cost");
        boolean kept = told.isNull() && faults.has("keeps-cleared-costs")
                || told.isMissingNode() && !faults.has("forgets-costs");
        if (!kept) {
            cost = told.path("amount");
        }
    }

    void plan(JsonNode plan) {
        if (!plan.path("entries").isArray()) {
            return;
        }
        String id = plan.path("planId").asText();
        if (faults.has("has-one-plan")) {
            plans.clear();
        }
        ArrayNode entries = faults.has("adds-up-plans") && plans.containsKey(id) ? plans.get(id) : arr();
        for (JsonNode entry : plan.path("entries")) {
            if (entry.path("content").isTextual()) {
                entries.add(entry.path("content"));
            } else if (faults.has("drops-malformed-plans")) {
                return;
            }
        }
        plans.put(id, entries);
    }

    void options(JsonNode all, boolean update) {
        if (!all.isArray()) {
            return;
        }
        if (!(update && faults.has("adds-up-options"))) {
            options.clear();
        }
        all.forEach(option -> options.put(
                option.path("configId").asText(), option.path("currentValue").asText()));
    }

    void option(String id, String value) {
        options.put(id, value);
    }

    ObjectNode shownState() {
        return obj("state", state, "background", background.deepCopy());
    }

    ObjectNode shownInfo() {
        return obj("title", title, "cost", cost);
    }

    ArrayNode shownPlans() {
        ArrayNode shown = arr();
        plans.forEach((id, entries) -> shown.add(obj("id", id, "entries", entries)));
        return shown;
    }

    ArrayNode shownOptions() {
        ArrayNode shown = arr();
        options.forEach((id, value) -> shown.add(obj("id", id, "value", value)));
        return shown;
    }
}
