package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.PlainPrompts;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Responder;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import io.acp4j.tck.internal.wire.Entry;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Makes the agent ask its client for something, whether it may or not, and responds in every way. */
final class ServiceScenarios {

    private static final int FAILED = -32603;
    private static final int NOT_FOUND = -32002;
    private static final String ELICITATION = "elicitation/create";
    private static final String PERMISSION = "session/request_permission";

    static final List<Scenario> ALL = List.of(
            scenario("permission/allowed", "PERM-006 PERM-007 PERM-008", ServiceScenarios::allowed),
            scenario("permission/rejected", "PERM-004", ServiceScenarios::rejected),
            scenario("permission/cancelled", "PERM-009", ServiceScenarios::cancelled),
            scenario("permission/rejected-always", "PERM-004", ServiceScenarios::rejectedAlways),
            scenario("permission/failed", "PERM-005 PERM-012", ServiceScenarios::permissionFailed),
            scenario("permission/two-sessions", "RPC-007", ServiceScenarios::askedByTwoSessions),
            scenario("fs/not-offered", "FS-001 FS-002", ServiceScenarios::filesNotOffered),
            scenario("services/none", "FS-008 TERM-008 UPD-026 UPD-028", ServiceScenarios::noneOffered),
            scenario("fs/files", "FS-005 FS-006 FS-007", ServiceScenarios::files),
            scenario("terminal/not-offered", "TERM-001", ServiceScenarios::terminalNotOffered),
            scenario("terminal/use", "TERM-004", ServiceScenarios::terminal),
            scenario("terminal/failed", "TERM-006", ServiceScenarios::terminalFailed),
            scenario("elicitation/not-offered", "ELIC-001 ELIC-002 ELIC-003", ServiceScenarios::elicitationNotOffered),
            scenario("elicitation/outcomes", "ELIC-007 ELIC-008 ELIC-009", ServiceScenarios::elicitation));

    private ServiceScenarios() {}

    private static void ends(Probe probe, String requirement, Turn turn) {
        probe.check(requirement, turn.reply().came(), "an end of the turn", turn.reply());
    }

    private static String tmp(Probe probe) {
        return probe.settings().cwd().resolve("acp-tck-example.txt").toString();
    }

    // Permission

    private static void allowed(Probe probe) throws InterruptedException {
        Turn turn = probe.talk().act("permission").needRequest("session/request_permission");
        probe.check("PERM-006", turn.reply().isResult(), "a result", turn.reply());
        String tool = asked(turn);
        List<String> statuses = statuses(turn, tool);
        probe.check("PERM-007", isReported(turn, tool), "a report of the tool call " + tool, turn.updates());
        if (!statuses.isEmpty() && isOffered(turn, "allow_once")) {
            probe.check(
                    "PERM-008", !statuses.get(statuses.size() - 1).equals("failed"), "a tool call that runs", statuses);
        }
    }

    private static void cancelled(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        session.link().on("session/request_permission", Responder.result(obj("outcome", obj("outcome", "cancelled"))));
        Turn turn = permission(probe, session);
        List<String> statuses = statuses(turn, asked(turn));
        probe.check("PERM-009", !statuses.contains("completed"), "no completion of the tool call", statuses);
    }

    /** Keeps two requests of the agent open at the same time; an agent may also wait for one before it sends the other. */
    private static void askedByTwoSessions(Probe probe) throws InterruptedException {
        Session first = probe.talk();
        Link link = first.link();
        Session second = new Session(link, link.newSession());
        link.on("session/request_permission", Responder.never());
        Call ofFirst = PlainPrompts.start(probe, first, "permission");
        Entry asked = PlainPrompts.needRequest(probe, first, ofFirst, PERMISSION);
        Call ofSecond = PlainPrompts.start(probe, second, "permission");
        Entry askedToo = link.await(
                ofSecond.sent(),
                entry -> entry.method().equals(PERMISSION)
                        || (entry.kind() == Entry.Kind.RESPONSE && entry.id().equals(ofSecond.id())));
        link.on("session/request_permission", request -> allow(request));
        link.respond(asked, allow(asked));
        if (askedToo != null && askedToo.method().equals(PERMISSION)) {
            link.respond(askedToo, allow(askedToo));
        }
        ofFirst.await();
        ofSecond.await();
    }

    private static Turn permission(Probe probe, Session session) throws InterruptedException {
        return PlainPrompts.act(probe, session, "permission").needRequest(PERMISSION);
    }

    private static ObjectNode allow(Entry request) {
        return obj(
                "result",
                obj("outcome", obj("outcome", "selected", "optionId", request.at("/params/options/0/optionId"))));
    }

    private static boolean isOffered(Turn turn, String kind) {
        for (JsonNode option :
                turn.requests("session/request_permission").get(0).at("/params/options")) {
            if (option.path("kind").asText().equals(kind)) {
                return true;
            }
        }
        return false;
    }

    /** The tool call for which permission was asked. */
    private static String asked(Turn turn) {
        return turn.requests("session/request_permission")
                .get(0)
                .at("/params/toolCall/toolCallId")
                .asText();
    }

