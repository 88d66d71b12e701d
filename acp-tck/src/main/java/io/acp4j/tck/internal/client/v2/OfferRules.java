package io.acp4j.tck.internal.client.v2;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;
import java.util.Set;

/** Judges how a client of version 2 introduces itself, what its messages are like, and which servers it gives its sessions. */
final class OfferRules implements Monitor {

    private static final int VERSION = 2;

    private static final Set<String> SETUPS = Set.of("session/new", "session/resume", "session/fork");

    @Override
    public List<String> watches() {
        return List.of(
                "V2-CLI-INIT-001",
                "V2-CLI-INIT-002",
                "V2-CLI-INIT-003",
                "V2-CLI-RPC-001",
                "V2-CLI-RPC-002",
                "V2-CLI-SESS-001");
    }

    @Override
    public boolean concerns(Recording recording) {
        return true;
    }

    @Override
    public void inspect(Recording recording, Findings findings) {
        List<Entry> all = recording.received("initialize");
        if (!all.isEmpty()) {
            first(all.get(0).at("/params"), findings);
        }
        for (Entry entry : recording.received()) {
            JsonNode json = entry.json();
            findings.check("V2-CLI-RPC-002", json == null || !json.isArray(), "a message", "an array");
            if (entry.kind() == Entry.Kind.REQUEST) {
                findings.check("V2-CLI-RPC-001", !entry.at("/id").isNull(), "an id", "null for " + entry.method());
            }
            JsonNode servers = entry.at("/params/mcpServers");
            if (recording.version() == VERSION && SETUPS.contains(entry.method())) {
                findings.check("V2-CLI-SESS-001", areServers(servers), "a list of servers with their types", servers);
            }
        }
    }

    private static void first(JsonNode params, Findings findings) {
        JsonNode info = params.path("info");
        findings.check(
                "V2-CLI-INIT-001",
                info.path("name").isTextual() && info.path("version").isTextual(),
                "a name and a version",
                info);
        JsonNode capabilities = params.path("capabilities");
        findings.check("V2-CLI-INIT-002", areMarkers(capabilities), "objects or null, at any depth", capabilities);
        findings.check(
                "V2-CLI-INIT-003",
                !params.path("protocolVersion").isInt()
                        || params.path("protocolVersion").asInt() == VERSION,
                "version 2",
                params.path("protocolVersion"));
    }

    private static boolean areMarkers(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return true;
        }
        if (!value.isObject()) {
            return false;
        }
        return value.properties().stream()
                .allMatch(member -> member.getKey().equals("_meta") || areMarkers(member.getValue()));
    }

    private static boolean areServers(JsonNode servers) {
        if (servers.isNull() || servers.isMissingNode()) {
            return true;
        }
        for (JsonNode server : servers) {
            boolean complete = switch (server.path("type").asText()) {
                case "stdio" -> server.path("command").isTextual();
                case "http" -> server.path("url").isTextual();
                default -> server.path("type").isTextual();
            };
            if (!complete || !server.path("name").isTextual()) {
                return false;
            }
        }
        return servers.isArray();
    }
}
