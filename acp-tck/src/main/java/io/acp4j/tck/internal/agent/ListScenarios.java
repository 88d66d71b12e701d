package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Listing, closing and deleting sessions. */
final class ListScenarios {

    static final List<Scenario> ALL = List.of(
            scenario(
                    "list/sessions",
                    "LIST-001 LIST-002 LIST-003 LIST-005 LIST-006 LIST-007 LIST-008 LIST-009 LIST-010 LIST-011"
                            + " LIST-012",
                    ListScenarios::list),
            scenario("list/filter", "LIST-004 LIST-013", ListScenarios::filter),
            scenario("close/session", "CLOSE-001 CLOSE-003 CLOSE-004 CLOSE-005", ListScenarios::close),
            scenario("close/running", "CLOSE-002", ListScenarios::closeRunning),
            scenario("delete/session", "DEL-001 DEL-002 DEL-003 DEL-004 DEL-005 DEL-006", ListScenarios::delete));

    private static final int UNKNOWN_SESSION = -32002;

    /** Sessions that a filter leaves, at least. */
    private static final int FILTERED = 6;

    /** Sessions that a filter leaves, at most: pages of this size or more are not filled. */
    private static final int MOST_FILTERED = 12;

    /** How often a list is read again. */
    private static final int RETRIES = 2;

    /** Pages without any session that a list may have: what a filter leaves out may fill some. */
    private static final int EMPTY_PAGES = 100;

    private ListScenarios() {}

    /**
     * Returns all pages of a list, however many there are. A list that repeats a cursor, or lists on a page what it has listed before,
     * does not end: its last page is the one that shows it.
     */
    static List<JsonNode> pages(Link link, ObjectNode params) throws InterruptedException {
        List<JsonNode> pages = new ArrayList<>();
        Set<String> cursors = new HashSet<>();
        Set<String> known = new HashSet<>();
        int empty = 0;
        ObjectNode next = params.deepCopy();
        while (true) {
            JsonNode page = link.call("session/list", next).need("session/list");
            if (!page.path("sessions").isArray()) {
                throw new NotTestable("session/list gave no array of sessions");
            }
            pages.add(page);
            boolean grows = page.path("sessions").isEmpty() && ++empty <= EMPTY_PAGES;
            for (JsonNode info : page.path("sessions")) {
                grows |= known.add(info.path("sessionId").asText());
            }
            if (ends(pages) || !grows || !cursors.add(page.path("nextCursor").asText())) {
                return pages;
            }
            next = params.deepCopy().put("cursor", page.path("nextCursor").asText());
        }
    }

    /** Returns what all pages say of the sessions. */
    static List<JsonNode> infos(Link link, ObjectNode params) throws InterruptedException {
        List<JsonNode> infos = new ArrayList<>();
        pages(link, params).forEach(page -> page.path("sessions").forEach(infos::add));
        return infos;
    }

    /** Returns whether the last page says that it is the last. */
    private static boolean ends(List<JsonNode> pages) {
        return !pages.get(pages.size() - 1).path("nextCursor").isTextual();
    }

    /**
     * Deletes a session. Whether an open one can be deleted is the agent's choice: where it is refused, the session is closed
     * before, or another connection deletes it.
     */
    static Reply remove(Probe probe, Session session) throws InterruptedException {
        Link link = session.link();
        Reply reply = link.call("session/delete", session.params());
        if (!reply.isError()) {
            return reply;
        }
        if (probe.has("close")) {
            link.call("session/close", session.params());
        } else {
            link = probe.open();
        }
        return link.call("session/delete", session.params());
    }

    /** The ids on all pages. */
    static List<String> ids(Link link) throws InterruptedException {
        return idsOn(pages(link, obj()));
    }

    /**
     * The ids on all pages, once more where something is missing or there twice: other scenarios make and delete sessions meanwhile,
     * which shifts pages that are counted by number.
     */
    static List<String> ids(Link link, ObjectNode params, Predicate<List<String>> whole) throws InterruptedException {
        List<String> ids = idsOn(pages(link, params));
        for (int retry = 0; retry < RETRIES && !whole.test(ids); retry++) {
            ids = idsOn(pages(link, params));
        }
        return ids;
    }

    private static List<String> idsOn(List<JsonNode> pages) {
        List<String> ids = new ArrayList<>();
        for (JsonNode page : pages) {
            page.path("sessions")
                    .forEach(session -> ids.add(session.path("sessionId").asText()));
        }
        return ids;
    }

    private static boolean isWithoutRepetition(List<String> ids) {
        return new HashSet<>(ids).size() == ids.size();
    }

