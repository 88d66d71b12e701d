package io.acp4j.tck.internal.agent;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.wire.Entry;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks for members that the agent has made up, and at its {@code _meta}. The unstable schema's members count as known. */
final class MembersMonitor implements Monitor {

    private static final Map<String, Set<String>> RESULTS = Map.ofEntries(
            Map.entry("initialize", Set.of("protocolVersion", "agentCapabilities", "authMethods", "agentInfo")),
            Map.entry("session/new", Set.of("sessionId", "modes", "configOptions", "models")),
            Map.entry("session/load", Set.of("modes", "configOptions", "models")),
            Map.entry("session/resume", Set.of("modes", "configOptions", "models")),
            Map.entry("session/fork", Set.of("sessionId", "modes", "configOptions", "models")),
            Map.entry("session/list", Set.of("sessions", "nextCursor")),
            Map.entry("session/prompt", Set.of("stopReason", "usage")),
            Map.entry("session/set_config_option", Set.of("configOptions")),
            Map.entry("session/set_mode", Set.of()),
            Map.entry("session/close", Set.of()),
            Map.entry("session/delete", Set.of()),
            Map.entry("authenticate", Set.of()),
            Map.entry("logout", Set.of()));

    private static final Set<String> CHUNK = Set.of("content", "messageId");

    private static final Set<String> TOOL =
            Set.of("toolCallId", "title", "name", "kind", "status", "content", "locations", "rawInput", "rawOutput");

    private static final Map<String, Set<String>> UPDATES = Map.ofEntries(
            Map.entry("user_message_chunk", CHUNK),
            Map.entry("agent_message_chunk", CHUNK),
            Map.entry("agent_thought_chunk", CHUNK),
            Map.entry("tool_call", TOOL),
            Map.entry("tool_call_update", TOOL),
            Map.entry("plan", Set.of("entries")),
            Map.entry("available_commands_update", Set.of("availableCommands")),
            Map.entry("current_mode_update", Set.of("currentModeId")),
            Map.entry("config_option_update", Set.of("configOptions")),
            Map.entry("session_info_update", Set.of("title", "updatedAt")),
            Map.entry("usage_update", Set.of("used", "size", "cost")));

    @Override
    public List<String> watches() {
        return List.of("EXT-005", "EXT-006");
    }

    @Override
    public void inspect(Recording recording, Findings findings) {
        for (Entry entry : recording.received()) {
            if (entry.json() == null) {
                continue;
            }
            String strange = strangeMember(recording, entry);
            findings.check(
                    "EXT-005",
                    strange == null,
                    "members of the specification, and _meta",
                    () -> strange + " in " + entry.brief());
            JsonNode meta = badMeta(entry.json());
            findings.check("EXT-006", meta == null, "an object", () -> "_meta is " + meta + " in " + entry.brief());
        }
    }

    private static @Nullable String strangeMember(Recording recording, Entry entry) {
        if (entry.kind() == Entry.Kind.RESPONSE) {
            Entry request = recording.requestOf(entry);
            Set<String> known = request == null ? null : RESULTS.get(request.method());
            return known == null ? null : strange(entry.at("/result"), known, "");
        }
        if (!entry.method().equals("session/update")) {
            return null;
        }
        String outside = strange(entry.at("/params"), Set.of("sessionId", "update"), "");
        Set<String> known = UPDATES.get(entry.update());
        return outside != null || known == null ? outside : strange(entry.at("/params/update"), known, "sessionUpdate");
    }

    private static @Nullable String strange(JsonNode object, Set<String> known, String alsoKnown) {
        for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!known.contains(name) && !name.equals("_meta") && !name.equals(alsoKnown)) {
                return "`" + name + "`";
            }
        }
        return null;
    }

    private static @Nullable JsonNode badMeta(JsonNode json) {
        for (JsonNode meta : json.findValues("_meta")) {
            if (!meta.isObject() && !meta.isNull()) {
                return meta;
            }
        }
        return null;
    }
}
