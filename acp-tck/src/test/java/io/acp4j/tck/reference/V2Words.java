package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.node;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What the reference agent of version 2 does when it is told to by the prompt vocabulary. */
final class V2Words {

    static final String ALL =
            "say chunks messages split-message thought tool tool-chunks tool-wait terminal terminal-wait background"
                    + " plan commands info usage content config permission command requires-action elicit-form elicit-url"
                    + " extension wait large history compact notice stop refuse fail unprompted replace clear subagent";

    private static final long LIMIT_SECONDS = 60;
    private static final long WHILE_MILLIS = 100;

    private final V2Session session;
    private final V2Session.Job job;
    private boolean requires;

    /** The work fails. */
    static final class Failed extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    /** The work was cancelled. */
    private static final class Cancelled extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Cancelled() {
            super(null, null, false, false);
        }
    }

    V2Words(V2Session session, V2Session.Job job) {
        this.session = session;
        this.job = job;
    }

    private boolean has(String flag) {
        return session.agent.faults.has(flag);
    }

    private String newId(String prefix) {
        return session.store.newId(prefix);
    }

    ObjectNode run(String prompt) throws InterruptedException, ExecutionException, TimeoutException {
        String[] words = prompt.startsWith("tck: ") && !has("knows-no-words")
                ? prompt.substring("tck: ".length()).split(" ", 2)
                : new String[] {"", prompt};
        String rest = words.length > 1 ? words[1] : "";
        try {
            act(words[0], rest);
        } catch (Cancelled e) {
            return obj("stopReason", "cancelled");
        }
        return obj("stopReason", words[0].equals("stop") ? rest : "end_turn");
    }

    private void act(String word, String rest) throws InterruptedException, ExecutionException, TimeoutException {
        switch (word) {
            case "vocabulary" -> say("tck-vocabulary: " + ALL);
            case "say" -> say(rest);
            case "chunks" -> chunks(Integer.parseInt(rest));
            case "messages" -> messages(Integer.parseInt(rest));
            case "split-message" -> split();
            case "thought" -> thought();
            case "tool" -> tool();
            case "tool-chunks" -> toolChunks();
            case "tool-wait" -> toolWait();
            case "terminal" -> terminal();
            case "terminal-wait" -> terminalWait();
            case "background" -> session.intoBackground(startTerminal());
            case "plan" -> plan();
            case "commands" ->
                session.update(
                        obj("sessionUpdate", "available_commands_update", "availableCommands", V2Agent.commands()));
            case "info" ->
                session.update(obj(
                        "sessionUpdate",
                        "session_info_update",
                        "title",
                        "A title",
                        "updatedAt",
                        "2026-11-22T10:00:00Z"));
            case "usage" ->
                session.update(obj(
                        "sessionUpdate",
                        "usage_update",
                        "used",
                        10,
                        "size",
                        100,
                        "cost",
                        obj("amount", 0.5, "currency", "EUR")));
            case "content" -> content();
            case "config" -> {
                session.kept.options.put("mode", obj("v", "code").path("v"));
                session.update(
                        obj("sessionUpdate", "config_option_update", "configOptions", V2Agent.options(session.kept)));
            }
            case "permission" -> permission(subject());
            case "command" -> permission(obj("type", "command", "command", "make all", "cwd", "/tmp"));
            case "requires-action" -> requiresAction();
            case "subagent" -> subagent();
            case "elicit-form" -> form();
            case "elicit-url" -> url();
            case "extension" -> {
                if (ask("_reference/hello", obj("hello", true)).has("error") && has("needs-extension")) {
                    throw new Failed();
                }
            }
            case "wait" -> {
                say("waiting");
                waitForCancellation();
            }
            case "large" -> say("x".repeat(Integer.parseInt(rest)));
            case "history" -> say(session.kept.forgets ? "[]" : history());
            case "compact" -> compact();
            case "notice" ->
                session.update(obj(
                        "sessionUpdate",
                        "notice",
                        "severity",
                        "info",
                        "title",
                        "Take notice",
                        "description",
                        "of this"));
            case "stop" -> say("stopping");
            case "fail" -> throw new Failed();
            case "unprompted" -> say("more will follow");
            case "replace" -> replace();
            case "clear" -> clear();
            default -> {
                say("You said: " + rest);
                if (has("works-for-a-while")) {
                    workForAWhile();
                }
            }
        }
        if (job.cancelled.isDone()) {
            throw new Cancelled();
        }
    }

    private void workForAWhile() throws InterruptedException, ExecutionException {
        try {
            job.cancelled.get(WHILE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            // the work is done
        }
    }

    private String history() {
        if (has("forgets-marzipan") && session.kept.title.contains("marzipan")) {
            return "[]";
        }
        if (!has("knows-all-sessions")) {
            return session.kept.history().toString();
        }
        StringBuilder all = new StringBuilder();
        session.store.list().forEach(each -> all.append(each.history()));
        return arr(obj("role", "user", "text", all.toString())).toString();
    }

    void afterwards(String prompt) {
        if (prompt.equals("tck: unprompted")) {
            session.unprompted();
        }
        if (has("talks-after-cancel") && job.cancelled.isDone() && session.ending.isEmpty()) {
            session.update(chunk("agent_message", newId("m"), "one more thing"));
        }
        if (has("talks-after-the-end") && prompt.startsWith("Hello")) {
            session.update(chunk("agent_message", newId("m"), "one more thing"));
        }
    }

    // Messages

    private static ObjectNode text(String text) {
        return obj("type", "text", "text", text);
    }

    private static ObjectNode chunk(String kind, String id, String text) {
        return obj("sessionUpdate", kind + "_chunk", "messageId", id, "content", text(text));
    }

    private void say(String text) {
        session.update(chunk("agent_message", newId("m"), text));
    }

    private void chunks(int count) {
        String id = newId("m");
        for (int i = 1; i <= count; i++) {
            session.update(chunk("agent_message", id, i + " "));
        }
    }

    private void messages(int count) {
        String shared = newId("m");
        for (int i = 1; i <= count; i++) {
            String id = has("messages-share-ids") ? shared : newId("m");
            session.update(chunk("agent_message", id, "message "));
            session.update(chunk("agent_message", has("chunks-have-ids") ? newId("m") : id, String.valueOf(i)));
        }
    }

    private void split() {
        String id = newId("m");
        session.update(chunk("agent_message", id, "before, "));
        String tool = newId("t");
        toolUpdate(tool, obj("title", "Between", "status", "in_progress"));
        toolUpdate(tool, obj("status", "completed"));
        if (has("tools-come-back")) {
            toolUpdate(tool, obj("status", "in_progress"));
        }
        session.update(chunk("agent_message", has("splits-messages") ? newId("m") : id, "after"));
    }

    private void thought() {
        if (has("thinks-too-late")) {
            say("I have thought");
        }
        session.update(chunk("agent_thought", newId("th"), "Let me think"));
        if (!has("thinks-too-late")) {
            say("I have thought");
        }
    }

    private void replace() {
        String id = newId("m");
        session.update(chunk("agent_message", id, "a first "));
        session.update(chunk("agent_message", id, "draft"));
        String last = has("replaces-by-another") ? newId("m") : id;
        session.update(obj("sessionUpdate", "agent_message", "messageId", last, "content", arr(text("the last word"))));
        session.update(chunk("agent_message", last, ", and more"));
    }

    private void clear() {
        String id = newId("m");
        session.update(chunk("agent_message", id, "never said"));
        if (!has("never-clears")) {
            ObjectNode update = obj("sessionUpdate", "agent_message", "messageId", id, "content", null);
            session.update(update);
        }
    }

    private void content() {
        String id = newId("m");
        for (ObjectNode block : new ObjectNode[] {
            text("text"),
            obj("type", "image", "data", "aGk=", "mimeType", "image/png"),
            obj("type", "audio", "data", "aGk=", "mimeType", "audio/wav"),
            obj("type", "resource_link", "name", "a", "uri", "file:///a"),
            obj("type", "resource", "resource", obj("uri", "file:///a", "text", "a"))
        }) {
            session.update(obj("sessionUpdate", "agent_message_chunk", "messageId", id, "content", block));
        }
    }

    // Tool calls and terminals

    private void toolUpdate(String id, ObjectNode members) {
        ObjectNode update = obj("sessionUpdate", "tool_call_update", "toolCallId", id);
        update.setAll(members);
        session.update(update);
    }

    private void tool() {
        String id = newId("t");
        toolUpdate(
                id,
                obj(
                        has("nameless-edits") ? "name" : "title",
                        "Edit a file",
                        "kind",
                        "edit",
                        "status",
                        "pending",
                        "locations",
                        arr(obj("path", "/tmp/a.txt", "line", 1))));
        if (!has("never-in-progress")) {
            toolUpdate(id, obj("status", "in_progress"));
        }
        ObjectNode change = obj("operation", "modify", "path", "/tmp/a.txt", "fileType", "text");
        toolUpdate(
                id,
                obj(
                        "status",
                        has("never-ends-edits") ? "in_progress" : "completed",
                        "content",
                        arr(
                                obj("type", "content", "content", text("done")),
                                obj("type", "diff", "changes", arr(change)))));
        if (has("tools-end-twice")) {
            toolUpdate(id, obj("status", "completed"));
        }
        say("The file is edited");
    }

    private void toolChunks() {
        String id = newId("t");
        ObjectNode chunk = obj(
                "sessionUpdate",
                "tool_call_content_chunk",
                "toolCallId",
                id,
                "content",
                obj("type", "content", "content", text("line 1")));
        if (has("content-before-tools")) {
            session.update(chunk.deepCopy());
        }
        toolUpdate(id, obj("title", "Search", "status", "in_progress"));
        session.update(chunk);
        toolUpdate(id, obj("status", "completed"));
    }

    private void toolWait() throws InterruptedException, ExecutionException, TimeoutException {
        String id = newId("t");
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        session.tools.put(id, stopped);
        toolUpdate(id, obj("title", "A long search", "status", "in_progress", "capabilities", obj("cancel", obj())));
        CompletableFuture.anyOf(stopped, job.cancelled).get(LIMIT_SECONDS, TimeUnit.SECONDS);
        session.tools.remove(id);
        if (!has("never-ends-tools")) {
            toolUpdate(id, obj("status", "cancelled", "capabilities", null));
        }
    }

    private String startTerminal() {
        String id = newId("term");
        session.terminals.put(id, new CompletableFuture<>());
        ObjectNode capabilities = obj("cancel", obj());
        ObjectNode start = obj(
                "sessionUpdate",
                "terminal_update",
                "terminalId",
                id,
                "command",
                "make all",
                "cwd",
                "/tmp",
                "size",
                obj("cols", 80, "rows", 24),
                "capabilities",
                capabilities);
        String output = has("shows-no-output") ? "" : "gr\u00fc";
        ObjectNode first = obj("sessionUpdate", "terminal_output_chunk", "terminalId", id, "data", base64(output));
        if (has("output-before-terminals")) {
            session.update(first.deepCopy());
        }
        session.update(start);
        session.update(first);
        return id;
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private void terminal() {
        String id = startTerminal();
        session.terminals.remove(id);
        // The two bytes of one character come apart.
        byte[] bytes = "ö".getBytes(StandardCharsets.UTF_8);
        for (byte each : has("shows-no-output") ? new byte[0] : bytes) {
            session.update(obj(
                    "sessionUpdate",
                    "terminal_output_chunk",
                    "terminalId",
                    id,
                    "data",
                    Base64.getEncoder().encodeToString(new byte[] {each})));
        }
        session.update(obj(
                "sessionUpdate",
                "terminal_update",
                "terminalId",
                id,
                has("forgets-the-exit") ? "command" : "exitStatus",
                has("forgets-the-exit") ? node("make all") : obj("exitCode", 0),
                "capabilities",
                null));
        if (has("plain-output")) {
            session.agent.update(
                    session.kept.id,
                    obj("sessionUpdate", "terminal_output_chunk", "terminalId", id, "data", "not base64!"));
        }
    }

    private void terminalWait() throws InterruptedException, ExecutionException, TimeoutException {
        String id = startTerminal();
        CompletableFuture.anyOf(session.terminals.get(id), job.cancelled).get(LIMIT_SECONDS, TimeUnit.SECONDS);
        session.exit(id);
    }

    private void plan() {
        ObjectNode first = obj("content", "one", "priority", "high", "status", "in_progress");
        ObjectNode second = obj("content", "two", "priority", "low", "status", "pending");
        String id = newId("plan");
        sendPlan(id, first, second);
        first.put("status", "completed");
        if (has("plans-shrink")) {
            sendPlan(id, first);
        } else {
            sendPlan(has("plans-change-ids") ? newId("plan") : id, first, second);
        }
    }

    private void sendPlan(String id, ObjectNode... entries) {
        session.update(obj(
                "sessionUpdate",
                "plan_update",
                "plan",
                obj(
                        "type",
                        "items",
                        "planId",
                        id,
                        "entries",
                        arr((Object[]) entries).deepCopy())));
    }

    private void compact() {
        String id = newId("c");
        session.update(obj("sessionUpdate", "compaction_update", "compactionId", id, "status", "in_progress"));
        session.update(obj(
                "sessionUpdate",
                "compaction_update",
                "compactionId",
                id,
                "status",
                has("compacts-for-ever") ? "in_progress" : "completed",
                "summary",
                arr(text("a summary"))));
    }

    // Questions

    private void waitForCancellation() throws InterruptedException, ExecutionException, TimeoutException {
        job.cancelled.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    /** Asks the client and waits for its answer, or for the cancellation of the work. */
    private JsonNode ask(String method, ObjectNode params)
            throws InterruptedException, ExecutionException, TimeoutException {
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

    private ObjectNode subject() {
        ObjectNode call =
                obj("toolCallId", newId("t"), "title", "Delete a file", "kind", "delete", "status", "pending");
        if (has("names-no-tool-call") && requires) {
            call.put("toolCallId", "");
        }
        return obj("type", "tool_call", "toolCall", call);
    }

    private static ObjectNode option(String id, String kind) {
        return obj("optionId", id, "name", id, "kind", kind);
    }

    private void permission(ObjectNode subject) throws InterruptedException, ExecutionException, TimeoutException {
        String tool = subject.at("/toolCall/toolCallId").asText(newId("t"));
        toolUpdate(tool, obj("title", "Delete a file", "kind", "delete", "status", "pending"));
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
                        has("offers-nothing-for-commands") && subject.has("command")
                                ? arr()
                                : arr(option("yes", "allow_once"), option("no", "reject_once"))));
        if (has("needs-an-answer") && answer.has("error")) {
            waitForCancellation();
        }
        JsonNode outcome = answer.at("/result/outcome");
        String kind = outcome.path("outcome").asText();
        boolean allowed =
                kind.equals("selected") && outcome.path("optionId").asText().equals("yes");
        allowed |= has("takes-" + kind + "-for-yes") || (has("takes-no-for-yes") && kind.equals("selected"));
        allowed &= !has("takes-yes-for-no");
        if (allowed) {
            toolUpdate(tool, obj("status", "in_progress"));
        }
        toolUpdate(tool, obj("status", allowed ? "completed" : "failed"));
    }

    private void subagent() throws InterruptedException, ExecutionException, TimeoutException {
        String child = newId("child-");
        ObjectNode call = subject();
        JsonNode tool = call.at("/toolCall/toolCallId");
        report(child, "running");
        ObjectNode pending = obj("sessionUpdate", "tool_call_update");
        pending.setAll((ObjectNode) call.path("toolCall"));
        session.agent.update(child, pending);
        boolean allowed = has("sub-agents-do-as-they-like")
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
        say("the helper is done");
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

    private void requiresAction() throws InterruptedException, ExecutionException, TimeoutException {
        if (!has("never-requires-action")) {
            session.state("requires_action", null);
        }
        requires = true;
        permission(subject());
        if (!has("never-requires-action")) {
            session.state(has("requires-action-again") ? "requires_action" : "running", null);
        }
    }

    private boolean offers(String mode) {
        return session.agent.capabilities.at("/elicitation/" + mode).isObject() || has("asks-everybody");
    }

    private void form() throws InterruptedException, ExecutionException, TimeoutException {
        if (!offers("form")) {
            say("Nobody to ask");
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
        if (has("stuck-after-" + action)) {
            waitForCancellation();
        }
        say("The answer: " + action);
    }

    private void url() throws InterruptedException, ExecutionException, TimeoutException {
        if (!offers("url")) {
            say("Nobody to ask");
            return;
        }
        String id = newId("e");
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
        say("Thank you");
    }
}
