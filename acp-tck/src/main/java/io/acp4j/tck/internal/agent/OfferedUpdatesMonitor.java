package io.acp4j.tck.internal.agent;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;

/** Checks the updates that need a client that has advertised them. */
final class OfferedUpdatesMonitor implements Monitor {

    @Override
    public List<String> watches() {
        return List.of("UPD-026", "UPD-027", "UPD-028", "UPD-029");
    }

    @Override
    public void inspect(Recording recording, Findings findings) {
        boolean compaction = recording.capabilities().at("/session/compaction").isObject();
        boolean notices = recording.capabilities().at("/session/notices").isObject();
        for (Entry entry : recording.received("session/update")) {
            JsonNode update = entry.at("/params/update");
            switch (entry.update()) {
                case "compaction_update" -> {
                    findings.check("UPD-026", compaction, "no compaction update", entry);
                    boolean complete = Shapes.isId(update.path("compactionId")) && Shapes.isId(update.path("status"));
                    findings.check("UPD-027", complete, "a compactionId and a status", entry);
                }
                case "compaction_summary_chunk" -> {
                    findings.check("UPD-026", compaction, "no compaction update", entry);
                    boolean complete = Shapes.isId(update.path("compactionId"))
                            && update.path("content").isObject();
                    findings.check("UPD-027", complete, "a compactionId and a content block", entry);
                }
                case "notice" -> {
                    findings.check("UPD-028", notices, "no notice", entry);
                    boolean complete = Shapes.isId(update.path("severity")) && Shapes.isId(update.path("title"));
                    findings.check("UPD-029", complete, "a severity and a title that is not empty", entry);
                }
                default -> {
                    // Needs no advertising.
                }
            }
        }
    }
}
