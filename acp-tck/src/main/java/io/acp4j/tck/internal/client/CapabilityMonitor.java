package io.acp4j.tck.internal.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Recording;
import java.util.List;

/** Judges what a client of version 1 says of itself. */
final class CapabilityMonitor implements Monitor {

    @Override
    public List<String> watches() {
        return List.of("CLI-INIT-004", "CLI-INIT-005");
    }

    @Override
    public boolean concerns(Recording recording) {
        return true;
    }

    @Override
    public void inspect(Recording recording, Findings findings) {
        recording.received("initialize").forEach(entry -> initialize(entry.at("/params"), findings));
    }

    private static void initialize(JsonNode params, Findings findings) {
        JsonNode capabilities = params.path("clientCapabilities");
        findings.check(
                "CLI-INIT-004",
                isObject(capabilities)
                        && isObject(capabilities.path("fs"))
                        && isFlag(capabilities.at("/fs/readTextFile"))
                        && isFlag(capabilities.at("/fs/writeTextFile"))
                        && isFlag(capabilities.path("terminal"))
                        && isObject(capabilities.path("elicitation"))
                        && isObject(capabilities.path("session"))
                        && isObject(capabilities.path("auth")),
                "objects and booleans where the schema has them",
                capabilities);
        JsonNode info = params.path("clientInfo");
        findings.check(
                "CLI-INIT-005",
                info.path("name").isTextual() && info.path("version").isTextual(),
                "a name and a version",
                info);
    }

    private static boolean isObject(JsonNode value) {
        return value.isMissingNode() || value.isNull() || value.isObject();
    }

    private static boolean isFlag(JsonNode value) {
        return value.isMissingNode() || value.isNull() || value.isBoolean();
    }
}
