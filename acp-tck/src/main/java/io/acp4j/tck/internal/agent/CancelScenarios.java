package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.PlainPrompts;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Responder;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import io.acp4j.tck.internal.shape.MessageShapes;
import io.acp4j.tck.internal.wire.Entry;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Cancelling turns and requests. */
final class CancelScenarios {

    /** Number of attempts to observe a race of two messages. */
    private static final int RACES = 5;

    /** Factor by which a turn without a cancellation lasts longer than one that ended upon its cancellation. */
    private static final int TIMES_LONGER = 3;

    private static final long MOST_MILLIS_TO_COMPARE = 10_000;

    /** Returns the scenarios; stop reasons are judged by a schema. */
    static List<Scenario> all(MessageShapes shapes) {
        return List.of(
                scenario("cancel/turn", "CANC-001 CANC-002 CANC-003 CANC-004 CANC-005", CancelScenarios::turn),
                scenario("cancel/idle", "CANC-006 CANC-007 CANC-013", CancelScenarios::idle),
                scenario("cancel/other-session", "CANC-008", CancelScenarios::otherSession),
                scenario("cancel/permission", "CANC-009", CancelScenarios::permission),
                scenario("cancel/twice", "CANC-010", CancelScenarios::twice),
                scenario("cancel/at-once", "CANC-011", probe -> atOnce(probe, shapes.words("StopReason"))),
                scenario("cancel/back-to-back", "CANC-016", CancelScenarios::backToBack),
                scenario("cancel/request", "CANC-012 CANC-017", CancelScenarios::request),
                scenario("cancel/other-request", "CANC-014", CancelScenarios::otherRequest));
    }

    private CancelScenarios() {}

    /** Keeps a session busy until it is cancelled, and waits until it is. */
    static Call busy(Probe probe, Session session) throws InterruptedException {
        Call call = session.start(longPrompt(probe));
        if (cooperates(probe)) {
            Entry said = session.link()
                    .await(
                            call.sent(),
                            entry -> isReply(entry, call)
                                    || (entry.update().equals("agent_message_chunk")
                                            && entry.session().equals(session.id())));
            if (said == null) {
                throw new NotTestable("No agent_message_chunk came");
            }
        } else {
            session.link()
                    .await(
                            call.sent(),
                            entry -> isReply(entry, call) || entry.update().endsWith("_chunk"));
        }
        if (call.isAnswered()) {
            throw NotTestable.tooSoon("The turn ended on its own before it could be cancelled: " + call.await());
        }
        return call;
    }

    private static boolean isReply(Entry entry, Call call) {
        return entry.kind() == Entry.Kind.RESPONSE && entry.id().equals(call.id());
    }

    /** Returns what keeps the subject busy, or ends the scenario. */
    private static String longPrompt(Probe probe) {
        String prompt = cooperates(probe) ? "tck: wait" : probe.settings().cancelPrompt();
        if (prompt == null) {
            throw new NotTestable("Nothing is known to keep the subject busy (--cancel-prompt)");
        }
        return prompt;
    }

    /** Returns whether the subject stays busy until it is cancelled, rather than for as long as something takes it. */
    static boolean cooperates(Probe probe) {
        return probe.profile()
                .has(
                        "word:wait",
                        probe.settings().toBuilder().cancelPrompt(null).build());
    }

    /**
     * Returns true if a running turn continues. A subject without the prompt vocabulary may have finished its turn. Only the stop reason
     * {@code cancelled} proves that something else ended it.
     */
    static boolean goesOn(Probe probe, Call running) throws InterruptedException {
        boolean ended = running.isAnswered();
        if (ended
                && !cooperates(probe)
                && !running.await().at("/result/stopReason").asText().equals("cancelled")) {
            throw NotTestable.tooSoon(
                    "The turn has ended, on its own perhaps: another --cancel-prompt may last longer");
        }
        return !ended;
    }

    /**
     * Ends the scenario where the subject was only given something to do, and another end may have crossed the cancellation: nothing
     * was seen of it then.
     */
    private static void needEndByCancellation(Probe probe, Reply reply) {
        String reason = stopReason(reply);
        if (reply.isResult() && !reason.equals("cancelled") && !cooperates(probe)) {
            throw NotTestable.tooSoon("The turn may have ended on its own: " + reason);
        }
    }

