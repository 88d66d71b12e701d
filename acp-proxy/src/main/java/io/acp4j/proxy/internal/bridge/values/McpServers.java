package io.acp4j.proxy.internal.bridge.values;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.internal.bridge.wire.Json;
import org.jspecify.annotations.Nullable;

/** MCP servers in the parameters of what opens a session. */
public final class McpServers {

    private static final String SERVERS = "mcpServers";

    private McpServers() {}

    /** Rewrites the parameters for an agent of the older version, where a server without a type is a command. */
    public static void forOlder(ObjectNode params) {
        if (!(params.path(SERVERS) instanceof ArrayNode servers)) {
            params.putArray(SERVERS);
            return;
        }
        for (JsonNode server : servers) {
            if (server instanceof ObjectNode object) {
                boolean command = "stdio".equals(Json.text(object, "type"));
                if (command) {
                    object.remove("type");
                    listAt(object, "args");
                    listAt(object, "env");
                } else if ("http".equals(Json.text(object, "type"))) {
                    listAt(object, "headers");
                }
            }
        }
    }

    private static void listAt(ObjectNode object, String member) {
        if (!object.path(member).isArray()) {
            object.putArray(member);
        }
    }

    /**
     * Rewrites the parameters for an agent of the newer version.
     *
     * @param offered the agent's {@code capabilities.session.mcp}
     * @return what is wrong with them; null when nothing is
     */
    public static @Nullable String forNewer(ObjectNode params, JsonNode offered) {
        for (JsonNode server : params.path(SERVERS)) {
            if (!(server instanceof ObjectNode object)) {
                continue;
            }
            if (!Json.has(object, "type")) {
                object.put("type", "stdio");
            }
            String type = Json.text(object, "type", "");
            if (type.equals("sse") || (type.equals("stdio") && !Json.has(offered, "stdio"))) {
                return "the agent takes no MCP servers of type " + type;
            }
        }
        return null;
    }
}
