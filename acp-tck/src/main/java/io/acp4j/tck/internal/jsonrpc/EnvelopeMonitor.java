package io.acp4j.tck.internal.jsonrpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.wire.Entry;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Judges the JSON-RPC around the subject's messages. */
public final class EnvelopeMonitor implements Monitor {

    private final String prefix;
    private final Set<String> methods;

    /** Judges one side: the prefix of its requirements' ids, and the methods of the other side that it may call. */
    public EnvelopeMonitor(String prefix, Set<String> methods) {
        this.prefix = prefix;
        this.methods = Set.copyOf(methods);
    }

    @Override
    public List<String> watches() {
        return List.of(
                prefix + "RPC-001",
                prefix + "RPC-002",
                prefix + "RPC-003",
                prefix + "RPC-004",
                prefix + "RPC-005",
                prefix + "RPC-006",
                prefix + "RPC-007",
                prefix + "RPC-008",
                prefix + "RPC-009");
    }

    @Override
    public boolean concerns(Recording recording) {
        return true;
    }

    @Override
    public void inspect(Recording recording, Findings findings) {
        Map<JsonNode, Integer> ours = new HashMap<>();
        Set<JsonNode> theirs = new HashSet<>();
        Set<JsonNode> responses = new HashSet<>();
        for (Entry entry : recording.entries()) {
            if (entry.sent()) {
                if (entry.kind() == Entry.Kind.REQUEST) {
                    ours.merge(entry.at("/id"), 1, Integer::sum);
                } else if (entry.kind() == Entry.Kind.RESPONSE) {
                    theirs.remove(entry.at("/id"));
                    responses.add(entry.at("/id"));
                } else if (entry.kind() == Entry.Kind.NOTIFICATION) {
                    // Responses to notifications and to responses are the business of other requirements.
                    responses.add(NullNode.getInstance());
                    responses.add(MissingNode.getInstance());
                }
            } else if (entry.isFromSubject()
                    && entry.json() != null
                    && entry.json().isObject()) {
                findings.check(
                        prefix + "RPC-001",
                        entry.at("/jsonrpc").asText().equals("2.0")
                                && entry.at("/jsonrpc").isTextual(),
                        "\"jsonrpc\": \"2.0\"",
                        entry);
                switch (entry.kind()) {
                    case RESPONSE -> {
                        if (ours.containsKey(entry.at("/id")) || !responses.contains(entry.at("/id"))) {
                            response(entry, ours, recording, findings);
                        }
                    }
                    case REQUEST, NOTIFICATION -> call(entry, theirs, findings);
                    default -> {
                        // What is no message at all is the transport monitor's business.
                    }
                }
            }
        }
    }

    private void response(Entry entry, Map<JsonNode, Integer> ours, Recording recording, Findings findings) {
        boolean result = entry.json() != null && entry.json().has("result");
        JsonNode error = entry.at("/error");
        boolean hasError = !error.isMissingNode() && !(error.isNull() && result);
        findings.check(prefix + "RPC-002", result != !error.isMissingNode(), "either a result or an error", entry);
        if (hasError) {
            findings.check(
                    prefix + "RPC-005",
                    error.path("code").isIntegralNumber()
                            && error.path("message").isTextual(),
                    "an integer code and a message",
                    error);
        }
        JsonNode id = entry.at("/id");
        boolean unreadable = recording.disturbed() && hasError && (id.isNull() || id.isMissingNode());
        if (unreadable) {
            return;
        }
        Integer open = ours.get(id);
        findings.check(prefix + "RPC-003", open != null || recording.disturbed(), "the id of a request", entry);
        if (open != null) {
            findings.check(prefix + "RPC-004", open > 0, "one response", () -> "another one: " + entry.brief());
            ours.put(id, open - 1);
        }
    }

    private void call(Entry entry, Set<JsonNode> theirs, Findings findings) {
        JsonNode params = entry.at("/params");
        findings.check(
                prefix + "RPC-008",
                entry.at("/method").isTextual() && (params.isMissingNode() || params.isObject()),
                "a method that is a string, params that are an object",
                entry);
        String method = entry.method();
        findings.check(
                prefix + "RPC-009",
                methods.contains(method) || method.startsWith("_") || method.equals("$/cancel_request"),
                "a method of the other side or an extension method",
                method);
        if (entry.kind() == Entry.Kind.REQUEST) {
            JsonNode id = entry.at("/id");
            findings.check(
                    prefix + "RPC-006",
                    id.isTextual() || id.isIntegralNumber() || id.isNull(),
                    "a string, an integer or null",
                    "the id " + id);
            findings.check(
                    prefix + "RPC-007", theirs.add(id), "an id that no open request has", "the id " + id + " again");
        }
    }
}
