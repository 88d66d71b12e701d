package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a reference client of version 2 does for its agent: it asks its user, and no more. */
final class V2ClientHost extends ClientHost {

    private static final Set<String> SUBJECTS = Set.of("tool_call", "command");

    private final V2ClientSessions sessions;

    V2ClientHost(ReferenceClient client, V2ClientSessions sessions) {
        super(client);
        this.sessions = sessions;
    }

    static ObjectNode introduction(int version, Faults faults) {
        ObjectNode capabilities = obj("auth", obj("terminal", obj()));
        if (!faults.has("no-elicitation")) {
            capabilities.set("elicitation", obj("form", obj(), "url", obj()));
        }
        return obj(
                "protocolVersion",
                version,
                "info",
                obj("name", "reference-client", "version", "2"),
                "capabilities",
                capabilities);
    }

    @Override
    @Nullable
    ObjectNode respond(JsonNode message, JsonNode params, String method) {
        sessions.turnedAway();
        return switch (method) {
            case "session/request_permission", "elicitation/create" -> super.respond(message, params, method);
            case "fs/read_text_file" ->
                faults.has("serves-files")
                        ? obj("result", obj("content", ""))
                        : obj("error", ReferenceClient.notFound());
            default -> obj("error", ReferenceClient.notFound());
        };
    }

    /** The agent withdraws what it asks. */
    @Override
    boolean isBeingCancelled(String session) {
        return false;
    }

    @Override
    boolean isComplete(JsonNode params) {
        return params.path("title").isTextual()
                || (faults.has("needs-no-title") && !params.path("options").isEmpty());
    }

    @Override
    @Nullable
    ObjectNode permission(JsonNode message, JsonNode params) {
        JsonNode subject = params.path("subject");
        String type = subject.path("type").asText();
        if (faults.has("needs-subjects") && subject.isMissingNode() && params.has("title") && params.has("description")
                || faults.has("dislikes-commands") && type.equals("command")
                || faults.has("dislikes-unknown-subjects") && !type.isEmpty() && !SUBJECTS.contains(type)) {
            return obj("error", obj("code", -32603, "message", "Unknown subject"));
        }
        if (type.equals("tool_call") && !faults.has("ignores-subjects")) {
            sessions.session(params.path("sessionId").asText()).tools().update(subject.path("toolCall"));
        }
        if (faults.has("fails-on-nothing-to-choose") && params.path("options").isEmpty()) {
            return obj("error", obj("code", -32603, "message", "Nothing to choose"));
        }
        return super.permission(message, params);
    }

    /** The work of a session is cancelled: its agent withdraws what it has asked. */
    @Override
    void cancelQuestions(String session) {
        for (JsonNode question : new ArrayList<>(questions.values())) {
            String asking = question.at("/params/sessionId").asText();
            String tool = question.at("/params/subject/toolCall/toolCallId").asText();
            boolean early = faults.has("cancels-background-questions")
                            && sessions.session(asking).facts().isInBackground(tool)
                    || faults.has("cancels-all-questions") && !asking.equals(session)
                    || faults.has("unusual:cancels-at-once")
                            && asking.equals(session)
                            && !sessions.session(asking).facts().isInBackground(tool);
            if (early) {
                questions.remove(question.path("id").asText());
                client.respond(question, outcome("cancelled", null));
            }
        }
    }

    @Override
    void cancel(JsonNode id) {
        JsonNode question = questions.get(id.asText());
        if (question == null) {
            super.cancel(id);
            return;
        }
        boolean cancelled =
                sessions.wasCancelled(question.at("/params/sessionId").asText());
        if (!cancelled && faults.has("ignores-withdrawals-during-work")) {
            return;
        }
        questions.remove(id.asText());
        if (!cancelled && faults.has("fails-when-cancelled")) {
            client.respond(question, obj("error", obj("code", -32603, "message", "Request cancelled")));
        } else if (cancelled && faults.has("fails-when-withdrawn")) {
            client.respond(question, obj("error", obj("code", -32800, "message", "Request cancelled")));
        } else if (cancelled && faults.has("selects-when-withdrawn")) {
            client.respond(
                    question,
                    outcome(
                            "selected",
                            question.at("/params/options/0/optionId").asText()));
        } else {
            client.respond(question, outcome("cancelled", null));
        }
    }

    @Override
    ObjectNode elicited(JsonNode params) {
        String mode = params.path("mode").asText();
        if (faults.has("elicits-in-sessions-only") && params.has("requestId")
                || faults.has("elicits-for-sessions-only") && params.has("toolCallId")) {
            return invalid("no session");
        }
        boolean known = mode.equals("form") || mode.equals("url") || faults.has("accepts-any-mode");
        return known || faults.has("no-elicitation") ? super.elicited(params) : obj("result", obj("action", "cancel"));
    }
}
