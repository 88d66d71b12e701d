package io.acp4j.agent.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A terminal in a replayed session, independent of the protocol version. */
record ShownTerminal(String text, String exit, boolean truncated) {

    static final String MISSING = "(The output of this terminal was not stored.)";

    private static String text(JsonNode data) {
        return new String(Base64.getDecoder().decode(data.asText()), StandardCharsets.UTF_8);
    }

    /** Returns the terminals of a replay in the order of their tool calls, for either version of the protocol. */
    static List<ShownTerminal> in(List<JsonNode> updates) {
        Map<String, JsonNode> contents = new LinkedHashMap<>();
        Map<String, ShownTerminal> own = new HashMap<>();
        for (JsonNode update : updates) {
            if (update.path("content").isArray()) {
                contents.put(update.path("toolCallId").asText(), update.get("content"));
            } else if (update.path("sessionUpdate").asText().equals("terminal_output_chunk")) {
                own.computeIfPresent(
                        update.get("terminalId").asText(),
                        (id, before) -> new ShownTerminal(text(update.get("data")), before.exit(), before.truncated()));
            } else if (update.path("sessionUpdate").asText().equals("terminal_update")) {
                ShownTerminal before =
                        own.getOrDefault(update.get("terminalId").asText(), new ShownTerminal(MISSING, "", false));
                own.put(
                        update.get("terminalId").asText(),
                        new ShownTerminal(
                                update.has("output") ? text(update.at("/output/data")) : before.text(),
                                update.at("/exitStatus/exitCode").asText(),
                                update.at("/_meta/acp4j~1terminal/truncated").asBoolean()));
            }
        }
        List<ShownTerminal> shown = new ArrayList<>();
        contents.values().forEach(content -> {
            for (JsonNode each : content) {
                JsonNode mark = each.at("/_meta/acp4j~1terminal");
                if (each.path("type").asText().equals("terminal")) {
                    shown.add(own.getOrDefault(
                            each.get("terminalId").asText(),
                            new ShownTerminal("unknown terminal " + each.get("terminalId"), "", false)));
                } else if (mark.isObject()) {
                    shown.add(new ShownTerminal(
                            each.at("/content/text").asText(),
                            mark.at("/exitStatus/exitCode").asText(),
                            mark.path("truncated").asBoolean()));
                }
            }
        });
        return shown;
    }
}
