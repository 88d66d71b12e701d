package io.acp4j.tck.internal.client.v2;

import static io.acp4j.tck.internal.client.Stage.AGENT;
import static io.acp4j.tck.internal.client.Stage.chunk;
import static io.acp4j.tck.internal.client.Stage.introduced;
import static io.acp4j.tck.internal.client.Stage.play;
import static io.acp4j.tck.internal.client.Stage.responders;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.client.Driver;
import io.acp4j.tck.internal.client.PlayedAgent;
import io.acp4j.tck.internal.client.Stage;
import io.acp4j.tck.internal.probe.Responder;
import io.acp4j.tck.internal.probe.Responders;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;

/** How sessions are made, resumed, listed and closed. */
final class Sessions {

    private static final int NOT_FOUND = -32002;

    private static final String OLD = "old-1";

    private static final ObjectNode SERVER =
            obj("type", "stdio", "name", "tools", "command", "/usr/bin/tools", "args", arr("--fast"));

    static final List<Scenario> ALL = List.of(
            play("v2-session/no-stdio", "V2-CLI-SESS-002", Sessions::withoutPrograms, stage -> {
                Driver.Told told = open(stage);
                List<Entry> sent = servers(stage);
                stage.check(
                        "V2-CLI-SESS-002", told.came() && sent.isEmpty(), "no server", sent.isEmpty() ? told : sent);
            }),
            play("v2-session/stdio", "V2-CLI-SESS-003", stage -> {
                Driver.Told told = open(stage);
                List<Entry> sent = servers(stage);
                boolean same = sent.size() == 1 && isSame(sent.get(0).at("/params/mcpServers/0"));
                stage.check("V2-CLI-SESS-003", same, "the server " + SERVER, sent.isEmpty() ? told : sent);
            }),
            play("v2-session/load", "V2-CLI-SESS-004", Sessions::resumable, stage -> {
                Entry call = opening(stage, "loadSession");
                stage.check(
                        "V2-CLI-SESS-004",
                        call.session().equals(OLD)
                                && call.at("/params/replayFrom/type").asText().equals("start"),
                        "session/resume of " + OLD + " with a replay from the start",
                        call);
            }),
            play("v2-session/resume", "V2-CLI-SESS-005", Sessions::resumable, stage -> {
                JsonNode from = opening(stage, "resumeSession").at("/params/replayFrom");
                stage.check("V2-CLI-SESS-005", from.isMissingNode() || from.isNull(), "no replayFrom", from);
            }),
            play("v2-session/state-of-resumed", "V2-CLI-SESS-006", Sessions::resumable, Sessions::resumedBusy),
            play(
                    "v2-session/early-state",
                    "V2-CLI-SESS-007",
                    agent -> responders(agent, obj()).on("session/new", Responder.never()),
                    Sessions::earlyState),
            play(
                    "v2-session/close-gone",
                    "V2-CLI-SESS-008",
                    agent -> gone(agent, "session/close"),
                    stage -> endsWell(stage, "V2-CLI-SESS-008", "closeSession", "session/close")),
            play(
                    "v2-session/delete-gone",
                    "V2-CLI-SESS-009",
                    agent -> gone(agent, "session/delete"),
                    stage -> endsWell(stage, "V2-CLI-SESS-009", "deleteSession", "session/delete")),
            play("v2-session/empty-cursor", "V2-CLI-SESS-010", Sessions::emptyCursor, Sessions::pages),
            play("v2-session/malformed-row", "V2-CLI-SESS-011", Sessions::malformedRow, stage -> {
                Driver.Told told = stage.ask("listSessions");
                stage.check("V2-CLI-SESS-011", told.at("/sessions").size() == 2, "two sessions", told);
            }),
            play("v2-session/no-archive", "V2-CLI-SESS-012", stage -> {
                String session = stage.session();
                Moves.refuses(stage, "V2-CLI-SESS-012", "session/archive", "archiveSession", "session", session);
            }),
            play("v2-session/no-status", "V2-CLI-SESS-013", stage -> {
                String session = stage.session();
                Moves.refuses(stage, "V2-CLI-SESS-013", "session/status", "sessionStatus", "session", session);
            }),
            play("v2-session/no-title", "V2-CLI-SESS-014", stage -> {
                String session = stage.session();
                Moves.refuses(
                        stage, "V2-CLI-SESS-014", "session/set_title", "setTitle", "session", session, "title", "T");
            }),
            play("v2-session/after-close", "V2-CLI-SESS-015", stage -> {
                String session = stage.session();
                stage.ask("closeSession", "session", session).need("closeSession");
                stage.send(chunk(session, AGENT, "m1", "too late"));
                Moves.running(stage, session);
                stage.check("V2-CLI-SESS-015", stage.isAlive(), "a client that goes on", "no response");
            }));

