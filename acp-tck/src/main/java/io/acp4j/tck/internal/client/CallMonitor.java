package io.acp4j.tck.internal.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Judges the parameters of what a client asks of its agent, in any version. */
final class CallMonitor implements Monitor {

    private static final Set<String> SETUPS = Set.of("session/new", "session/load", "session/resume", "session/fork");

    /** What each kind of content requires, as pointers to text. */
    private static final Map<String, List<String>> CONTENT = Map.of(
            "text", List.of("/text"),
            "image", List.of("/data", "/mimeType"),
            "audio", List.of("/data", "/mimeType"),
            "resource_link", List.of("/uri", "/name"),
            "resource", List.of("/resource/uri"));

    @Override
    public List<String> watches() {
        return List.of("CLI-SESS-001", "CLI-PROMPT-001");
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
                JsonNode cwd = params.path("cwd");
                findings.check("CLI-SESS-001", isAbsolute(cwd), "an absolute path", "cwd " + cwd);
            } else if (entry.method().equals("session/prompt")) {
                findings.check(
                        "CLI-PROMPT-001",
                        params.path("sessionId").isTextual() && isContent(params.path("prompt")),
                        "a session id and content",
                        params);
            }
        }
    }

    /** Absolute on some system: the client need not run on the kit's. */
    static boolean isAbsolute(JsonNode path) {
        return path.isTextual() && path.asText().matches("(?s)/.*|\\\\\\\\.*|[A-Za-z]:[\\\\/].*");
    }

    private static boolean isContent(JsonNode blocks) {
        if (!blocks.isArray()) {
            return false;
        }
        for (JsonNode block : blocks) {
            List<String> required = CONTENT.get(block.path("type").asText());
            if (required == null
                    || !required.stream().allMatch(pointer -> block.at(pointer).isTextual())) {
                return false;
            }
        }
        return true;
    }
}
