package io.acp4j.tck.internal.agent.v2;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.wire.Entry;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** States of sessions, and what runs in the background. */
final class StateRules extends Rules {

    /** The member by which each type of background work is named. */
    private static final Map<String, String> MEMBERS =
            Map.of("terminal", "terminalId", "tool_call", "toolCallId", "subagent", "sessionId");

    @Override
    public List<String> watches() {
        return List.of(
                "V2-STATE-001",
                "V2-STATE-002",
                "V2-BACK-004",
                "V2-BACK-005",
                "V2-BACK-006",
                "V2-BACK-007",
                "V2-BACK-008");
    }

    /** What is known of one session. */
    private static final class Known {
        private boolean busy;

        /** The first state with a background list; null if the agent has reported none. */
        private @Nullable Entry list;

        private final Set<String> announced = new HashSet<>();
        private final Set<String> finished = new HashSet<>();
        private final Set<String> listed = new HashSet<>();
    }

    @Override
    public void inspect(Recording recording, Findings findings) {
        Map<String, Known> sessions = new HashMap<>();
        for (Entry entry : recording.received("session/update")) {
            Known known = sessions.computeIfAbsent(entry.session(), id -> new Known());
            JsonNode update = entry.at("/params/update");
            switch (entry.update()) {
                case "tool_call_update" -> {
                    String id = "tool_call " + update.path("toolCallId").asText();
                    known.announced.add(id);
                    if (UpdateRules.FINAL.contains(update.path("status").asText())) {
                        known.finished.add(id);
                    }
                }
                case "terminal_update" -> {
                    String id = "terminal " + update.path("terminalId").asText();
                    known.announced.add(id);
                    if (update.path("exitStatus").isObject()) {
                        known.finished.add(id);
                    }
                }
                case "subagent_update" -> {
                    String id = "subagent " + update.path("sessionId").asText();
                    known.announced.add(id);
                    if (update.at("/state/state").asText().equals("idle")) {
                        known.finished.add(id);
                    }
                }
                case "state_update" -> state(entry, update, known, findings);
                default -> {
                    // No matter of states.
                }
            }
        }
    }

    private static void state(Entry entry, JsonNode update, Known known, Findings findings) {
        String state = update.path("state").asText("");
        findings.check("V2-STATE-001", !state.isEmpty(), "a state", entry);
        if (state.equals("idle")) {
            if (known.busy) {
                findings.check("V2-STATE-002", update.path("stopReason").isTextual(), "a stop reason", entry);
            }
            known.busy = false;
        } else if (state.equals("running") || state.equals("requires_action")) {
            known.busy = true;
        }
        JsonNode background = update.path("background");
        Entry list = known.list;
        if (list != null) {
            findings.check(
                    "V2-BACK-004",
                    background.isArray(),
                    "the background list in each state_update after " + list,
                    () -> "no background list in " + entry);
        }
        if (background.isArray()) {
            known.list = known.list == null ? entry : known.list;
            background(entry, background, known, findings);
        }
    }

    private static void background(Entry entry, JsonNode background, Known known, Findings findings) {
        Set<String> now = new HashSet<>();
        for (JsonNode item : background) {
            String type = item.path("type").asText("");
            boolean ours = MEMBERS.containsKey(type);
            String id = type + " " + item.path(MEMBERS.getOrDefault(type, "")).asText();
            findings.check(
                    "V2-BACK-005",
                    !type.isEmpty() && (!ours || id.length() > type.length() + 1),
                    "a type and an id",
                    entry);
            if (ours) {
                findings.check("V2-BACK-006", known.announced.contains(id), "what was announced before", entry);
                findings.check("V2-BACK-008", now.add(id), "each item once", entry);
            }
        }
        for (String item : known.listed) {
            if (!now.contains(item)) {
                findings.check("V2-BACK-007", known.finished.contains(item), "the end of " + item + " before", entry);
            }
        }
        known.listed.clear();
        known.listed.addAll(now);
    }
}
