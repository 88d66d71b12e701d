package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.node;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Tool calls and terminals of the reference agent of version 2. */
final class V2ToolCalls {

    private static final long LIMIT_SECONDS = 60;

    private final V2Session session;
    private final V2Session.Job job;
    private final V2Messages messages;

    V2ToolCalls(V2Session session, V2Session.Job job, V2Messages messages) {
        this.session = session;
        this.job = job;
        this.messages = messages;
    }

    void toolUpdate(String id, ObjectNode members) {
        ObjectNode update = obj("sessionUpdate", "tool_call_update", "toolCallId", id);
        update.setAll(members);
        session.update(update);
    }

    void tool() {
        String id = session.newId("t");
        toolUpdate(
                id,
                obj(
                        session.has("nameless-edits") ? "name" : "title",
                        "Edit a file",
                        "kind",
                        "edit",
                        "status",
                        "pending",
                        "locations",
                        arr(obj("path", "/tmp/a.txt", "line", 1))));
        if (!session.has("never-in-progress")) {
            toolUpdate(id, obj("status", "in_progress"));
        }
        ObjectNode change = obj("operation", "modify", "path", "/tmp/a.txt", "fileType", "text");
        toolUpdate(
                id,
                obj(
                        "status",
                        session.has("never-ends-edits") ? "in_progress" : "completed",
                        "content",
                        arr(
                                obj("type", "content", "content", V2Messages.text("done")),
                                obj("type", "diff", "changes", arr(change)))));
        if (session.has("tools-end-twice")) {
            toolUpdate(id, obj("status", "completed"));
        }
        messages.say("The file is edited");
    }

    /** Sends one message before and after a tool call. */
    void split() {
        String id = session.newId("m");
        session.update(V2Messages.chunk("agent_message", id, "before, "));
        String tool = session.newId("t");
        toolUpdate(tool, obj("title", "Between", "status", "in_progress"));
        toolUpdate(tool, obj("status", "completed"));
        if (session.has("tools-come-back")) {
            toolUpdate(tool, obj("status", "in_progress"));
        }
        session.update(
                V2Messages.chunk("agent_message", session.has("splits-messages") ? session.newId("m") : id, "after"));
    }

    void toolChunks() {
        String id = session.newId("t");
        ObjectNode chunk = obj(
                "sessionUpdate",
                "tool_call_content_chunk",
                "toolCallId",
                id,
                "content",
                obj("type", "content", "content", V2Messages.text("line 1")));
        if (session.has("content-before-tools")) {
            session.update(chunk.deepCopy());
        }
        toolUpdate(id, obj("title", "Search", "status", "in_progress"));
        session.update(chunk);
        toolUpdate(id, obj("status", "completed"));
    }

    void toolWait() throws InterruptedException, ExecutionException, TimeoutException {
        String id = session.newId("t");
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        session.tools.put(id, stopped);
        toolUpdate(id, obj("title", "A long search", "status", "in_progress", "capabilities", obj("cancel", obj())));
        CompletableFuture.anyOf(stopped, job.cancelled).get(LIMIT_SECONDS, TimeUnit.SECONDS);
        session.tools.remove(id);
        if (!session.has("never-ends-tools")) {
            toolUpdate(id, obj("status", "cancelled", "capabilities", null));
        }
    }

    String startTerminal() {
        String id = session.newId("term");
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
        String output = session.has("shows-no-output") ? "" : "gr\u00fc";
        ObjectNode first = obj("sessionUpdate", "terminal_output_chunk", "terminalId", id, "data", base64(output));
        if (session.has("output-before-terminals")) {
            session.update(first.deepCopy());
        }
        session.update(start);
        session.update(first);
        return id;
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    void terminal() {
        String id = startTerminal();
        session.terminals.remove(id);
        // The two bytes of one character come apart.
        byte[] bytes = "ö".getBytes(StandardCharsets.UTF_8);
        for (byte each : session.has("shows-no-output") ? new byte[0] : bytes) {
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
                session.has("forgets-the-exit") ? "command" : "exitStatus",
                session.has("forgets-the-exit") ? node("make all") : obj("exitCode", 0),
                "capabilities",
                null));
        if (session.has("plain-output")) {
            session.agent.update(
                    session.kept.id,
                    obj("sessionUpdate", "terminal_output_chunk", "terminalId", id, "data", "not base64!"));
        }
    }

    void terminalWait() throws InterruptedException, ExecutionException, TimeoutException {
        String id = startTerminal();
        CompletableFuture.anyOf(session.terminals.get(id), job.cancelled).get(LIMIT_SECONDS, TimeUnit.SECONDS);
        session.exit(id);
    }
}
