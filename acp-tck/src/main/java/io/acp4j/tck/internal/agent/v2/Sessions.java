package io.acp4j.tck.internal.agent.v2;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.agent.UpdateOwnership;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import io.acp4j.tck.internal.wire.Entry;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Making, closing and naming sessions. */
final class Sessions {

    /** Number of attempts to observe a race of two messages. */
    private static final int RACES = 5;

    static final List<Scenario> ALL = List.of(
            scenario(
                    "v2-sessions/new",
                    "V2-SESS-001 V2-SESS-002 V2-SESS-003 V2-SESS-004 V2-SESS-005 V2-SESS-008",
                    Sessions::make),
            scenario("v2-sessions/servers", "V2-SESS-009 V2-SESS-010 V2-SESS-011", Sessions::servers),
            scenario("v2-sessions/stdio-server", "V2-SESS-012", Sessions::stdioServer),
            scenario("v2-sessions/directories", "V2-SESS-013 V2-SESS-014", Sessions::directories),
            scenario("v2-sessions/unknown", "V2-SESS-006 V2-SESS-007", Sessions::unknown),
            scenario("v2-sessions/own-updates", "V2-SESS-017", probe -> UpdateOwnership.check(probe, "V2-SESS-017")),
            scenario("v2-sessions/side-by-side", "V2-SESS-015 V2-SESS-016", Sessions::sideBySide),
            scenario("v2-close/running", "V2-CLOSE-001 V2-CLOSE-002 V2-CLOSE-003", Sessions::closeRunning),
            scenario("v2-close/held", "V2-CLOSE-004", Sessions::closeHeld),
            scenario("v2-close/permission", "V2-CLOSE-005", Sessions::closePermission),
            scenario("v2-close/resumed", "V2-CLOSE-006", Sessions::closeAndResume),
            scenario("v2-close/background", "V2-CLOSE-007", Sessions::closeBackground),
            scenario("v2-close/at-once", "V2-CLOSE-008", Sessions::closeAtOnce));

    private Sessions() {}

    private static void make(Probe probe) throws InterruptedException {
        Link link = probe.open();
        Set<String> ids = new HashSet<>(link.earlierSessions());
        Entry first = link.notify("_acp4j/note", obj());
        for (int i = 0; i < 5; i++) {
            Reply reply = link.call("session/new", link.newSessionParams());
            if (link.refusesAnother(reply)) {
                if (i == 0) {
                    throw NotTestable.anotherSession(reply.toString());
                }
                // An agent may have one session for each connection.
                link = probe.replace(link);
                first = link.notify("_acp4j/note", obj());
                break;
            }
            JsonNode id = reply.result().path("sessionId");
            if (reply.isError(-32000)) {
                throw new NotTestable("The subject wants authentication first");
            }
            boolean isId = id.isTextual() && !id.asText().isEmpty();
            probe.check("V2-SESS-001", isId, "a sessionId", reply);
            if (isId) {
                probe.check("V2-SESS-002", ids.add(id.asText()), "an id of its own", id);
            }
        }
        Reply relative = link.call("session/new", link.newSessionParams().put("cwd", "relative/path"));
        probe.check("V2-SESS-003", relative.isError(), "an error", relative);
        Reply nowhere = link.call("session/new", obj());
        probe.checkError("V2-SESS-004", nowhere.isError(Work.INVALID_PARAMS), "the error -32602", nowhere);
        ObjectNode nulls = link.newSessionParams();
        nulls.set("mcpServers", null);
        nulls.set("additionalDirectories", null);
        Reply empty = link.call("session/new", nulls);
        if (link.refusesAnother(empty) && link.refusesAnother(link.call("session/new", link.newSessionParams()))) {
            throw NotTestable.anotherSession(empty.toString());
        }
        probe.check("V2-SESS-005", empty.isResult(), "a session", empty);
        link.settle();
        Set<String> earlier = link.earlierSessions();
        List<Entry> busy = link.since(first).stream()
                .filter(entry -> entry.update().equals("state_update")
                        && !entry.at("/params/update/state").asText().equals("idle")
                        && !earlier.contains(entry.session()))
                .toList();
        probe.check("V2-SESS-008", busy.isEmpty(), "idle, or no state", busy);
    }

