package io.acp4j.tck.internal.agent.v2;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.PlainPrompts;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Responder;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What an agent asks of the user, and what it does with what the user says. */
final class Permissions {

    private static final String METHOD = "session/request_permission";
    private static final String ELICITATION = "elicitation/create";
    private static final Set<String> UNDONE = Set.of("failed", "cancelled");

    static final List<Scenario> ALL = List.of(
            scenario("v2-permission/allowed", "V2-PERM-001 V2-PERM-002", Permissions::allowed),
            scenario(
                    "v2-permission/rejected",
                    "V2-PERM-003",
                    probe -> undone(probe, "V2-PERM-003", option("reject_once"))),
            scenario("v2-permission/rejected-always", "V2-PERM-003", Permissions::rejectedAlways),
            scenario(
                    "v2-permission/dismissed",
                    "V2-PERM-004",
                    probe -> undone(probe, "V2-PERM-004", outcome(obj("outcome", "cancelled")))),
            scenario(
                    "v2-permission/unknown-outcome",
                    "V2-PERM-005",
                    probe -> undone(probe, "V2-PERM-005", outcome(obj("outcome", "acp4j_perhaps")))),
            scenario("v2-permission/failed", "V2-PERM-006 V2-PERM-021", Permissions::failed),
            scenario("v2-permission/cancelled", "V2-PERM-007 V2-PERM-008 V2-PERM-009", Permissions::cancelled),
            scenario("v2-permission/other-session", "V2-PERM-010", Permissions::otherSession),
            scenario("v2-permission/command", "V2-PERM-011", Permissions::command),
            scenario("v2-permission/requires-action", "V2-PERM-012 V2-PERM-013", Permissions::requiresAction),
            scenario("v2-elicitation/outcomes", "V2-ELIC-001 V2-ELIC-002 V2-ELIC-003", Permissions::answers),
            scenario("v2-elicitation/not-offered", "V2-ELIC-004", Permissions::notOffered),
            scenario("v2-elicitation/url", "V2-ELIC-005", Permissions::url),
            scenario("v2-elicitation/cancelled", "V2-ELIC-006", Permissions::elicitationCancelled));

    private Permissions() {}

    /**
     * A request for permission that the user has not decided on.
     *
     * @param session where
     * @param call the prompt that led to it
     * @param asked the request
     */
    record Pending(Session session, Call call, Entry asked) {

        /** Waits for the agent to withdraw it; null when it has not. */
        @Nullable
        Entry awaitCancellation() throws InterruptedException {
            return session.link()
                    .await(
                            asked,
                            entry -> entry.method().equals("$/cancel_request")
                                    && entry.at("/params/requestId").equals(asked.at("/id")));
        }

        void answerCancelled() {
            session.link().respond(asked, obj("result", obj("outcome", obj("outcome", "cancelled"))));
        }

        void allow() {
            session.link().on(METHOD, option("allow_once"));
            ObjectNode answer = option("allow_once").to(asked);
            session.link().respond(asked, answer == null ? obj("result", obj()) : answer);
        }
    }

    /** Has the agent ask, and keeps it waiting. */
    static Pending pending(Probe probe) throws InterruptedException {
        return pending(probe, probe.talk());
    }

    private static Pending pending(Probe probe, Session session) throws InterruptedException {
        session.link().on(METHOD, Responder.never());
        Call call = PlainPrompts.start(probe, session, "permission");
        return new Pending(session, call, PlainPrompts.needRequest(probe, session, call, METHOD));
    }

    private static Responder outcome(JsonNode outcome) {
        return Responder.result(obj("outcome", outcome));
    }

    /** Chooses the first option of a kind; as dismissed when there is none. */
    private static Responder option(String kind) {
        return request -> {
            for (JsonNode option : request.at("/params/options")) {
                if (option.path("kind").asText().equals(kind)) {
                    return obj(
                            "result", obj("outcome", obj("outcome", "selected", "optionId", option.path("optionId"))));
                }
            }
            return obj("result", obj("outcome", obj("outcome", "cancelled")));
        };
    }

