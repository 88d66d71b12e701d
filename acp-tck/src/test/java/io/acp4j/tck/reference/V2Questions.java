package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What the reference agent of version 2 asks its client, and what it makes of the response. */
final class V2Questions {

    private static final long LIMIT_SECONDS = 60;

    private final V2Session session;
    private final V2Session.Job job;
    private final V2Messages messages;
    private final V2ToolCalls toolCalls;
    private boolean requires;

    /** The work was cancelled. */
    static final class Cancelled extends RuntimeException {

        static final long serialVersionUID = 1L;

        Cancelled() {
            super(null, null, false, false);
        }
    }

    V2Questions(V2Session session, V2Session.Job job, V2Messages messages, V2ToolCalls toolCalls) {
        this.session = session;
        this.job = job;
        this.messages = messages;
        this.toolCalls = toolCalls;
    }

    void waitForCancellation() throws InterruptedException, ExecutionException, TimeoutException {
        job.cancelled.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    /** Asks the client and waits for its answer, or for the cancellation of the work. */
    JsonNode ask(String method, ObjectNode params) throws InterruptedException, ExecutionException, TimeoutException {
        ReferenceAgent.Asked asked = session.agent.ask(method, params, each -> {
            synchronized (job) {
                job.asked.put(each.id(), new V2Session.Question(method, each.answer()));
            }
        });
        CompletableFuture.anyOf(asked.answer(), job.cancelled).get(LIMIT_SECONDS, TimeUnit.SECONDS);
        if (job.cancelled.isDone()) {
            throw new Cancelled();
        }
        return asked.answer().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    ObjectNode subject() {
        ObjectNode call =
                obj("toolCallId", session.newId("t"), "title", "Delete a file", "kind", "delete", "status", "pending");
        if (session.has("names-no-tool-call") && requires) {
            call.put("toolCallId", "");
        }
        return obj("type", "tool_call", "toolCall", call);
    }

    private static ObjectNode option(String id, String kind) {
        return obj("optionId", id, "name", id, "kind", kind);
    }

    void permission(ObjectNode subject) throws InterruptedException, ExecutionException, TimeoutException {
        String tool = subject.at("/toolCall/toolCallId").asText(session.newId("t"));
        toolCalls.toolUpdate(tool, obj("title", "Delete a file", "kind", "delete", "status", "pending"));
        JsonNode answer = ask(
                "session/request_permission",
                obj(
                        "sessionId",
                        session.kept.id,
                        "title",
                        "May I delete it?",
                        "subject",
                        subject,
                        "options",
                        session.has("offers-nothing-for-commands") && subject.has("command") ? arr() : options()));
        if (session.has("needs-an-answer") && answer.has("error")) {
            waitForCancellation();
        }
        JsonNode outcome = answer.at("/result/outcome");
        String kind = outcome.path("outcome").asText();
        boolean allowed =
                kind.equals("selected") && outcome.path("optionId").asText().equals("yes");
        allowed |= session.has("takes-errors-for-yes") && answer.has("error");
        allowed |= session.has("takes-" + kind + "-for-yes")
                || (session.has("takes-no-for-yes") && kind.equals("selected"));
        allowed |= session.has("takes-never-for-yes")
                && outcome.path("optionId").asText().equals("never");
        allowed &= !session.has("takes-yes-for-no");
        if (allowed) {
            toolCalls.toolUpdate(tool, obj("status", "in_progress"));
        }
        toolCalls.toolUpdate(tool, obj("status", allowed ? "completed" : "failed"));
    }

    void subagent() throws InterruptedException, ExecutionException, TimeoutException {
        String child = session.newId("child-");
        ObjectNode call = subject();
        JsonNode tool = call.at("/toolCall/toolCallId");
        report(child, "running");
        ObjectNode pending = obj("sessionUpdate", "tool_call_update");
        pending.setAll((ObjectNode) call.path("toolCall"));
        session.agent.update(child, pending);
        boolean allowed = session.has("sub-agents-do-as-they-like")
                || ask(
                                "session/request_permission",
                                obj(
                                        "sessionId",
                                        child,
                                        "title",
                                        "May the helper delete it?",
                                        "subject",
                                        call,
                                        "options",
                                        arr(option("yes", "allow_once"), option("no", "reject_once"))))
                        .at("/result/outcome/optionId")
                        .asText()
                        .equals("yes");
        session.agent.update(
                child,
                obj(
                        "sessionUpdate",
                        "tool_call_update",
                        "toolCallId",
                        tool,
                        "status",
                        allowed ? "completed" : "failed"));
        report(child, "idle");
        messages.say("the helper is done");
    }

    private void report(String child, String state) {
        session.agent.update(
                session.kept.id,
                obj(
                        "sessionUpdate",
                        "subagent_update",
                        "sessionId",
                        child,
                        "title",
                        "helper",
                        "state",
                        obj("state", state)));
    }

    void requiresAction() throws InterruptedException, ExecutionException, TimeoutException {
        if (!session.has("never-requires-action")) {
            session.state("requires_action", null);
        }
        requires = true;
        permission(subject());
        if (!session.has("never-requires-action")) {
            session.state(session.has("requires-action-again") ? "requires_action" : "running", null);
        }
    }

    private boolean offers(String mode) {
        return session.agent.capabilities.at("/elicitation/" + mode).isObject() || session.has("asks-everybody");
    }

    void form() throws InterruptedException, ExecutionException, TimeoutException {
        if (!offers("form")) {
            messages.say("Nobody to ask");
            return;
        }
        ObjectNode name = obj("type", "string", "title", "Name");
        JsonNode answer = ask(
                "elicitation/create",
                obj(
                        "sessionId",
                        session.kept.id,
                        "message",
                        "Who are you?",
                        "mode",
                        "form",
                        "requestedSchema",
                        obj("type", "object", "properties", obj("name", name))));
        String action = answer.at("/result/action").asText();
        if (session.has("stuck-after-" + action)) {
            waitForCancellation();
        }
        messages.say("The answer: " + action);
    }

    void url() throws InterruptedException, ExecutionException, TimeoutException {
        if (!offers("url")) {
            messages.say("Nobody to ask");
            return;
        }
        String id = session.newId("e");
        ask(
                "elicitation/create",
                obj(
                        "sessionId",
                        session.kept.id,
                        "message",
                        "Look there",
                        "mode",
                        "url",
                        "elicitationId",
                        id,
                        "url",
                        "https://example.com/"));
        session.agent.notifyClient("elicitation/complete", obj("elicitationId", id));
        messages.say("Thank you");
    }

    private ArrayNode options() {
        ArrayNode options = arr(option("yes", "allow_once"), option("no", "reject_once"));
        if (session.has("takes-never-for-yes") || session.has("unusual:offers-never")) {
            options.add(option("never", "reject_always"));
        }
        return options;
    }
}
