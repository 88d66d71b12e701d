package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.client.Stage.AGENT;
import static io.acp4j.tck.internal.client.Stage.chunk;
import static io.acp4j.tck.internal.client.Stage.play;
import static io.acp4j.tck.internal.client.Stage.responders;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Responder;
import io.acp4j.tck.internal.probe.Responders;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;
import java.util.Map;

/** Sessions, and what is not called because the agent does not offer it. */
final class SessionScenarios {

    private static final String STRANGE_ID = "sess/ion \"☃\" %20 ÄÖ\\";

    /** Over HTTP the id is the value of a header, where only these characters have a meaning that all agree on. */
    private static final String STRANGE_HEADER = "sess/ion \"x\" %20;,=\\";

    static final List<Scenario> ALL = List.of(
            play("session/http-server", "CLI-SESS-003", stage -> server(stage, "CLI-SESS-003", "http")),
            play("session/sse-server", "CLI-SESS-004", stage -> server(stage, "CLI-SESS-004", "sse")),
            Scenario.scenario("client/session/opaque-id", "CLI-SESS-005", SessionScenarios::opaque),
            play("session/no-load", "CLI-SESS-006", stage -> unadvertised(stage, "CLI-SESS-006", "loadSession")),
            play("session/no-list", "CLI-SESS-007", stage -> unadvertised(stage, "CLI-SESS-007", "listSessions")),
            play("session/no-resume", "CLI-SESS-008", stage -> unadvertised(stage, "CLI-SESS-008", "resumeSession")),
            play("session/no-close", "CLI-SESS-009", stage -> unadvertised(stage, "CLI-SESS-009", "closeSession")),
            play("session/no-delete", "CLI-SESS-010", stage -> unadvertised(stage, "CLI-SESS-010", "deleteSession")),
            play(
                    "session/load",
                    "CLI-SESS-011",
                    agent -> responders(agent, obj("load", obj())).on(agent.loading(), Responder.never()),
                    SessionScenarios::load),
            play(
                    "session/resume",
                    "CLI-SESS-012",
                    agent -> responders(agent, offering("resume")).on("session/resume", Responder.never()),
                    SessionScenarios::resume),
            play("session/pages", "CLI-SESS-013", SessionScenarios::paging, SessionScenarios::pages),
            play("session/refused", "CLI-SESS-014", SessionScenarios::refusing, SessionScenarios::refused),
            play("session/apart", "CLI-SESS-015", SessionScenarios::apart),
            play("session/close", "CLI-SESS-016", offering("close"), SessionScenarios::close),
            play(
                    "session/directory",
                    "CLI-SESS-020",
                    agent -> responders(agent, obj("load", obj(), "resume", obj())),
                    SessionScenarios::directory),
            play("session/directories", "CLI-SESS-017", SessionScenarios::directories));

    private SessionScenarios() {}

    /** Names a directory of its own for a session that is made, loaded or resumed. */
    private static void directory(Stage stage) throws InterruptedException {
        Map<String, String> methods = Map.of(
                "newSession", "session/new", "loadSession", stage.agent().loading(), "resumeSession", "session/resume");
        for (String command : List.of("newSession", "loadSession", "resumeSession")) {
            if (stage.probe().has("driver:" + command)) {
                String place = stage.probe().temporaryDirectory();
                Entry last = stage.last();
                stage.ask(command, "session", "in " + place, "cwd", place).need(command);
                String method = methods.getOrDefault(command, command);
                JsonNode cwd = stage.needCall(last, method).at("/params/cwd");
                // That a path is absolute is the business of another requirement.
                if (CallMonitor.isAbsolute(cwd)) {
                    stage.check("CLI-SESS-020", cwd.asText().equals(place), method + " with the cwd " + place, cwd);
                }
            }
        }
    }

    private static ObjectNode offering(String capability) {
        return obj(capability, obj());
    }

    private static void server(Stage stage, String requirement, String type) throws InterruptedException {
        ObjectNode server = obj("type", type, "name", "far", "url", "https://mcp.example.com/", "headers", arr());
        Driver.Told told = stage.ask("newSession", "cwd", stage.link().cwd(), "mcpServers", arr(server));
        List<Entry> sent = stage.calls("session/new").stream()
                .filter(entry -> entry.at("/params/mcpServers").size() > 0)
                .toList();
        stage.check(requirement, told.came() && sent.isEmpty(), "no such server", sent.isEmpty() ? told : sent);
    }

    private static void opaque(Probe probe) throws InterruptedException {
        String id = probe.has("http") ? STRANGE_HEADER : STRANGE_ID;
        Responders answers = responders(PlayedAgent.of(probe.dialect()), obj())
                .on("session/new", request -> Stage.result("sessionId", id));
        Stage stage = Stage.meet(probe, answers);
        Turn turn = stage.prompt(stage.session(), "hello");
        stage.check("CLI-SESS-005", turn.prompt().session().equals(id), id, turn.prompt());
        turn.end("end_turn");
    }

    /** Asks for what the agent does not offer; the client has to refuse it. */
    private static void unadvertised(Stage stage, String requirement, String command) throws InterruptedException {
        String session = stage.session();
        Entry last = stage.last();
        Driver.Told told =
                stage.ask(command, "session", session, "cwd", stage.link().cwd());
        stage.link().settle();
        List<Entry> calls = stage.link().since(last).stream()
                .filter(entry -> !entry.method().isEmpty())
                .toList();
        stage.check(
                requirement,
                told.came() && calls.isEmpty(),
                "a refusal without a call",
                calls.isEmpty() ? told : calls);
    }