    /** The last status of the tool call that a request was about. */
    private static String status(Turn turn, Entry asked) {
        JsonNode id = asked.at("/params/subject/toolCall/toolCallId");
        String status = "";
        for (Entry entry : turn.updates("tool_call_update")) {
            JsonNode update = entry.at("/params/update");
            if (update.path("toolCallId").equals(id) && update.path("status").isTextual()) {
                status = update.path("status").asText();
            }
        }
        return status;
    }

    private static Entry asked(Turn turn) {
        return turn.needRequest(METHOD).requests(METHOD).get(0);
    }

    private static void allowed(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        session.link().on(METHOD, option("allow_once"));
        Turn turn = session.act("permission").needEnd();
        String status = status(turn, asked(turn));
        probe.check("V2-PERM-001", status.equals("completed"), "a tool call that is completed", "status " + status);
        if (turn.stopReason().isEmpty()) {
            probe.skip("V2-PERM-002", "the agent gives no stop reason, which is the matter of V2-STATE-002");
        } else {
            probe.check("V2-PERM-002", turn.stopReason().equals("end_turn"), "the stop reason end_turn", turn.ending());
        }
    }

    /** An agent may remember the decision for the directory that the session works in: nobody else works in this one. */
    private static void rejectedAlways(Probe probe) throws InterruptedException {
        Link link = probe.talk().link();
        JsonNode made = link.requestSession(link.newSessionParams().put("cwd", probe.temporaryDirectory()))
                .need("session/new");
        Session session = new Session(link, made.path("sessionId").asText());
        link.on(METHOD, option("reject_always"));
        Turn turn = PlainPrompts.act(probe, session, "permission").needEnd();
        if (asked(turn).at("/params/options").findValuesAsText("kind").contains("reject_always")) {
            undone(probe, "V2-PERM-003", turn);
        }
    }

    private static void undone(Probe probe, String requirement, Responder answer) throws InterruptedException {
        Session session = probe.talk();
        session.link().on(METHOD, answer);
        undone(
                probe,
                requirement,
                PlainPrompts.act(probe, session, "permission").needEnd());
    }

    private static void undone(Probe probe, String requirement, Turn turn) {
        String status = status(turn, asked(turn));
        // A turn in plain words may leave a tool call without a final status. This is not an approval.
        boolean undone = UNDONE.contains(status) || (probe.profile().isUndriven() && !status.equals("completed"));
        probe.check(requirement, undone, "a tool call that is failed or cancelled", "status " + status);
    }

    private static void failed(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        session.link().on(METHOD, Responder.error(-32603, "the window was closed"));
        Turn turn = PlainPrompts.act(probe, session, "permission");
        String status = status(turn, asked(turn));
        probe.check("V2-PERM-006", turn.end() != null, "the end of the work", "no idle state");
        probe.check("V2-PERM-021", !status.equals("completed"), "no completion of the tool call", "status " + status);
    }

    private static void cancelled(Probe probe) throws InterruptedException {
        Pending pending = pending(probe);
        Session session = pending.session();
        session.link().notify("session/cancel", session.params());
        Entry withdrawn =
                session.link().await(pending.asked(), entry -> entry.method().equals("$/cancel_request"));
        probe.check("V2-PERM-007", withdrawn != null, "$/cancel_request", "none came");
        if (withdrawn != null) {
            probe.check(
                    "V2-PERM-008",
                    withdrawn.at("/params/requestId").equals(pending.asked().at("/id")),
                    "the id " + pending.asked().at("/id"),
                    withdrawn);
        }
        pending.answerCancelled();
        Entry end = Work.awaitEnd(session, pending.asked());
        probe.check(
                "V2-PERM-009", Work.stopReason(end).equals("cancelled"), "the end with the reason cancelled", end + "");
    }

    private static void otherSession(Probe probe) throws InterruptedException {
        Pending pending = pending(probe);
        Session other = Work.another(pending.session().link());
        Pending second = pending(probe, other);
        Call call = second.call();
        other.link().notify("session/cancel", other.params());
        second.answerCancelled();
        Work.awaitEnd(other, call.sent());
        other.link().settle();
        boolean withdrawn = other.link().since(pending.asked()).stream()
                .anyMatch(entry -> entry.method().equals("$/cancel_request")
                        && entry.at("/params/requestId").equals(pending.asked().at("/id")));
        probe.check("V2-PERM-010", !withdrawn, "a permission that is still asked for", "$/cancel_request");
        pending.allow();
        Work.awaitEnd(pending.session(), pending.asked());
    }

