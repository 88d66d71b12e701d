package io.acp4j.tck.internal.agent;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.wire.Entry;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks that updates are about sessions that the client has got or asked for. */
final class SessionMonitor implements Monitor {

    @Override
    public List<String> watches() {
        return List.of("SESS-009", "SESS-012", "SESS-017");
    }

    @Override
    public void inspect(Recording recording, Findings findings) {
        Set<String> known = new HashSet<>(recording.earlierSessions());
        Set<String> early = new HashSet<>();
        int beingMade = 0;
        for (Entry entry : recording.entries()) {
            if (entry.sent()) {
                // A session that the client names is known, even before the agent has responded.
                if (!entry.session().isEmpty()) {
                    known.add(entry.session());
                }
                if (entry.kind() == Entry.Kind.REQUEST && makesSessions(entry.method())) {
                    beingMade++;
                }
            } else if (entry.kind() == Entry.Kind.RESPONSE) {
                if (named(entry)) {
                    known.add(entry.at("/result/sessionId").asText());
                }
                entry.at("/result/sessions")
                        .forEach(each -> known.add(each.path("sessionId").asText()));
                Entry request = recording.requestOf(entry);
                if (request != null && request.method().equals("session/new") && named(entry)) {
                    findings.check(
                            "SESS-017",
                            !early.contains(entry.at("/result/sessionId").asText()),
                            "no update of the session before this",
                            entry);
                }
                if (request != null && makesSessions(request.method())) {
                    beingMade--;
                }
            } else if (entry.method().equals("session/update")) {
                if (!known.contains(entry.session())) {
                    early.add(entry.session());
                }
                known.addAll(children(entry));
                // Its id comes with the response: until then no update can be told from one for a strange session.
                findings.check(
                        "SESS-009",
                        beingMade > 0 || known.contains(entry.session()),
                        "a session that the client has made, loaded or forked",
                        entry);
            } else if (entry.kind() == Entry.Kind.REQUEST
                    && entry.at("/params/sessionId").isTextual()) {
                findings.check(
                        "SESS-012",
                        known.contains(entry.session()),
                        "a session that the client has made, loaded or forked",
                        entry);
            }
        }
    }

    private static boolean named(Entry response) {
        return response.at("/result/sessionId").isTextual();
    }

    /** Returns the sessions of sub-agents that an update announces, in the dialects that there are. */
    static Set<String> children(Entry update) {
        Set<String> children = new HashSet<>();
        if (update.update().startsWith("subagent_")) {
            for (String member : List.of("subagentSessionId", "sessionId")) {
                JsonNode child = update.at("/params/update/" + member);
                if (child.isTextual()) {
                    children.add(child.asText());
                }
            }
        }
        return children;
    }

    private static boolean makesSessions(String method) {
        return method.equals("session/new") || method.equals("session/fork");
    }
}