    private static void list(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        session.prompt("something to list").need();
        List<String> made = new ArrayList<>(List.of(session.id()));
        for (int i = 0; i < 12; i++) {
            session = new Session(link, link.newSession());
            made.add(session.id());
            session.prompt("something else to list " + i).need();
        }
        Reply reply = link.call("session/list", obj());
        probe.check("LIST-001", reply.result().path("sessions").isArray(), "an array of sessions", reply);
        List<JsonNode> pages = pages(link, obj());
        for (JsonNode page : pages) {
            probe.check(
                    "LIST-009",
                    Shapes.isTextOrAbsent(page.path("nextCursor")),
                    "a string or null",
                    page.path("nextCursor"));
            for (JsonNode info : page.path("sessions")) {
                info(probe, info);
                if (made.contains(info.path("sessionId").asText()) && Shapes.isAbsolutePath(info.path("cwd"))) {
                    probe.check(
                            "LIST-011", isSamePlace(link.cwd(), info.path("cwd").asText()), link.cwd(), info);
                }
            }
        }
        List<String> once = idsOn(pages);
        List<String> ids = once.containsAll(made) ? once : ids(link, obj(), each -> each.containsAll(made));
        probe.check("LIST-003", ids.contains(session.id()), session.id(), "none such among " + ids.size());
        if (ids.contains(made.get(0)) && ids.contains(session.id())) {
            List<String> lost = new ArrayList<>(made);
            lost.removeAll(ids);
            probe.check("LIST-010", lost.isEmpty(), "each session on some page", "without " + lost);
        } else {
            probe.open("LIST-010", "not all sessions that were made are listed");
        }
        List<String> each = isWithoutRepetition(once) ? once : ids(link, obj(), ListScenarios::isWithoutRepetition);
        probe.check(
                "LIST-006",
                ends(pages) && isWithoutRepetition(each),
                "an end, and each session once",
                pages.size() + " pages, the last with the cursor "
                        + pages.get(pages.size() - 1).path("nextCursor") + "; twice: " + repeated(each));

        Reply none = link.call("session/list", obj("cwd", "/acp4j/no/such/directory"));
        JsonNode sessions = none.result().path("sessions");
        probe.check("LIST-005", sessions.isArray() && sessions.isEmpty(), "an empty array", none);
        Reply invalid = link.call("session/list", obj("cursor", "acp4j-no-such-cursor"));
        probe.check("LIST-007", invalid.isError(), "an error", invalid);
        filterOnPages(probe, link, filtered(pages));
    }

    /** Returns how many sessions take more than a page, by what the whole list has on its first. */
    private static int filtered(List<JsonNode> pages) {
        int size = pages.get(0).path("sessions").size();
        return ends(pages.subList(0, 1)) || size < FILTERED || size >= MOST_FILTERED ? FILTERED : size + 1;
    }

    /** Looks for sessions of another directory, one of them older and one newer than all others, on each page. */
    private static void filterOnPages(Probe probe, Link link, int filtered) throws InterruptedException {
        String place = probe.temporaryDirectory();
        String other = probe.temporaryDirectory();
        makeIn(link, other);
        List<String> inPlace = new ArrayList<>();
        for (int i = 0; i < filtered; i++) {
            inPlace.add(makeIn(link, place));
        }
        makeIn(link, other);
        List<JsonNode> pages = pages(link, obj("cwd", place));
        isNotLost(probe, link, place, inPlace.get(0));
        if (pages.size() < 2) {
            probe.skip("LIST-012", "the list has one page only");
            return;
        }
        for (JsonNode page : pages) {
            for (JsonNode info : page.path("sessions")) {
                String cwd = info.path("cwd").asText();
                if (Shapes.isAbsolutePath(info.path("cwd"))) {
                    probe.check("LIST-012", isSamePlace(place, cwd), "only sessions of " + place, info);
                }
            }
        }
        List<String> once = idsOn(pages);
        List<String> lost = new ArrayList<>(inPlace);
        lost.removeAll(
                once.containsAll(inPlace) ? once : ids(link, obj("cwd", place), each -> each.containsAll(inPlace)));
        if (lost.size() < filtered) {
            probe.check("LIST-010", lost.isEmpty(), "each session of " + place + " on some page", "without " + lost);
        }
    }

    private static String makeIn(Link link, String place) throws InterruptedException {
        return makeIn(link, place, "to be filtered");
    }

    private static String makeIn(Link link, String place, String prompt) throws InterruptedException {
        JsonNode made =
                link.requestSession(link.newSessionParams().put("cwd", place)).need("session/new in " + place);
        String session = made.path("sessionId").asText();
        new Session(link, session).prompt(prompt).need();
        return session;
    }