    private static void command(Probe probe) throws InterruptedException {
        Turn turn = probe.talk().act("command").needEnd();
        JsonNode subject = asked(turn).at("/params/subject");
        probe.check(
                "V2-PERM-011",
                subject.path("type").asText().equals("command")
                        && subject.path("command").isTextual()
                        && isAbsolute(subject.path("cwd").asText()),
                "a subject command with the command and an absolute cwd",
                subject);
    }

    static boolean isAbsolute(String path) {
        return path.startsWith("/") || path.matches("[A-Za-z]:[\\\\/].*") || path.startsWith("\\\\");
    }

    private static void requiresAction(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        session.link().on(METHOD, Responder.never());
        Call call = session.start("tck: requires-action");
        Entry asked = session.link().needRequest(call.sent(), METHOD);
        Entry needs = session.link().await(call.sent(), entry -> Work.isState(entry, session.id(), "requires_action"));
        probe.check("V2-PERM-012", needs != null, "the state requires_action", "none came");
        new Pending(session, call, asked).allow();
        if (needs != null) {
            Entry next = session.link().await(needs, entry -> entry.update().equals("state_update"));
            probe.check("V2-PERM-013", next != null && isRunningOrIdle(next), "running or idle", next + "");
        }
        Work.awaitEnd(session, asked);
    }

    private static boolean isRunningOrIdle(Entry state) {
        return Set.of("running", "idle")
                .contains(state.at("/params/update/state").asText());
    }

    // Questions

    private static void answers(Probe probe) throws InterruptedException {
        List<List<String>> cases = List.of(
                List.of("V2-ELIC-001", "decline"),
                List.of("V2-ELIC-002", "cancel"),
                List.of("V2-ELIC-003", "acp4j_later"));
        for (List<String> each : cases) {
            Session session = probe.talk();
            session.link().on(ELICITATION, Responder.result(obj("action", each.get(1))));
            Turn turn = PlainPrompts.act(probe, session, "elicit-form");
            turn.needRequest(ELICITATION);
            probe.check(each.get(0), turn.end() != null, "the end of the work after " + each.get(1), "no idle state");
        }
    }

    private static void notOffered(Probe probe) throws InterruptedException {
        Session session = probe.talk(obj());
        for (String word : List.of("elicit-form", "elicit-url")) {
            if (probe.has("action:" + word)) {
                Turn turn = PlainPrompts.act(probe, session, word).needEnd();
                probe.check(
                        "V2-ELIC-004", turn.requests(ELICITATION).isEmpty(), "no question", turn.requests(ELICITATION));
            }
        }
    }

    private static void url(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Turn turn = session.act("elicit-url").needRequest(ELICITATION).needEnd();
        Entry asked = turn.requests(ELICITATION).get(0);
        JsonNode id = asked.at("/params/elicitationId");
        session.link().settleUntil(() -> !completions(session, asked).isEmpty());
        List<Entry> completions = completions(session, asked);
        if (completions.isEmpty()) {
            throw new NotTestable("the agent does not say that the address was visited");
        }
        probe.check(
                "V2-ELIC-005",
                completions.stream()
                        .allMatch(entry -> entry.at("/params/elicitationId").equals(id)),
                "the id " + id,
                completions);
    }

    private static List<Entry> completions(Session session, Entry asked) {
        return session.link().since(asked).stream()
                .filter(entry -> entry.method().equals("elicitation/complete"))
                .toList();
    }

    private static void elicitationCancelled(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        session.link().on(ELICITATION, Responder.never());
        Call call = PlainPrompts.start(probe, session, "elicit-form");
        Entry asked = PlainPrompts.needRequest(probe, session, call, ELICITATION);
        session.link().notify("session/cancel", session.params());
        Entry withdrawn = session.link()
                .await(
                        asked,
                        entry -> entry.method().equals("$/cancel_request")
                                && entry.at("/params/requestId").equals(asked.at("/id")));
        probe.check("V2-ELIC-006", withdrawn != null, "$/cancel_request for the question", "none came");
        session.link().respond(asked, obj("result", obj("action", "cancel")));
        Work.awaitEnd(session, asked);
    }
}