    /**
     * Returns true if a turn with another stop reason than {@code cancelled} was ended by its cancellation. The evidence is a repetition with
     * the same result, and turns without a cancellation that last much longer.
     */
    private static boolean isEndByCancellation(Probe probe, Call cancelled, Reply reply) throws InterruptedException {
        long millis = reply.isResult() ? reply.millisAfter(cancelled) : Long.MAX_VALUE;
        if (millis > MOST_MILLIS_TO_COMPARE || stopReason(reply).equals("cancelled")) {
            return false;
        }
        Session again = probe.talk();
        Call running = busy(probe, again);
        again.link().notify("session/cancel", again.params());
        Reply second = running.await();
        boolean same = second.isResult() && stopReason(second).equals(stopReason(reply));
        return same && lasts(probe, millis) && lasts(probe, second.millisAfter(running));
    }

    /** Returns true if a turn that is not cancelled lasts much longer than some time. */
    private static boolean lasts(Probe probe, long millis) throws InterruptedException {
        Session session = probe.talk();
        Call running = session.start(longPrompt(probe));
        Duration time = Duration.ofMillis(TIMES_LONGER * millis).plusSeconds(1);
        boolean lasts = session.link().watch(running.sent(), entry -> isReply(entry, running), time) == null;
        session.link().notify("session/cancel", session.params());
        running.await();
        return lasts;
    }

    /** Checks that a turn was cancelled, if it did not end on its own. */
    static void isCancelled(Probe probe, String requirement, Reply reply) {
        needEndByCancellation(probe, reply);
        probe.check(requirement, stopReason(reply).equals("cancelled"), "the stop reason cancelled", reply);
    }

    private static String stopReason(Reply reply) {
        return reply.result().path("stopReason").asText();
    }

    private static void turn(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        Call running = busy(probe, session);
        link.notify("session/cancel", session.params());
        Reply reply = running.await();
        if (cooperates(probe) || !isEndByCancellation(probe, running, reply)) {
            needEndByCancellation(probe, reply);
        }
        probe.check("CANC-001", reply.came(), "a response to the prompt", reply);
        if (!reply.came()) {
            return;
        }
        probe.check("CANC-002", !reply.isError(), "no error", reply);
        if (reply.isResult()) {
            probe.check("CANC-003", stopReason(reply).equals("cancelled"), "the stop reason cancelled", reply);
        }
        link.settle();
        Entry answer = reply.entry();
        List<Entry> late = answer == null
                ? List.of()
                : link.updatesSince(answer, session.id()).stream()
                        .filter(entry -> entry.update().endsWith("_chunk")
                                || entry.update().startsWith("tool_call"))
                        .toList();
        probe.check(
                "CANC-004",
                late.isEmpty(),
                "no update",
                late.isEmpty() ? "" : late.get(0).brief());
        Turn next = session.prompt("Go on");
        probe.check("CANC-005", next.reply().isResult(), "a result", next.reply());
    }

    private static void idle(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        harmless(probe, session, "CANC-006", () -> link.notify("session/cancel", session.params()));
        harmless(
                probe,
                session,
                "CANC-007",
                () -> link.notify("session/cancel", obj("sessionId", "acp4j-no-such-session")));
        harmless(probe, session, "CANC-013", () -> {
            link.notify("$/cancel_request", obj("requestId", 4_711));
            link.notify("$/cancel_request", obj("requestId", "no-such-request"));
        });
    }

    /**
     * Prompts after a cancellation. Notifications and requests may be handled side by side: only what was cancelled before the prompt
     * counts, so a turn that is cancelled is looked at once more, with more time between the two.
     */
    private static void harmless(Probe probe, Session session, String requirement, Runnable cancellation)
            throws InterruptedException {
        cancellation.run();
        session.link().settle();
        Turn turn = session.prompt("Still there?");
        if (turn.stopReason().equals("cancelled")) {
            cancellation.run();
            session.link().settleUntil(() -> false);
            turn = session.prompt("Still there?");
        }
        probe.check(
                requirement,
                turn.reply().isResult() && !turn.stopReason().equals("cancelled"),
                "a turn that is not cancelled",
                turn.reply());
    }