    private static boolean isReported(Turn turn, String tool) {
        return turn.updates().stream()
                .anyMatch(
                        entry -> entry.at("/params/update/toolCallId").asText().equals(tool));
    }

    private static List<String> statuses(Turn turn, String tool) {
        return turn.updates().stream()
                .filter(entry -> entry.at("/params/update/toolCallId").asText().equals(tool))
                .map(entry -> entry.at("/params/update/status").asText(""))
                .filter(status -> !status.isEmpty())
                .toList();
    }

    private static void rejected(Probe probe) throws InterruptedException {
        rejected(probe, probe.talk(), "reject");
    }

    /** An agent may remember the decision for the directory that the session works in: nobody else works in this one. */
    private static void rejectedAlways(Probe probe) throws InterruptedException {
        Link link = probe.talk().link();
        JsonNode made = link.requestSession(link.newSessionParams().put("cwd", probe.temporaryDirectory()))
                .need("session/new");
        rejected(probe, new Session(link, made.path("sessionId").asText()), "reject_always");
    }

    private static void rejected(Probe probe, Session session, String kind) throws InterruptedException {
        session.link().on("session/request_permission", request -> Rejection.of(request, kind));
        Turn turn = permission(probe, session);
        if (kind.equals("reject_always") && !isOffered(turn, kind)) {
            return;
        }
        String tool = asked(turn);
        List<Entry> completed = turn.updates().stream()
                .filter(entry -> entry.at("/params/update/toolCallId").asText().equals(tool)
                        && entry.at("/params/update/status").asText().equals("completed"))
                .toList();
        probe.check("PERM-004", completed.isEmpty(), "no completion of the rejected tool call", completed);
    }

    private static void permissionFailed(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        session.link().on("session/request_permission", Responder.error(FAILED, "The dialog broke"));
        Turn turn = permission(probe, session);
        ends(probe, "PERM-005", turn);
        List<String> statuses = statuses(turn, asked(turn));
        probe.check("PERM-012", !statuses.contains("completed"), "no completion of the tool call", statuses);
    }

    /** The first option that rejects, of a kind that begins so; cancelled when there is none. */
    private static final class Rejection {

        static com.fasterxml.jackson.databind.node.ObjectNode of(Entry request, String kind) {
            for (JsonNode option : request.at("/params/options")) {
                if (option.path("kind").asText().startsWith(kind)) {
                    return obj(
                            "result", obj("outcome", obj("outcome", "selected", "optionId", option.path("optionId"))));
                }
            }
            return obj("result", obj("outcome", obj("outcome", "cancelled")));
        }
    }

    // Files

    private static void filesNotOffered(Probe probe) throws InterruptedException {
        JsonNode neither = Probe.everything().set("fs", obj());
        notCalled(probe, "read", "fs/read_text_file", "FS-001", neither);
        notCalled(
                probe,
                "write",
                "fs/write_text_file",
                "FS-002",
                Probe.everything().set("fs", obj("readTextFile", true)));
    }

    /** Asks in plain words for what takes files and commands, of a client that has neither. */
    private static void noneOffered(Probe probe) throws InterruptedException {
        var neither = Probe.everything().put("terminal", false);
        neither.set("fs", obj());
        neither.remove("session");
        Link link = probe.talk(neither).link();
        String place = probe.temporaryDirectory();
        JsonNode made =
                link.requestSession(link.newSessionParams().put("cwd", place)).need("session/new");
        Turn turn = new Session(link, made.path("sessionId").asText())
                .prompt("Write the word done to the file " + place
                        + "/acp-tck.txt, read its first line, and list the directory.");
        probe.check("FS-008", isNone(turn, "fs/"), "no request for a file", turn.entries());
        probe.check("TERM-008", isNone(turn, "terminal/"), "no request for a terminal", turn.entries());
        if (probe.profile().isUndriven()) {
            isNotSent(probe, "UPD-026", turn, Set.of("compaction_update", "compaction_summary_chunk"));
            isNotSent(probe, "UPD-028", turn, Set.of("notice"));
        }
    }

    private static void isNotSent(Probe probe, String requirement, Turn turn, Set<String> kinds) {
        List<Entry> sent = turn.updates().stream()
                .filter(entry -> kinds.contains(entry.update()))
                .toList();
        probe.check(requirement, sent.isEmpty(), "nothing that the client has not advertised", sent);
    }

    private static boolean isNone(Turn turn, String methods) {
        return turn.entries().stream().noneMatch(entry -> entry.method().startsWith(methods));
    }

    private static void notCalled(Probe probe, String word, String method, String requirement, JsonNode capabilities)
            throws InterruptedException {
        if (probe.has("word:" + word)) {
            Turn turn = probe.talk(capabilities).act(word + " " + tmp(probe));
            List<Entry> calls = turn.requests(method);
            probe.check(requirement, calls.isEmpty(), "no " + method, calls);
        }
    }