    private static List<String> repeated(List<String> ids) {
        Set<String> seen = new HashSet<>();
        return ids.stream().filter(id -> !seen.add(id)).distinct().limit(3).toList();
    }

    static boolean isSamePlace(String one, String other) {
        try {
            return one.equals(other)
                    || Path.of(one).toRealPath().equals(Path.of(other).toRealPath());
        } catch (IOException | InvalidPathException e) {
            return false;
        }
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
        // A directory whose path begins with that of another is still a place of its own.
        String elsewhere = subdirectory(probe.temporaryDirectory(), "place");
        String beside = makeIn(link, subdirectory(parent(elsewhere), "place-beside"), "beside that place");
        String otherId = makeIn(link, elsewhere, "in another place");
        List<JsonNode> found = pages(link, obj("cwd", elsewhere));
        List<String> strangers = new ArrayList<>();
        for (JsonNode page : found) {
            for (JsonNode info : page.path("sessions")) {
                String id = info.path("sessionId").asText();
                if (id.equals(session.id()) || id.equals(beside)) {
                    strangers.add(info.toString());
                }
            }
        }
        probe.check("LIST-004", strangers.isEmpty(), "only sessions of " + elsewhere, strangers);
        isNotLost(probe, link, elsewhere, otherId);
    }

    private static String parent(String directory) {
        return String.valueOf(Path.of(directory).getParent());
    }

    private static String subdirectory(String directory, String name) {
        try {
            return Files.createDirectory(Path.of(directory, name)).toString();
        } catch (IOException e) {
            throw new NotTestable("No directory can be made for a session: " + e.getMessage());
        }
    }

    /** What is listed without a filter must be listed with one for its directory. */
    private static void isNotLost(Probe probe, Link link, String place, String session) throws InterruptedException {
        List<String> ids = ids(link, obj("cwd", place), each -> each.contains(session));
        if (ids.contains(session) || isListedIn(place, session, pages(link, obj()))) {
            probe.check("LIST-013", ids.contains(session), session, "none such among " + ids.size());
        } else {
            probe.open("LIST-013", "the session is not listed without the filter either");
        }
    }

    private static boolean isListedIn(String place, String session, List<JsonNode> pages) {
        for (JsonNode page : pages) {
            for (JsonNode info : page.path("sessions")) {
                if (info.path("sessionId").asText().equals(session)
                        && isSamePlace(place, info.path("cwd").asText())) {
                    return true;
                }
            }
        }
        return false;
    }

    /** An agent may take what does not exist for gone already. */
    private static void codeOf(Probe probe, String requirement, Reply reply) {
        if (reply.came()) {
            probe.checkError(
                    requirement,
                    !reply.isError() || reply.isError(UNKNOWN_SESSION),
                    "-32002, if it is an error",
                    reply);
        }
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
        probe.check("CLOSE-004", unknown.came(), "a response", unknown);
        codeOf(probe, "CLOSE-005", unknown);
    }

    private static void closeRunning(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        Call running = CancelScenarios.busy(probe, session);
        link.call("session/close", session.params());
        Reply reply = running.await();
        CancelScenarios.isCancelled(probe, "CLOSE-002", reply);
    }

    private static void delete(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        session.prompt("something to delete").need();
        Session other = new Session(link, link.newSession());
        other.prompt("something to keep").need();
        boolean lists = probe.has("list");
        boolean listed = lists && ids(link).containsAll(List.of(session.id(), other.id()));
        Reply reply = remove(probe, session);
        probe.check("DEL-001", reply.result().isObject(), "an object", reply);
        reply.need("session/delete");
        if (listed) {
            List<String> left = ids(link, obj(), each -> each.contains(other.id()));
            probe.check(
                    "DEL-002", !left.contains(session.id()), "no " + session.id(), "it is there, among " + left.size());
            List<String> elsewhere = ids(probe.open());
            probe.check(
                    "DEL-002",
                    !elsewhere.contains(session.id()),
                    "no " + session.id() + " on another connection",
                    "it is there, among " + elsewhere.size());
            probe.check("DEL-005", left.contains(other.id()), other.id(), "none such among " + left.size());
        } else if (lists) {
            probe.open("DEL-002", "the session was not listed before");
            probe.open("DEL-005", "the session was not listed before");
        }
        Reply again = link.call("session/delete", session.params());
        probe.check("DEL-003", again.isResult(), "a result", again);
        Reply never = link.call("session/delete", obj("sessionId", "acp4j-no-such-session"));
        probe.check("DEL-004", never.isResult(), "a result", never);
        codeOf(probe, "DEL-006", never);
    }
}
