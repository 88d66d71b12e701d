package io.acp4j.tck.internal.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;
import java.util.Set;

/** Judges the MCP servers that a client of version 1 gives its sessions. */
final class ServerMonitor implements Monitor {

    private static final Set<String> SETUPS = Set.of("session/new", "session/load", "session/resume", "session/fork");

    @Override
    public List<String> watches() {
        return List.of("CLI-SESS-002");
    }

    @Override
    public boolean concerns(Recording recording) {
        return true;
    }

    @Override
    public void inspect(Recording recording, Findings findings) {
        for (Entry entry : recording.received()) {
            JsonNode params = entry.at("/params");
            if (SETUPS.contains(entry.method())) {
                findings.check("CLI-SESS-002", areServers(entry.method(), params.path("mcpServers")), "a list", params);
            }
        }
    }

    /** Only new and loaded sessions must say that they have no servers. */
    private static boolean areServers(String method, JsonNode servers) {
        if (servers.isMissingNode() && !method.equals("session/new") && !method.equals("session/load")) {
            return true;
        }
        if (!servers.isArray()) {
            return false;
        }
        for (JsonNode server : servers) {
            boolean remote = server.path("type").asText().matches("http|sse");
            boolean complete = remote
                    ? server.path("url").isTextual() && server.path("headers").isArray()
                    : server.path("command").isTextual() && server.path("args").isArray();
            if (!server.path("name").isTextual() || !complete) {
                return false;
            }
        }
        return true;
    }
}
