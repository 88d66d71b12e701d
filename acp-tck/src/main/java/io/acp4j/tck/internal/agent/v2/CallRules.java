package io.acp4j.tck.internal.agent.v2;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.shape.MessageShapes;
import io.acp4j.tck.internal.wire.Entry;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What an agent asks of its client. */
final class CallRules extends Rules {

    private static final String KNOWN = "a session that was made, resumed or announced";

    private final Set<String> ofVersion1 = MessageShapes.onlyInVersion1(shapes -> shapes.methodsOf("client"));

    @Override
    public List<String> watches() {
        return List.of(
                "V2-RPC-007",
                "V2-RPC-009",
                "V2-RPC-010",
                "V2-RPC-011",
                "V2-PERM-014",
                "V2-PERM-015",
                "V2-PERM-016",
                "V2-PERM-017",
                "V2-PERM-018",
                "V2-PERM-019",
                "V2-ELIC-007",
                "V2-ELIC-008",
                "V2-ELIC-009",
                "V2-ELIC-010");
    }

    @Override
    public void inspect(Recording recording, Findings findings) {
        Set<JsonNode> ours = new HashSet<>();
        Set<String> sessions = new HashSet<>(recording.earlierSessions());
        recording.entries().forEach(entry -> UpdateRules.note(entry, sessions));
        for (Entry entry : recording.received()) {
            if (entry.kind() == Entry.Kind.REQUEST) {
                ours.add(entry.at("/id"));
                findings.check("V2-RPC-007", !entry.at("/id").isNull(), "an id that is not null", entry);
            }
            if (entry.at("/error/data/sessionId").isTextual()) {
                error(entry, recording.requestOf(entry), findings);
            }
            String method = entry.method();
            if (!method.isEmpty()) {
                findings.check("V2-RPC-009", !ofVersion1.contains(method), "no service of version 1", method);
            }
            switch (method) {
                case "$/cancel_request" ->
                    findings.check(
                            "V2-RPC-010",
                            ours.contains(entry.at("/params/requestId")),
                            "the id of a request of its own",
                            entry);
                case "session/request_permission" -> {
                    permission(entry, findings);
                    findings.check("V2-PERM-019", sessions.contains(entry.session()), KNOWN, entry);
                }
                case "elicitation/create" -> {
                    elicitation(entry, findings);
                    if (entry.at("/params/sessionId").isTextual()) {
                        findings.check("V2-ELIC-010", sessions.contains(entry.session()), KNOWN, entry);
                    }
                }
                default -> {
                    // Others judge it.
                }
            }
        }
    }

    private static void error(Entry entry, @Nullable Entry request, Findings findings) {
        if (request != null && !request.session().isEmpty()) {
            String named = entry.at("/error/data/sessionId").asText();
            findings.check("V2-RPC-011", named.equals(request.session()), "the session " + request.session(), entry);
        }
    }

    private static void permission(Entry entry, Findings findings) {
        findings.check("V2-PERM-014", !entry.at("/params/title").asText("").isBlank(), "a title", entry);
        JsonNode options = entry.at("/params/options");
        findings.check("V2-PERM-015", options.isArray() && !options.isEmpty(), "at least one option", entry);
        Set<JsonNode> ids = new HashSet<>();
        for (JsonNode option : options) {
            findings.check(
                    "V2-PERM-016",
                    option.path("optionId").isTextual()
                            && option.path("name").isTextual()
                            && option.path("kind").isTextual(),
                    "an optionId, a name and a kind",
                    option);
            findings.check("V2-PERM-017", ids.add(option.path("optionId")), "an id of its own", option);
        }
        JsonNode subject = entry.at("/params/subject");
        if (subject.path("type").asText().equals("tool_call")) {
            findings.check(
                    "V2-PERM-018",
                    !subject.at("/toolCall/toolCallId").asText("").isEmpty(),
                    "a tool call with its id",
                    entry);
        }
    }

    private static void elicitation(Entry entry, Findings findings) {
        String mode = entry.at("/params/mode").asText();
        if (mode.equals("form")) {
            JsonNode schema = entry.at("/params/requestedSchema");
            findings.check(
                    "V2-ELIC-007",
                    schema.path("type").asText().equals("object")
                            && schema.path("properties").isObject(),
                    "a schema of an object with its properties",
                    entry);
        } else if (mode.equals("url")) {
            findings.check(
                    "V2-ELIC-008",
                    entry.at("/params/elicitationId").isTextual()
                            && entry.at("/params/url").isTextual(),
                    "an elicitationId and an address",
                    entry);
        }
        boolean session = entry.at("/params/sessionId").isTextual();
        boolean request = !entry.at("/params/requestId").isMissingNode()
                && !entry.at("/params/requestId").isNull();
        findings.check("V2-ELIC-009", session != request, "either a sessionId or a requestId", entry);
    }
}
