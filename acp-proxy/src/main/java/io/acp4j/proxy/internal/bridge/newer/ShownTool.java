package io.acp4j.proxy.internal.bridge.newer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.acp4j.proxy.internal.bridge.wire.Json;

/** A tool call as the agent has described it, as far as it must be sent again when it grows. */
final class ShownTool {

    private ArrayNode content = Json.array();
    private long length;
    String title = "Tool call";

    void replace(JsonNode items) {
        content = Json.array();
        length = 0;
        items.forEach(this::add);
    }

    void add(JsonNode item) {
        content.add(item);
        length += item.toString().length();
    }

    /** Leaves out the oldest items until the rest fits, but for the last one; says whether any was left out. */
    boolean fit(int limit) {
        boolean cut = false;
        while (length > limit && content.size() > 1) {
            length -= content.remove(0).toString().length();
            cut = true;
        }
        return cut;
    }

    ArrayNode content() {
        return content;
    }

    boolean shows(String terminalId) {
        for (JsonNode item : content) {
            if ("terminal".equals(Json.text(item, "type")) && terminalId.equals(Json.text(item, "terminalId"))) {
                return true;
            }
        }
        return false;
    }
}
