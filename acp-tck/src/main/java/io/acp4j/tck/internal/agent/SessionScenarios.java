package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Making sessions and keeping them apart. */
final class SessionScenarios {

    private static final String NOWHERE = "acp4j-no-such-session";

    static final List<Scenario> ALL = List.of(
            scenario(
                    "sessions/new",
                    "SESS-001 SESS-002 SESS-003 SESS-004 SESS-005 SESS-010 MODE-009",
                    SessionScenarios::make),
            scenario("sessions/unknown", "SESS-006 SESS-007", SessionScenarios::unknown),
            scenario("sessions/side-by-side", "SESS-008", SessionScenarios::sideBySide),
            scenario("sessions/apart", "SESS-011", SessionScenarios::apart),
            scenario("sessions/unknown-codes", "SESS-013", SessionScenarios::unknownCodes));

    private SessionScenarios() {}

    /** Names a session that does not exist to each method that cannot do without. */
    private static void unknownCodes(Probe probe) throws InterruptedException {
        Link link = probe.open();
        Map<String, ObjectNode> calls = new LinkedHashMap<>();
        if (probe.has("loadSession")) {
            calls.put("session/load", link.newSessionParams());
        }
        if (probe.has("resume")) {
            calls.put("session/resume", link.newSessionParams());
        }
        JsonNode state = probe.profile().session();
        if (probe.has("modes")) {
            calls.put("session/set_mode", obj("modeId", state.at("/modes/currentModeId")));
        }
        JsonNode option = state.at("/configOptions/0");
        if (probe.has("configOptions") && option.path("type").asText().equals("select")) {
            calls.put(
                    "session/set_config_option",
                    obj("configId", option.path("id"), "value", option.path("currentValue")));
        }
        for (Map.Entry<String, ObjectNode> call : calls.entrySet()) {
            Reply reply = link.call(call.getKey(), call.getValue().put("sessionId", "acp4j-no-such-session"));
            if (reply.isError()) {
                probe.checkError("SESS-013", reply.isError(-32002), "-32002 for " + call.getKey(), reply);
            }
        }
        if (calls.isEmpty()) {
            probe.skip("SESS-013", "the agent has no such methods");
        }
    }

    private static void make(Probe probe) throws InterruptedException {
        Link link = probe.open();
        Set<String> ids = new HashSet<>(link.earlierSessions());
        for (int i = 0; i < 5; i++) {
            Reply reply = link.call("session/new", link.newSessionParams());
            if (link.refusesAnother(reply)) {
                if (i == 0) {
                    throw NotTestable.anotherSession(reply.toString());
                }
                // An agent may have one session for each connection.
                link = probe.replace(link);
                break;
            }
            JsonNode id = reply.result().path("sessionId");
            if (reply.isError(-32000)) {
                throw new NotTestable("The subject wants authentication first");
            }
            probe.check("SESS-001", Shapes.isId(id), "a sessionId", reply);
            if (Shapes.isId(id)) {
                boolean own = ids.add(id.asText());
                probe.check("SESS-002", own, "an id of its own", id);
                if (own && probe.has("modes")) {
                    probe.check("MODE-009", reply.result().path("modes").isObject(), "the modes of the session", reply);
                }
            }
        }
        Reply relative = link.call("session/new", link.newSessionParams().put("cwd", "relative/path"));
        probe.check("SESS-003", relative.isError(), "an error", relative);
        Reply nowhere = link.call("session/new", obj("mcpServers", arr()));
        probe.check("SESS-004", nowhere.isError(), "an error", nowhere);

        JsonNode server = obj(
                "name",
                "nothing",
                "command",
                "/nonexistent/mcp-server",
                "args",
                arr("--stdio"),
                "env",
                arr(obj("name", "KEY", "value", "value")));
        Reply served = link.call("session/new", link.newSessionParams().set("mcpServers", arr(server)));
        // A server that cannot be started may be an error; a configuration that is not understood must not be.
        probe.check(
                "SESS-005",
                served.came() && !served.isError(-32602) && !served.isError(-32601),
                "a session, or an error about starting the server",
                served);
        if (probe.has("additionalDirectories")) {
            ObjectNode params = link.newSessionParams().set("additionalDirectories", arr(link.cwd()));
            Reply more = link.call("session/new", params);
            if (link.refusesAnother(more)) {
                more = probe.replace(link).requestSession(params);
            }
            probe.check("SESS-010", more.isResult(), "a session", more);
        }
    }

    private static void unknown(Probe probe) throws InterruptedException {
        Link link = probe.open();
        Reply reply = new Session(link, NOWHERE).start("hello").await();
        probe.check("SESS-006", reply.isError(), "an error", reply);
        if (reply.isError()) {
            probe.checkError("SESS-007", reply.isError(-32002), "the error -32002", reply);
        }
    }

    private static void sideBySide(Probe probe) throws InterruptedException {
        Session first = probe.talk();
        Session second = new Session(first.link(), first.link().newSession());
        first.link().settle();
        if (CancelScenarios.cooperates(probe)) {
            // Two short turns may happen to follow one another: this one is there until it is cancelled.
            Call running = CancelScenarios.busy(probe, first);
            boolean says = probe.has("word:say");
            Turn beside = second.prompt(says ? "tck: say beside it" : "beside it");
            boolean goesOn = !running.isAnswered();
            first.link().notify("session/cancel", first.params());
            Reply ended = running.await();
            probe.check(
                    "SESS-008", beside.reply().isResult(), "a result while another session is busy", beside.reply());
            probe.check("SESS-008", goesOn, "a turn that goes on beside that of another session", "its end");
            if (says && beside.reply().isResult()) {
                String said = beside.said();
                probe.check(
                        "SESS-008", said.equals("beside it"), "`beside it` in the session that was asked for it", said);
            }
            ended.need("the turn that was cancelled");
            // What still comes of it is the business of another requirement.
            first.link().settle();
        }
        String one = probe.has("word:say") ? "tck: say one" : "one";
        String two = probe.has("word:say") ? "tck: say two" : "two";
        Call callOne = first.start(one);
        Call callTwo = second.start(two);
        Turn turnOne = first.finish(callOne);
        Turn turnTwo = second.finish(callTwo);
        boolean both = turnOne.reply().isResult() && turnTwo.reply().isResult();
        probe.check("SESS-008", both, "a result for both prompts", turnOne.reply() + " and " + turnTwo.reply());
        if (both && probe.has("word:say")) {
            String said = first.link().updatesSince(callOne.sent(), first.id()).stream()
                    .filter(entry -> entry.update().equals("agent_message_chunk"))
                    .map(entry -> entry.at("/params/update/content/text").asText(""))
                    .reduce("", String::concat);
            probe.check("SESS-008", said.equals("one"), "`one` in the session that was asked for it", said);
        }
    }

    private static void apart(Probe probe) throws InterruptedException {
        Session first = probe.talk();
        first.prompt("the secret word is xylophone").need();
        Session second = new Session(first.link(), first.link().newSession());
        List<String> known = Message.history(second);
        probe.check(
                "SESS-011",
                known.stream().noneMatch(line -> line.contains("xylophone")),
                "nothing of the other session",
                known);
    }
}
