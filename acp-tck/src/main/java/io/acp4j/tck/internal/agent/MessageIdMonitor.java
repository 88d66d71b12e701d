package io.acp4j.tck.internal.agent;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.wire.Entry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Judges the ids on message chunks. */
final class MessageIdMonitor implements Monitor {

    @Override
    public List<String> watches() {
        return List.of("MSG-001", "MSG-004", "MSG-011");
    }

    @Override
    public void inspect(Recording recording, Findings findings) {
        Map<String, String> kinds = new HashMap<>();
        for (Entry entry : recording.received("session/update")) {
            JsonNode id = entry.at("/params/update/messageId");
            if (!entry.update().endsWith("_chunk") || id.isMissingNode()) {
                continue;
            }
            findings.check("MSG-001", Shapes.isTextOrAbsent(id), "a string or null", entry);
            if (id.isTextual()) {
                findings.check("MSG-011", !id.asText().isEmpty(), "an id that is not empty", entry);
                String kind = kinds.putIfAbsent(entry.session() + " " + id.asText(), entry.update());
                findings.check(
                        "MSG-004",
                        kind == null || kind.equals(entry.update()),
                        "an id that no other message has",
                        () -> "the id of a " + kind + " in " + entry);
            }
        }
    }
}
