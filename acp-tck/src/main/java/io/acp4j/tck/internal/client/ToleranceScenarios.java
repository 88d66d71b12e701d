package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.client.Stage.AGENT;
import static io.acp4j.tck.internal.client.Stage.THOUGHT;
import static io.acp4j.tck.internal.client.Stage.chunk;
import static io.acp4j.tck.internal.client.Stage.play;
import static io.acp4j.tck.internal.client.Stage.responders;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Responder;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;

/** What agents send that a client need not understand. Each time a message before and one after must be shown. */
final class ToleranceScenarios {

    private static final ObjectNode META = obj("_meta", obj("example.com/x", arr(1, obj("deep", true)), "trace", "1"));

    static final List<Scenario> ALL = List.of(
            around("unknown-update", "CLI-TOL-001", ToleranceScenarios::unknownUpdates),
            around("unknown-content", "CLI-TOL-002", ToleranceScenarios::unknownContent),
            play("tolerance/unknown-notification", "CLI-TOL-003", ToleranceScenarios::unknownNotification),
            around("unknown-members", "CLI-TOL-004", ToleranceScenarios::unknownMembers),
            around("unknown-values", "CLI-TOL-005", ToleranceScenarios::unknownValues),
            around(
                    "unannounced-tool",
                    "CLI-TOL-006",
                    turn -> turn.update("tool_call_update", "toolCallId", "never-announced", "status", "completed")),
            around("nulls", "CLI-TOL-007", ToleranceScenarios::nulls),
            around(
                    "unknown-session",
                    "CLI-TOL-008",
                    turn -> turn.stage().send(chunk("no-such-session", AGENT, "m1", "not here"))),
            around("meta", "CLI-TOL-009", ToleranceScenarios::meta),
            play(
                    "tolerance/early-update",
                    "CLI-TOL-010",
                    agent -> responders(agent, obj()).on("session/new", Responder.never()),
                    ToleranceScenarios::early),
            around("all-updates", "CLI-TOL-011", ToleranceScenarios::allUpdates),
            play("tolerance/unknown-update-alone", "CLI-TOL-012", ToleranceScenarios::goesOn));

    private ToleranceScenarios() {}

    private static Scenario around(String name, String requirement, Oddity oddity) {
        return Oddity.between("tolerance/" + name, requirement, oddity);
    }

    private static void unknownUpdates(Turn turn) {
        turn.update("hologram", "shape", obj("edges", 12))
                .update("_acp4j/aside")
                .update("");
    }

    /** Sends the update without a prompt, because a client without a test driver accepts no prompts. */
    private static void goesOn(Stage stage) throws InterruptedException {
        String session = stage.probe().has("driver:newSession") ? stage.session() : "sess-1";
        stage.send(Stage.update(session, "forecast", "weather", obj("rain", true)));
        stage.check("CLI-TOL-012", stage.isAlive(), "a client that continues", "no response");
    }

    private static void unknownContent(Turn turn) {
        turn.update(AGENT, "messageId", "odd-1", "content", obj("type", "smell", "molecules", arr("C10H16")))
                .tool("t1", "title", "Smelling", "content", arr(obj("type", "smell", "strength", 3)));
    }

    private static void unknownNotification(Stage stage) throws InterruptedException {
        for (String method : List.of("_acp4j/aside", "craft/aside", "session/aside", "aside")) {
            stage.link().notify(method, obj("sessionId", "sess-1", "text", "by the way"));
        }
        stage.check("CLI-TOL-003", stage.isAlive(), "a client that goes on", "no response");
    }

    private static void unknownMembers(Turn turn) {
        ObjectNode params = chunk(turn.session(), AGENT, "odd-1", "odd");
        params.put("weather", "rain").set("list", arr(1, null));
        params.withObject("/update").put("mood", 7).withObject("/content").put("font", "serif");
        turn.stage().send(params);
        turn.stage()
                .link()
                .send(obj(
                        "jsonrpc",
                        "2.0",
                        "method",
                        "session/update",
                        "params",
                        chunk(turn.session(), AGENT, "odd-1", "odd"),
                        "priority",
                        9));
    }

