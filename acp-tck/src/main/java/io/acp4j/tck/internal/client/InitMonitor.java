package io.acp4j.tck.internal.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;

/** Judges how a client introduces itself. */
final class InitMonitor implements Monitor {

    private static final int MAX_VERSION = 65_535;

    @Override
    public List<String> watches() {
        return List.of("CLI-INIT-001", "CLI-INIT-002", "CLI-INIT-003", "CLI-INIT-004", "CLI-INIT-005");
    }

    @Override
    public void inspect(Recording recording, Findings findings) {
        List<Entry> calls = recording.received().stream()
                .filter(entry -> !entry.method().isEmpty())
                .toList();
        if (calls.isEmpty()) {
            return;
        }
        Entry first = calls.get(0);
        findings.check("CLI-INIT-001", first.method().equals("initialize"), "initialize", first);
        List<Entry> all = recording.received("initialize");
        findings.check("CLI-INIT-002", all.size() <= 1, "one initialize", all.size() + " of them");
        all.forEach(entry -> initialize(entry.at("/params"), findings));
    }

    private static void initialize(JsonNode params, Findings findings) {
        JsonNode version = params.path("protocolVersion");
        findings.check(
                "CLI-INIT-003",
                version.isIntegralNumber() && version.canConvertToInt() && isVersion(version.asInt()),
                "an integer from 0 to 65535",
                version);
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

    private static boolean isVersion(int version) {
        return version >= 0 && version <= MAX_VERSION;
    }

    private static boolean isObject(JsonNode value) {
        return value.isMissingNode() || value.isNull() || value.isObject();
    }

    private static boolean isFlag(JsonNode value) {
        return value.isMissingNode() || value.isNull() || value.isBoolean();
    }
}
