package io.acp4j.tck.internal.client.v2;

import static io.acp4j.tck.internal.client.Stage.AGENT;
import static io.acp4j.tck.internal.client.Stage.THOUGHT;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import io.acp4j.tck.internal.client.Oddity;
import io.acp4j.tck.internal.client.Turn;
import io.acp4j.tck.internal.probe.Scenario;
import java.util.List;

/** What an agent may send that a client need not show. Each time a message before and one after must be shown. */
final class Oddities {

    static final List<Scenario> ALL = List.of(
            around("all-updates", "V2-CLI-TOL-001", Oddities::allUpdates),
            around("nulls", "V2-CLI-TOL-002", Oddities::nulls),
            around("unknown-kinds", "V2-CLI-TOL-003", Oddities::unknownKinds));

    private Oddities() {}

    private static Scenario around(String name, String requirement, Oddity oddity) {
        return Oddity.between("v2-tolerance/" + name, requirement, oddity);
    }

    private static void allUpdates(Turn turn) {
        turn.update("user_message_chunk", "messageId", "u9", "content", Moves.text("me"))
                .update("user_message", "messageId", "u9", "content", arr(Moves.text("me too")))
                .update(THOUGHT, "messageId", "t9", "content", Moves.text("hm"))
                .update("agent_thought", "messageId", "t9", "content", arr(Moves.text("aha")))
                .update("agent_message", "messageId", "m9", "content", arr(Moves.text("so")))
                .update("tool_call_content_chunk", "toolCallId", "t1", "content", Moves.item("one"))
                .tool(
                        "t1",
                        "name",
                        "edit",
                        "title",
                        "Edit",
                        "kind",
                        "edit",
                        "status",
                        "paused",
                        "locations",
                        arr(obj("path", "/tmp/a", "line", 3)),
                        "rawInput",
                        obj("a", 1),
                        "rawOutput",
                        "text",
                        "capabilities",
                        obj("cancel", obj()),
                        "content",
                        arr(
                                Moves.item("done"),
                                obj("type", "terminal", "terminalId", "term-1"),
                                obj(
                                        "type",
                                        "diff",
                                        "changes",
                                        arr(
                                                obj("operation", "add", "path", "/tmp/a"),
                                                obj("operation", "move", "oldPath", "/tmp/b", "path", "/tmp/c")),
                                        "patch",
                                        obj("format", "git_patch", "text", "--- a\n+++ b\n"))))
                .update(
                        "terminal_update",
                        "terminalId",
                        "term-1",
                        "command",
                        "make",
                        "cwd",
                        "/tmp",
                        "size",
                        obj("cols", 80, "rows", 24),
                        "output",
                        obj("data", Moves.base64("built")))
                .update("terminal_output_chunk", "terminalId", "term-1", "data", Moves.base64("!"))
                .plan("high", "cancelled")
                .update("plan_update", "plan", obj("type", "markdown", "planId", "p2", "content", "# Plan"))
                .update("plan_removed", "planId", "p2")
                .update(
                        "available_commands_update",
                        "availableCommands",
                        arr(obj(
                                "type",
                                "command",
                                "name",
                                "web",
                                "description",
                                "Search",
                                "input",
                                obj("type", "text", "hint", "query"))))
                .update("config_option_update", "configOptions", arr(Moves.option("model", "a")))
                .update("session_info_update", "title", "A title", "updatedAt", "2026-01-02T03:04:05Z")
                .update("usage_update", "used", 10, "size", 100, "cost", obj("amount", 0.5, "currency", "EUR"))
                .update("notice", "severity", "warning", "title", "Low on tokens", "description", "Very low")
                .update("compaction_update", "compactionId", "c1", "status", "in_progress")
                .update("compaction_summary_chunk", "compactionId", "c1", "content", Moves.text("We talked"))
                .update("compaction_update", "compactionId", "c1", "status", "completed")
                .update("subagent_update", "sessionId", "child-1", "title", "Helper")
                .update("session_message", "messageId", "s1", "content", arr(Moves.text("from elsewhere")))
                .update(
                        AGENT,
                        "messageId",
                        "m8",
                        "content",
                        obj("type", "image", "data", "AAAA", "mimeType", "image/png"));
        Moves.state(turn.stage(), turn.session(), "unknown");
        Moves.running(turn.stage(), turn.session());
    }

    private static void nulls(Turn turn) {
        turn.tool("t1", "title", "X", "rawInput", null, "_meta", null, "capabilities", null, "locations", null)
                .tool("t1", "name", null, "kind", null, "status", null, "rawOutput", null, "content", null)
                .update("terminal_update", "terminalId", "term-1", "command", null, "cwd", null, "size", null)
                .update("terminal_update", "terminalId", "term-1", "exitStatus", null, "capabilities", null)
                .update("session_info_update", "title", null, "updatedAt", null)
                .update("usage_update", "used", 10, "size", 100, "cost", null, "_meta", null)
                .update("notice", "severity", "info", "title", "Well", "description", null)
                .update("compaction_update", "compactionId", "c1", "status", "failed", "summary", null, "error", null)
                .update(
                        AGENT,
                        "messageId",
                        "n-1",
                        "_meta",
                        null,
                        "content",
                        obj("type", "text", "text", "null", "annotations", null, "_meta", null));
        Moves.state(turn.stage(), turn.session(), "running", "background", null, "_meta", null);
    }

    private static void unknownKinds(Turn turn) {
        turn.tool(
                        "t1",
                        "title",
                        "X",
                        "content",
                        arr(
                                obj("type", "_hologram", "edges", 12),
                                obj(
                                        "type",
                                        "diff",
                                        "changes",
                                        arr(obj("operation", "_transmute", "path", "/tmp/a", "into", "gold")),
                                        "patch",
                                        obj("format", "_runes", "text", "ᚠᚢᚦ"))))
                .update("tool_call_content_chunk", "toolCallId", "t1", "content", obj("type", "_hologram", "edges", 3))
                .update("plan_update", "plan", obj("type", "_gantt", "planId", "p3", "bars", 3))
                .update(
                        "config_option_update",
                        "configOptions",
                        arr(obj("configId", "x", "name", "X", "type", "_slider", "position", 3)))
                .update("available_commands_update", "availableCommands", arr(obj("type", "_spell", "runes", 7)))
                .update("notice", "severity", "_doom", "title", "Well");
    }
}