    private static void unknownValues(Turn turn) {
        turn.tool("t1", "title", "X", "kind", "teleport", "status", "resting")
                .update("tool_call_update", "toolCallId", "t1", "status", "dreaming")
                .plan("galactic", "postponed");
    }

    private static void nulls(Turn turn) {
        turn.update("tool_call", "toolCallId", "t1", "title", "X", "rawInput", null, "_meta", null)
                .update(
                        "tool_call_update",
                        "toolCallId",
                        "t1",
                        "title",
                        null,
                        "kind",
                        null,
                        "status",
                        null,
                        "content",
                        null,
                        "locations",
                        null)
                .update(AGENT, "messageId", "n-1", "_meta", null, "content", nullContent());
    }

    private static ObjectNode nullContent() {
        return obj("type", "text", "text", "null", "annotations", null, "_meta", null);
    }

    private static void meta(Turn turn) {
        ObjectNode params = chunk(turn.session(), AGENT, "meta-1", "meta");
        params.setAll(META);
        params.withObject("/update").setAll(META);
        params.withObject("/update/content").setAll(META);
        turn.stage().send(params);
        turn.tool("t1", "title", "X", "_meta", META.get("_meta"));
    }

    private static void early(Stage stage) throws InterruptedException {
        Entry last = stage.last();
        Driver.Command command =
                stage.driver().start("newSession", "cwd", stage.link().cwd());
        Entry call = stage.needCall(last, "session/new");
        stage.send(chunk("early-1", AGENT, "m1", "Welcome!"));
        stage.link().respond(call, Stage.result("sessionId", "early-1"));
        command.await().need("newSession");
        // Over HTTP the update has a stream of its own, which the client opens now.
        stage.link().settle();
        List<String> shown = stage.shown("early-1");
        stage.check("CLI-TOL-010", shown.equals(List.of("agent:Welcome!")), "[agent:Welcome!]", shown);
    }

    private static void allUpdates(Turn turn) {
        turn.update("user_message_chunk", "content", obj("type", "text", "text", "me"))
                .update(THOUGHT, "content", obj("type", "text", "text", "hm"))
                .update(
                        "tool_call",
                        "toolCallId",
                        "t1",
                        "title",
                        "Edit",
                        "kind",
                        "edit",
                        "status",
                        "in_progress",
                        "locations",
                        arr(obj("path", "/tmp/a", "line", 3)),
                        "rawInput",
                        obj("a", 1))
                .update(
                        "tool_call_update",
                        "toolCallId",
                        "t1",
                        "status",
                        "completed",
                        "content",
                        arr(
                                obj("type", "content", "content", obj("type", "text", "text", "done")),
                                obj("type", "diff", "path", "/tmp/a", "oldText", "a", "newText", "b"),
                                obj("type", "diff", "path", "/tmp/b", "newText", "b")),
                        "rawOutput",
                        "text")
                .update("plan", "entries", arr(obj("content", "x", "priority", "high", "status", "pending")))
                .update(
                        "available_commands_update",
                        "availableCommands",
                        arr(obj("name", "web", "description", "Search", "input", obj("hint", "query"))))
                .update("current_mode_update", "currentModeId", "code")
                .update(
                        "config_option_update",
                        "configOptions",
                        arr(obj(
                                "id",
                                "model",
                                "name",
                                "Model",
                                "type",
                                "select",
                                "currentValue",
                                "a",
                                "options",
                                arr(obj("value", "a", "name", "A"), obj("value", "b", "name", "B")))))
                .update("session_info_update", "title", "A title", "updatedAt", "2026-01-02T03:04:05Z")
                .update("usage_update", "used", 10, "size", 100)
                .update(AGENT, "content", obj("type", "resource_link", "uri", "file:///a", "name", "a"))
                .update(AGENT, "content", obj("type", "resource", "resource", obj("uri", "file:///a", "text", "x")))
                .update(AGENT, "content", obj("type", "image", "data", "AAAA", "mimeType", "image/png"))
                .update(AGENT, "content", obj("type", "audio", "data", "AAAA", "mimeType", "audio/wav"));
    }
}