    private static void load(Stage stage) throws InterruptedException {
        Entry last = stage.last();
        Driver.Command command = stage.driver()
                .start("loadSession", "session", "old-1", "cwd", stage.link().cwd());
        Entry call = stage.needCall(last, stage.agent().loading());
        stage.send(chunk("old-1", "user_message_chunk", "u1", "What is it?"));
        stage.send(chunk("old-1", AGENT, "a1", "It is "));
        stage.send(chunk("old-1", AGENT, "a1", "a snowman."));
        stage.send(chunk("old-1", "user_message_chunk", "u2", "Why?"));
        stage.send(chunk("old-1", AGENT, "a2", "It snowed."));
        stage.agent().endReplay(stage.link(), "old-1");
        stage.link().respond(call, obj("result", obj()));
        command.await().need("loadSession");
        List<String> shown = stage.shown("old-1");
        List<String> expected = List.of("agent:It is a snowman.", "agent:It snowed.");
        stage.check("CLI-SESS-011", shown.equals(expected), expected.toString(), shown);
    }

    private static void resume(Stage stage) throws InterruptedException {
        Entry last = stage.last();
        Driver.Command command = stage.driver()
                .start("resumeSession", "session", "old-2", "cwd", stage.link().cwd());
        Entry call = stage.needCall(last, "session/resume");
        stage.agent().endReplay(stage.link(), "old-2");
        stage.link().respond(call, obj("result", obj()));
        Driver.Told told = command.await();
        stage.check("CLI-SESS-012", told.isResult(), "a session", told);
        Turn turn = stage.prompt("old-2", "still there?");
        stage.check("CLI-SESS-012", turn.prompt().session().equals("old-2"), "old-2", turn.prompt());
        turn.end("end_turn");
    }

    private static Responders paging(PlayedAgent agent) {
        ObjectNode one = obj("sessionId", "s1", "cwd", "/tmp");
        ObjectNode two = obj("sessionId", "s2", "cwd", "/tmp");
        return responders(agent, offering("list"))
                .on(
                        "session/list",
                        request -> request.at("/params/cursor").isTextual()
                                ? obj("result", obj("sessions", arr(two)))
                                : obj("result", obj("sessions", arr(one), "nextCursor", "c/+=☃ 2")));
    }

    private static void pages(Stage stage) throws InterruptedException {
        Driver.Told told = stage.ask("listSessions");
        List<String> cursors = stage.calls("session/list").stream()
                .map(entry -> entry.at("/params/cursor").asText("-"))
                .toList();
        stage.check(
                "CLI-SESS-013",
                cursors.size() == 2
                        && cursors.get(1).equals("c/+=☃ 2")
                        && told.at("/sessions").size() == 2,
                "two pages, two sessions",
                "the cursors " + cursors + ", " + told);
    }

    private static Responders refusing(PlayedAgent agent) {
        Responders answers = responders(agent, obj());
        return answers.on("session/new", request -> {
            answers.on("session/new", next -> Stage.result("sessionId", "second"));
            return obj("error", obj("code", -32603, "message", "not now"));
        });
    }

    private static void refused(Stage stage) throws InterruptedException {
        Driver.Told first = stage.ask("newSession", "cwd", stage.link().cwd());
        stage.check("CLI-SESS-014", first.isError(), "a failure", first);
        Driver.Told second = stage.ask("newSession", "cwd", stage.link().cwd());
        stage.check("CLI-SESS-014", second.isResult(), "a session", second);
    }

    private static void apart(Stage stage) throws InterruptedException {
        String one = stage.session();
        String two = stage.session();
        Turn first = stage.prompt(one, "one");
        Turn second = stage.prompt(two, "two");
        first.say("m1", "left ");
        second.say("m1", "right ");
        first.say("m1", "hand");
        second.say("m1", "foot");
        List<String> left = first.endAndShow();
        List<String> right = second.endAndShow();
        stage.check(
                "CLI-SESS-015",
                left.equals(List.of("agent:left hand")) && right.equals(List.of("agent:right foot")),
                "[agent:left hand] and [agent:right foot]",
                left + " and " + right);
    }

    private static void close(Stage stage) throws InterruptedException {
        String session = stage.session();
        Driver.Told told = stage.ask("closeSession", "session", session);
        List<Entry> calls = stage.calls("session/close");
        stage.check(
                "CLI-SESS-016",
                told.isResult() && calls.size() == 1 && calls.get(0).session().equals(session),
                "session/close of " + session,
                calls.isEmpty() ? told : calls);
    }

    private static void directories(Stage stage) throws InterruptedException {
        Driver.Told told = stage.ask(
                "newSession",
                "cwd",
                stage.link().cwd(),
                "additionalDirectories",
                arr(stage.link().cwd()));
        List<Entry> sent = stage.calls("session/new").stream()
                .filter(entry -> entry.at("/params/additionalDirectories").size() > 0)
                .toList();
        stage.check("CLI-SESS-017", told.came() && sent.isEmpty(), "no directories", sent.isEmpty() ? told : sent);
    }
}
