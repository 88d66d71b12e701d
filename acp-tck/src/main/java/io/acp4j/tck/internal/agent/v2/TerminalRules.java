package io.acp4j.tck.internal.agent.v2;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.wire.Entry;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Terminals of the agent: what they show is bytes. */
final class TerminalRules extends Rules {

    @Override
    public List<String> watches() {
        return List.of("V2-TERM-008", "V2-TERM-009", "V2-TERM-010");
    }

    @Override
    public void inspect(Recording recording, Findings findings) {
        Set<List<String>> known = new HashSet<>();
        for (Entry entry : recording.received("session/update")) {
            JsonNode update = entry.at("/params/update");
            List<String> id = List.of(entry.session(), update.path("terminalId").asText());
            if (entry.update().equals("terminal_update")) {
                known.add(id);
                if (update.path("output").isObject()) {
                    findings.check("V2-TERM-008", bytes(update.at("/output/data")) != null, "base64", entry);
                }
                if (update.path("cwd").isTextual()) {
                    findings.check(
                            "V2-TERM-010",
                            Permissions.isAbsolute(update.path("cwd").asText()),
                            "an absolute working directory",
                            entry);
                }
            } else if (entry.update().equals("terminal_output_chunk")) {
                findings.check("V2-TERM-008", bytes(update.path("data")) != null, "base64", entry);
                findings.check("V2-TERM-009", known.contains(id), "the terminal before its output", entry);
            }
        }
    }

    private static byte @Nullable [] bytes(JsonNode data) {
        if (!data.isTextual()) {
            return null;
        }
        try {
            return Base64.getDecoder().decode(data.asText());
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Returns what each terminal shows when all updates are applied: bytes as characters, by its id. */
    static Map<String, String> outputs(List<Entry> updates) {
        Map<String, String> outputs = new LinkedHashMap<>();
        for (Entry entry : updates) {
            JsonNode update = entry.at("/params/update");
            String id = update.path("terminalId").asText();
            if (entry.update().equals("terminal_output_chunk")) {
                outputs.merge(id, text(update.path("data")), String::concat);
            } else if (entry.update().equals("terminal_update")) {
                outputs.putIfAbsent(id, "");
                if (update.has("output")) {
                    outputs.put(id, text(update.at("/output/data")));
                }
            }
        }
        return outputs;
    }

    private static String text(JsonNode data) {
        byte[] bytes = bytes(data);
        return bytes == null ? "" : new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