    private static void servers(Probe probe) throws InterruptedException {
        Link link = probe.open();
        ObjectNode strange = obj("type", "acp4j_pigeon", "name", "pigeon", "url", "pigeon://loft");
        Reply unknown = link.call("session/new", link.newSessionParams().set("mcpServers", arr(strange)));
        probe.check("V2-SESS-009", unknown.isError(), "an error", unknown);
        if (unknown.isError()) {
            probe.checkError("V2-SESS-010", unknown.isError(Work.INVALID_PARAMS), "the error -32602", unknown);
        }
        if (!probe.has("mcp.http") && !probe.has("mcp.stdio")) {
            probe.skip("V2-SESS-011", "the agent takes no MCP servers");
            return;
        }
        ObjectNode server = probe.has("mcp.http")
                ? obj("type", "http", "name", "twin", "url", "http://127.0.0.1:9/mcp")
                : obj("type", "stdio", "name", "twin", "command", "/nonexistent/mcp-server");
        Reply twins = link.call("session/new", link.newSessionParams().set("mcpServers", arr(server, server)));
        probe.check("V2-SESS-011", twins.isError(), "an error", twins);
    }

    private static void stdioServer(Probe probe) throws InterruptedException {
        Link link = probe.open();
        ObjectNode server = obj("type", "stdio", "name", "nothing", "command", "/nonexistent/mcp-server");
        Reply reply = link.requestSession(link.newSessionParams().set("mcpServers", arr(server)));
        // A server that cannot be started may be an error; a configuration that is not understood must not be.
        probe.check(
                "V2-SESS-012",
                reply.came() && !reply.isError(Work.INVALID_PARAMS) && !reply.isError(-32601),
                "a session, or an error about starting the server",
                reply);
    }

    private static void directories(Probe probe) throws InterruptedException {
        Link link = probe.open();
        Reply more = link.requestSession(link.newSessionParams().set("additionalDirectories", arr(link.cwd())));
        probe.check("V2-SESS-013", more.isResult(), "a session", more);
        Reply relative =
                link.call("session/new", link.newSessionParams().set("additionalDirectories", arr("relative/path")));
        probe.check("V2-SESS-014", relative.isError(), "an error", relative);
    }

    private static void unknown(Probe probe) throws InterruptedException {
        Link link = probe.open();
        Reply reply = new Session(link, Work.NOWHERE).start("hello").await();
        probe.checkError("V2-SESS-006", reply.isError(Work.NOT_FOUND), "the error -32002", reply);
        if (reply.isError(Work.NOT_FOUND)) {
            JsonNode data = reply.at("/error/data");
            probe.check(
                    "V2-SESS-007",
                    data.path("sessionId").asText().equals(Work.NOWHERE),
                    "data.sessionId with the id",
                    data);
        }
    }

    private static void sideBySide(Probe probe) throws InterruptedException {
        Session first = probe.talk();
        Call running = Work.busy(probe, first);
        Session second = Work.another(first.link());
        Turn beside = second.prompt("beside it");
        probe.check(
                "V2-SESS-015",
                beside.reply().isResult() && beside.end() != null,
                "a turn that ends while another session is busy",
                beside.reply());
        Work.goesOn(probe, "V2-SESS-016", first, running);
        Work.stop(first, running.sent());
    }