    private static void otherSession(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        Call running = busy(probe, session);
        Session other = new Session(link, link.newSession());
        Call cancelled = busy(probe, other);
        link.notify("session/cancel", other.params());
        cancelled.await();
        link.settle();
        probe.check("CANC-008", goesOn(probe, running), "a turn that goes on", "it has ended");
        link.notify("session/cancel", session.params());
        running.await();
    }

    private static void permission(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        link.on("session/request_permission", Responder.never());
        Call running = PlainPrompts.start(probe, session, "permission");
        Entry asked = PlainPrompts.needRequest(probe, session, running, "session/request_permission");
        link.notify("session/cancel", session.params());
        ObjectNode cancelled = obj("result", obj("outcome", obj("outcome", "cancelled")));
        link.respond(asked, cancelled);
        Reply reply = running.await();
        probe.check("CANC-009", stopReason(reply).equals("cancelled"), "the stop reason cancelled", reply);
    }

    private static void twice(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        Call running = busy(probe, session);
        link.notify("session/cancel", session.params());
        link.notify("session/cancel", session.params());
        needEndByCancellation(probe, running.await());
        link.settle();
        long answers = link.since(running.sent()).stream()
                .filter(entry ->
                        entry.kind() == Entry.Kind.RESPONSE && entry.at("/id").equals(running.id()))
                .count();
        probe.check("CANC-010", answers == 1, "one response", answers + " responses");
    }

    /** Tries several times, because the agent may read the notification before or after the start of the turn. */
    private static void atOnce(Probe probe, Set<String> stopReasons) throws InterruptedException {
        Session session = probe.talk();
        boolean isRight = true;
        for (int i = 0; i < RACES && isRight; i++) {
            Call call = session.start("Never mind");
            session.link().notify("session/cancel", session.params());
            Reply reply = call.await();
            isRight = Shapes.isOneOf(reply.result().path("stopReason"), stopReasons);
            probe.check("CANC-011", isRight, "a result with a stop reason", reply);
        }
    }

    /** A cancellation that follows its prompt at once may be read before the turn has begun, and counts all the same. */
    private static void backToBack(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Turn before = session.prompt("the next turn is cancelled at once");
        before.need();
        Call running = session.start(longPrompt(probe));
        session.link().notify("session/cancel", session.params());
        Reply reply = running.await();
        if (isAboutSomething(before.updates()) && !isAboutSomething(turnOf(session, running, reply))) {
            // What otherwise says something has not been worked on.
            probe.check("CANC-016", stopReason(reply).equals("cancelled"), "the stop reason cancelled", reply);
        } else {
            isCancelled(probe, "CANC-016", reply);
        }
        if (!reply.came()) {
            session.link().notify("session/cancel", session.params());
        }
    }

    private static List<Entry> turnOf(Session session, Call call, Reply reply) {
        return session.link().updatesSince(call.sent(), session.id()).stream()
                .filter(entry -> entry.index() < reply.index())
                .toList();
    }

    private static boolean isAboutSomething(List<Entry> updates) {
        return updates.stream()
                .anyMatch(entry -> entry.update().startsWith("agent_")
                        || entry.update().startsWith("tool_call")
                        || entry.update().equals("plan"));
    }

    private static void request(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        Call running = busy(probe, session);
        link.notify("$/cancel_request", obj("requestId", running.id()));
        if (!link.settleUntilDue(running::isAnswered)) {
            probe.check("CANC-017", false, "the end of the cancelled request", "no response");
            probe.skip("CANC-012", "the subject does not act on $/cancel_request, which is optional");
            link.notify("session/cancel", session.params());
            running.await();
            return;
        }
        Reply reply = running.await();
        needEndByCancellation(probe, reply);
        probe.check("CANC-017", true, "the end of the cancelled request", reply);
        probe.check("CANC-012", reply.isResult() || reply.isError(-32800), "a result or the error -32800", reply);
    }

    private static void otherRequest(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        Call running = busy(probe, session);
        link.notify("$/cancel_request", obj("requestId", 4_711));
        link.settle();
        probe.check("CANC-014", goesOn(probe, running), "a turn that goes on", "it has ended");
        link.notify("session/cancel", session.params());
        running.await();
    }
}