    private static void files(Probe probe) throws InterruptedException {
        String file = probe.profile().isUndriven() ? probe.temporaryDirectory() + "/acp-tck.txt" : tmp(probe);
        fileFailed(probe, "FS-005", "read " + file, Responder.error(NOT_FOUND, "No such file"));
        fileFailed(probe, "FS-006", "write " + file, Responder.error(FAILED, "Read-only file system"));
        Session willing = probe.talk();
        for (String word : List.of("read", "write")) {
            if (probe.has("word:" + word)) {
                Turn turn = willing.act(word + " " + tmp(probe)).need();
                for (Entry call : turn.requests(word.equals("read") ? "fs/read_text_file" : "fs/write_text_file")) {
                    JsonNode path = call.at("/params/path");
                    if (Shapes.isAbsolutePath(path)) {
                        probe.check("FS-007", path.asText().equals(tmp(probe)), tmp(probe), call);
                    }
                }
            }
        }
    }

    private static void fileFailed(Probe probe, String requirement, String words, Responder response)
            throws InterruptedException {
        String word = words.substring(0, words.indexOf(' '));
        String method = "fs/" + word + "_text_file";
        if (probe.has("action:" + word)) {
            Session session = probe.talk();
            session.link().on(method, response);
            Turn turn = PlainPrompts.act(probe, session, words);
            if (turn.requests(method).isEmpty()) {
                probe.open(requirement, "The prompt brought no " + method);
            } else {
                ends(probe, requirement, turn);
            }
        }
    }

    // Terminals

    private static void terminalNotOffered(Probe probe) throws InterruptedException {
        JsonNode capabilities = Probe.everything().put("terminal", false);
        Turn turn = probe.talk(capabilities).act("terminal");
        List<Entry> calls = turn.entries().stream()
                .filter(entry -> entry.method().startsWith("terminal/"))
                .toList();
        probe.check("TERM-001", calls.isEmpty(), "no terminal method", calls);
    }

    private static void terminal(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Turn turn = session.act("terminal").needRequest("terminal/create").need();
        session.link().settleUntilDue(() -> openTerminals(session.link()).isEmpty());
        Set<String> open = openTerminals(session.link());
        probe.check(
                "TERM-004", open.isEmpty(), "a release of each terminal", open + " still open after " + turn.reply());
    }

    private static Set<String> openTerminals(Link link) {
        Set<String> open = new HashSet<>();
        for (Entry entry : link.entries()) {
            if (entry.sent() && entry.at("/result/terminalId").isTextual()) {
                open.add(entry.at("/result/terminalId").asText());
            } else if (entry.method().equals("terminal/release")) {
                open.remove(entry.at("/params/terminalId").asText());
            }
        }
        return open;
    }

    private static void terminalFailed(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        session.link().on("terminal/create", Responder.error(FAILED, "No terminal"));
        ends(probe, "TERM-006", PlainPrompts.act(probe, session, "terminal").needRequest("terminal/create"));
    }

    // Elicitation

    private static void elicitationNotOffered(Probe probe) throws InterruptedException {
        var none = Probe.everything();
        none.remove("elicitation");
        if (probe.has("action:elicit-form")) {
            notElicited(probe, "elicit-form", "ELIC-001", none);
            notElicited(probe, "elicit-form", "ELIC-003", Probe.everything().set("elicitation", obj()));
        }
        if (probe.has("action:elicit-url")) {
            notElicited(probe, "elicit-url", "ELIC-002", Probe.everything().set("elicitation", obj("form", obj())));
        }
    }

    private static void notElicited(Probe probe, String word, String requirement, JsonNode capabilities)
            throws InterruptedException {
        Session session = probe.talk(capabilities);
        Turn turn = PlainPrompts.act(probe, session, word);
        List<Entry> calls = elicitations(turn, word);
        probe.check(requirement, calls.isEmpty(), "no elicitation/create", calls);
    }

    private static void elicited(Probe probe, String requirement, String word, Responder response)
            throws InterruptedException {
        Session session = probe.talk();
        session.link().on(ELICITATION, response);
        ends(probe, requirement, PlainPrompts.act(probe, session, word).needRequest(ELICITATION));
    }

    /** Returns the questions in a turn; without the vocabulary only those of the kind that a word requests. */
    private static List<Entry> elicitations(Turn turn, String word) {
        String mode = word.substring("elicit-".length());
        return turn.requests(ELICITATION).stream()
                .filter(entry -> entry.at("/params/mode").asText(mode).equals(mode))
                .toList();
    }

    private static void elicitation(Probe probe) throws InterruptedException {
        for (String word : List.of("elicit-form", "elicit-url")) {
            if (probe.has("action:" + word)) {
                elicited(probe, "ELIC-007", word, Responder.result(obj("action", "decline")));
                elicited(probe, "ELIC-008", word, Responder.result(obj("action", "cancel")));
                elicited(probe, "ELIC-009", word, Responder.error(FAILED, "The dialog broke"));
            }
            if (probe.has("word:" + word)) {
                Session willing = probe.talk();
                willing.act(word).needRequest(ELICITATION);
                willing.act(word).needRequest(ELICITATION);
            }
        }
    }
}