    private static void closeRunning(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        Call running = Work.busy(probe, session);
        Reply closed = link.call("session/close", session.params());
        Entry answer = closed.entry();
        if (answer == null || !closed.isResult()) {
            throw NotTestable.error("session/close did not succeed: " + closed);
        }
        List<Entry> before = Work.ends(session, running.sent()).stream()
                .filter(entry -> entry.index() < answer.index())
                .toList();
        probe.check("V2-CLOSE-001", !before.isEmpty(), "the idle state before the response", "none before it");
        if (!before.isEmpty()) {
            Work.isCancelled(probe, "V2-CLOSE-002", before.get(0));
        }
        link.settle();
        List<Entry> late = link.since(answer).stream()
                .filter(entry -> entry.session().equals(session.id()))
                .toList();
        probe.check("V2-CLOSE-003", late.isEmpty(), "nothing more of that session", late);
    }

    private static void closeHeld(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        Call running = Work.busy(probe, session);
        Call held = session.start("one more thing");
        if (link.settleUntil(held::isAnswered)) {
            probe.skip("V2-CLOSE-004", "the agent inserts prompts at once");
            Work.stop(session, running.sent());
            return;
        }
        link.call("session/close", session.params()).need("session/close");
        Reply reply = held.await();
        probe.checkError("V2-CLOSE-004", reply.isError(Work.CANCELLED), "the error -32800", reply);
    }

    private static void closePermission(Probe probe) throws InterruptedException {
        Permissions.Pending pending = Permissions.pending(probe);
        Session session = pending.session();
        Call closing = session.link().start("session/close", session.params());
        Entry cancelled = pending.awaitCancellation();
        probe.check(
                "V2-CLOSE-005", cancelled != null, "$/cancel_request for the permission that is pending", "none came");
        pending.answerCancelled();
        closing.await().need("session/close");
    }

    private static void closeAndResume(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        session.prompt("to be closed").needEnd();
        link.call("session/close", session.params()).need("session/close");
        Reply resumed = link.call("session/resume", session.setup());
        probe.check("V2-CLOSE-006", resumed.isResult(), "a session that can be resumed", resumed);
    }

    /** What still runs is listed in the state that comes with resuming. */
    private static void closeBackground(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        JsonNode before = session.act("background").needEnd().ending().at("/params/update/background");
        if (before.isEmpty()) {
            throw new NotTestable("Nothing is in the background list");
        }
        link.call("session/close", session.params()).need("session/close");
        Call resuming = link.start("session/resume", session.setup());
        resuming.await().need("session/resume");
        link.settleUntil(() -> !background(session, resuming).isMissingNode());
        JsonNode after = background(session, resuming);
        if (!after.isArray()) {
            throw new NotTestable("No state with a background list came with the session");
        }
        probe.check("V2-CLOSE-007", !overlap(before, after), "none of " + before, after);
    }

    private static JsonNode background(Session session, Call resuming) {
        return session.link().updatesSince(resuming.sent(), session.id()).stream()
                .filter(entry -> entry.update().equals("state_update"))
                .map(entry -> entry.at("/params/update/background"))
                .reduce(MissingNode.getInstance(), (earlier, later) -> later);
    }

    private static boolean overlap(JsonNode one, JsonNode other) {
        for (JsonNode item : one) {
            for (JsonNode each : other) {
                if (item.equals(each)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Tries several times, because the agent may read the second request before or after the start of the turn. */
    private static void closeAtOnce(Probe probe) throws InterruptedException {
        boolean isRight = true;
        for (int i = 0; i < RACES && isRight; i++) {
            isRight = endsWhenClosedAtOnce(probe);
        }
    }

    private static boolean endsWhenClosedAtOnce(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Call call = session.start("The last word");
        Reply closed = session.link().call("session/close", session.params());
        Reply reply = call.await();
        closed.need("session/close");
        if (reply.isError(Work.NOT_FOUND)) {
            probe.skip("V2-CLOSE-008", "the agent took the prompt after the session was closed");
            return true;
        }
        // V2-PROMPT-002 reports a result without a messageId.
        boolean isRight = reply.isResult() || reply.isError(Work.CANCELLED);
        probe.check("V2-CLOSE-008", isRight, "a result, or -32800", reply);
        return isRight;
    }
}