    private Sessions() {}

    private static Responders withoutPrograms(PlayedAgent agent) {
        return introduced(agent, agent.introduction(obj("mcp", obj("http", obj()))));
    }

    private static Driver.Told open(Stage stage) throws InterruptedException {
        return stage.ask("newSession", "cwd", stage.link().cwd(), "mcpServers", arr(SERVER));
    }

    private static List<Entry> servers(Stage stage) {
        return stage.calls("session/new").stream()
                .filter(entry -> entry.at("/params/mcpServers").size() > 0)
                .toList();
    }

    private static boolean isSame(JsonNode sent) {
        return SERVER.properties().stream().allMatch(member -> member.getValue().equals(sent.get(member.getKey())));
    }

    private static Responders resumable(PlayedAgent agent) {
        return responders(agent, obj()).on("session/resume", Responder.never());
    }

    /** Has the client open a session that the agent has, lets that succeed, and gives the request. */
    private static Entry opening(Stage stage, String how) throws InterruptedException {
        Entry last = stage.last();
        Driver.Command command =
                stage.driver().start(how, "session", OLD, "cwd", stage.link().cwd());
        Entry call = stage.needCall(last, "session/resume");
        Moves.state(stage, OLD, "idle");
        stage.link().respond(call, obj("result", obj()));
        command.await().need(how);
        return call;
    }

    private static void resumedBusy(Stage stage) throws InterruptedException {
        Entry last = stage.last();
        Driver.Command command = stage.driver()
                .start("resumeSession", "session", OLD, "cwd", stage.link().cwd());
        Entry call = stage.needCall(last, "session/resume");
        Moves.running(stage, OLD);
        stage.link().respond(call, obj("result", obj()));
        command.await().need("resumeSession");
        Driver.Told told = stage.ask("state", "session", OLD);
        stage.check("V2-CLI-SESS-006", told.text("/state").equals("running"), "running", told);
        Moves.idle(stage, OLD, "end_turn");
    }

    private static void earlyState(Stage stage) throws InterruptedException {
        Entry last = stage.last();
        Driver.Command command =
                stage.driver().start("newSession", "cwd", stage.link().cwd());
        Entry call = stage.needCall(last, "session/new");
        Moves.running(stage, "early-1");
        stage.link().respond(call, Stage.result("sessionId", "early-1"));
        command.await().need("newSession");
        // Over HTTP the state has a stream of its own, which the client opens now.
        stage.link().settle();
        Driver.Told told = stage.ask("state", "session", "early-1");
        stage.check("V2-CLI-SESS-007", told.text("/state").equals("running"), "running", told);
        Moves.idle(stage, "early-1", "end_turn");
    }

    private static Responders gone(PlayedAgent agent, String method) {
        return responders(agent, obj("delete", obj())).on(method, Responder.error(NOT_FOUND, "Session not found"));
    }

    private static void endsWell(Stage stage, String requirement, String command, String method)
            throws InterruptedException {
        String session = stage.session();
        Driver.Told told = stage.ask(command, "session", session);
        stage.check(requirement, told.isResult() && stage.calls(method).size() == 1, method + ", and no failure", told);
    }

    private static ObjectNode row(String id) {
        return obj("sessionId", id, "cwd", "/tmp");
    }

    private static Responders emptyCursor(PlayedAgent agent) {
        return responders(agent, obj())
                .on(
                        "session/list",
                        request -> request.at("/params/cursor").isTextual()
                                ? obj("result", obj("sessions", arr(row("s2"))))
                                : obj("result", obj("sessions", arr(row("s1")), "nextCursor", "")));
    }

    private static void pages(Stage stage) throws InterruptedException {
        Driver.Told told = stage.ask("listSessions");
        List<JsonNode> cursors = stage.calls("session/list").stream()
                .map(entry -> entry.at("/params/cursor"))
                .toList();
        stage.check(
                "V2-CLI-SESS-010",
                cursors.size() == 2
                        && cursors.get(1).isTextual()
                        && told.at("/sessions").size() == 2,
                "two pages, the second asked for with the empty cursor",
                "the cursors " + cursors + ", " + told);
    }

    private static Responders malformedRow(PlayedAgent agent) {
        return responders(agent, obj())
                .on("session/list", Responder.result(obj("sessions", arr(row("s1"), obj("cwd", "/tmp"), row("s2")))));
    }
}
