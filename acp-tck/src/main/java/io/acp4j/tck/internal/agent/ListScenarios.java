package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import io.acp4j.tck.internal.probe.Unmet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** Listing, closing and deleting sessions. */
final class ListScenarios {

    /** Pages that are followed at most; a list that goes on longer does not end. */
    private static final int MAX_PAGES = 200;

    static final List<Scenario> ALL = List.of(
            scenario(
                    "list/sessions",
                    "LIST-001 LIST-002 LIST-003 LIST-005 LIST-006 LIST-007 LIST-008 LIST-009",
                    ListScenarios::list),
            scenario("list/filter", "LIST-004", ListScenarios::filter),
            scenario("close/session", "CLOSE-001 CLOSE-003 CLOSE-004", ListScenarios::close),
            scenario("close/running", "CLOSE-002", ListScenarios::closeRunning),
            scenario("delete/session", "DEL-001 DEL-002 DEL-003 DEL-004 DEL-005", ListScenarios::delete));

    private ListScenarios() {}

    /** All pages of a list. */
    static List<JsonNode> pages(Link link, ObjectNode params) throws InterruptedException {
        List<JsonNode> pages = new ArrayList<>();
        ObjectNode next = params.deepCopy();
        while (pages.size() < MAX_PAGES) {
            JsonNode page = link.call("session/list", next).need("session/list");
            if (!page.path("sessions").isArray()) {
                throw new Unmet("session/list gave no array of sessions");
            }
            pages.add(page);
            if (!page.path("nextCursor").isTextual()) {
                break;
            }
            next = params.deepCopy().put("cursor", page.path("nextCursor").asText());
        }
        return pages;
    }

    /** The ids on all pages. */
    static List<String> ids(Link link) throws InterruptedException {
        List<String> ids = new ArrayList<>();
        for (JsonNode page : pages(link, obj())) {
            page.path("sessions")
                    .forEach(session -> ids.add(session.path("sessionId").asText()));
        }
        return ids;
    }

    private static void list(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        session.prompt("something to list").need();
        for (int i = 0; i < 12; i++) {
            session = new Session(link, link.newSession());
            session.prompt("something else to list " + i).need();
        }
        Reply reply = link.call("session/list", obj());
        probe.check("LIST-001", reply.result().path("sessions").isArray(), "an array of sessions", reply);
        List<JsonNode> pages = pages(link, obj());
        List<String> ids = new ArrayList<>();
        for (JsonNode page : pages) {
            probe.check(
                    "LIST-009",
                    Shapes.isTextOrAbsent(page.path("nextCursor")),
                    "a string or null",
                    page.path("nextCursor"));
            for (JsonNode info : page.path("sessions")) {
                info(probe, info);
                ids.add(info.path("sessionId").asText());
            }
        }
        probe.check("LIST-003", ids.contains(session.id()), session.id(), ids);
        // Other scenarios may make sessions meanwhile, which shifts pages that are counted by number.
        for (int retry = 0; retry < 2 && new HashSet<>(ids).size() < ids.size(); retry++) {
            ids = ids(link);
        }
        probe.check(
                "LIST-006",
                pages.size() < MAX_PAGES && new HashSet<>(ids).size() == ids.size(),
                "an end, and each session once",
                pages.size() + " pages, " + ids);

        Reply none = link.call("session/list", obj("cwd", "/acp4j/no/such/directory"));
        JsonNode sessions = none.result().path("sessions");
        probe.check("LIST-005", sessions.isArray() && sessions.isEmpty(), "an empty array", none);
        Reply invalid = link.call("session/list", obj("cursor", "acp4j-no-such-cursor"));
        probe.check("LIST-007", invalid.isError(), "an error", invalid);
    }

    private static void info(Probe probe, JsonNode info) {
        probe.check(
                "LIST-002",
                Shapes.isId(info.path("sessionId")) && Shapes.isAbsolutePath(info.path("cwd")),
                "a sessionId and an absolute cwd",
                info);
        JsonNode time = info.path("updatedAt");
        probe.check(
                "LIST-008",
                Shapes.isTextOrAbsent(info.path("title")) && (Shapes.isAbsent(time) || Shapes.isTimestamp(time)),
                "a title that is text, a time that is ISO 8601",
                info);
    }

    private static void filter(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        session.prompt("in the usual place").need();
        String elsewhere = probe.settings().cwd().getRoot().toString();
        Reply other = link.call("session/new", link.newSessionParams().put("cwd", elsewhere));
        String otherId =
                other.need("session/new in " + elsewhere).path("sessionId").asText();
        link.prompt(otherId, "in another place").need();
        List<JsonNode> found = pages(link, obj("cwd", elsewhere));
        List<String> strangers = new ArrayList<>();
        for (JsonNode page : found) {
            for (JsonNode info : page.path("sessions")) {
                if (info.path("sessionId").asText().equals(session.id())) {
                    strangers.add(info.toString());
                }
            }
        }
        probe.check("LIST-004", strangers.isEmpty(), "only sessions of " + elsewhere, strangers);
    }

    private static void close(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        session.prompt("something to close").need();
        Session other = new Session(link, link.newSession());
        Reply reply = link.call("session/close", session.params());
        probe.check("CLOSE-001", reply.result().isObject(), "an object", reply);
        Turn turn = other.prompt("still there?");
        probe.check("CLOSE-003", turn.reply().isResult(), "a result", turn.reply());
        Reply unknown = link.call("session/close", obj("sessionId", "acp4j-no-such-session"));
        probe.check("CLOSE-004", unknown.came(), "an answer", unknown);
    }

    private static void closeRunning(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        Call running = CancelScenarios.busy(probe, session);
        link.call("session/close", session.params());
        Reply reply = running.await();
        probe.check(
                "CLOSE-002",
                reply.result().path("stopReason").asText().equals("cancelled"),
                "the stop reason cancelled",
                reply);
    }

    private static void delete(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        session.prompt("something to delete").need();
        Session other = new Session(link, link.newSession());
        other.prompt("something to keep").need();
        boolean lists = probe.has("list");
        boolean listed = lists && ids(link).containsAll(List.of(session.id(), other.id()));
        Reply reply = link.call("session/delete", session.params());
        probe.check("DEL-001", reply.result().isObject(), "an object", reply);
        reply.need("session/delete");
        if (listed) {
            List<String> left = ids(link);
            probe.check("DEL-002", !left.contains(session.id()), "no " + session.id(), left);
            probe.check("DEL-005", left.contains(other.id()), other.id(), left);
        } else if (lists) {
            probe.open("DEL-002", "the session was not listed before");
            probe.open("DEL-005", "the session was not listed before");
        }
        Reply again = link.call("session/delete", session.params());
        probe.check("DEL-003", again.isResult(), "a result", again);
        Reply never = link.call("session/delete", obj("sessionId", "acp4j-no-such-session"));
        probe.check("DEL-004", never.isResult(), "a result", never);
    }
}
