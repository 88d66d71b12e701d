package io.acp4j.tck.internal.agent;

import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.wire.Entry;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Looks for what a turn brings after its end. */
final class TurnEndMonitor implements Monitor {

    private static final Set<String> OF_TURNS =
            Set.of("agent_message_chunk", "agent_thought_chunk", "tool_call", "tool_call_update", "plan");

    @Override
    public List<String> watches() {
        return List.of("PROMPT-009");
    }

    @Override
    public void inspect(Recording recording, Findings findings) {
        Map<String, Integer> open = new HashMap<>();
        // Sessions of which the last thing that ended was a turn on its own account.
        Set<String> ended = new HashSet<>();
        for (Entry entry : recording.entries()) {
            if (entry.sent() && entry.kind() == Entry.Kind.REQUEST) {
                ended.remove(entry.session());
                if (entry.method().equals("session/prompt")) {
                    open.merge(entry.session(), 1, Integer::sum);
                }
            } else if (!entry.sent() && entry.kind() == Entry.Kind.RESPONSE) {
                Entry request = recording.requestOf(entry);
                if (request != null && request.method().equals("session/prompt")) {
                    boolean last = open.merge(request.session(), -1, Integer::sum) == 0;
                    String reason = entry.at("/result/stopReason").asText();
                    if (last && !reason.isEmpty() && !reason.equals("cancelled")) {
                        ended.add(request.session());
                    }
                }
            } else if (OF_TURNS.contains(entry.update())) {
                findings.check("PROMPT-009", !ended.contains(entry.session()), "everything before the response", entry);
            }
        }
    }
}
