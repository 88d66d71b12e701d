package io.acp4j.tck.internal.agent;

import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;

/** Checks that errors are short enough to be shown. */
final class ErrorMonitor implements Monitor {

    @Override
    public List<String> watches() {
        return List.of("RPC-032");
    }

    @Override
    public void inspect(Recording recording, Findings findings) {
        for (Entry entry : recording.received()) {
            if (entry.at("/error/message").isTextual()) {
                String message = entry.at("/error/message").asText();
                findings.check(
                        "RPC-032",
                        !message.isBlank() && message.lines().count() == 1,
                        "one line that is not empty",
                        entry);
            }
        }
    }
}
