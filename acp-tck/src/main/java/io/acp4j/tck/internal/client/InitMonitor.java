package io.acp4j.tck.internal.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;

/** Judges how a client begins, in any version. */
final class InitMonitor implements Monitor {

    private static final int MAX_VERSION = 65_535;

    @Override
    public List<String> watches() {
        return List.of("CLI-INIT-001", "CLI-INIT-002", "CLI-INIT-003");
    }

    @Override
    public boolean concerns(Recording recording) {
        return true;
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
        findings.check(
                "CLI-INIT-002",
                all.size() <= 1 + refused(recording, all),
                "one initialize, and another one only after an error",
                all.size() + " of them");
        all.forEach(entry -> initialize(entry.at("/params"), findings));
    }

    /** Counts the errors that the agent has responded with. */
    private static long refused(Recording recording, List<Entry> initializations) {
        return recording.entries().stream()
                .filter(entry -> entry.sent() && entry.at("/error").isObject())
                .filter(error -> initializations.stream()
                        .anyMatch(each ->
                                each.index() < error.index() && each.at("/id").equals(error.at("/id"))))
                .count();
    }

    private static void initialize(JsonNode params, Findings findings) {
        JsonNode version = params.path("protocolVersion");
        findings.check(
                "CLI-INIT-003",
                version.isIntegralNumber() && version.canConvertToInt() && isVersion(version.asInt()),
                "an integer from 0 to 65535",
                version);
    }

    private static boolean isVersion(int version) {
        return version >= 0 && version <= MAX_VERSION;
    }
}
