package io.acp4j.tck.internal.agent;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks at {@code _meta} wherever it stands, in extensions, too. */
final class MetaMonitor implements Monitor {

    @Override
    public List<String> watches() {
        return List.of("EXT-006");
    }

    @Override
    public void inspect(Recording recording, Findings findings) {
        for (Entry entry : recording.received()) {
            JsonNode json = entry.json();
            if (json != null) {
                JsonNode meta = malformed(json);
                findings.check(
                        "EXT-006",
                        meta == null,
                        "an object",
                        () -> "_meta of type " + (meta == null ? "" : meta.getNodeType()) + " in " + entry.brief());
            }
        }
    }

    private static @Nullable JsonNode malformed(JsonNode json) {
        for (JsonNode meta : json.findValues("_meta")) {
            if (!meta.isObject() && !meta.isNull()) {
                return meta;
            }
        }
        return null;
    }
}
