package io.acp4j.tck.internal.agent.v2;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.obj;

import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.Messages;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import io.acp4j.tck.internal.wire.Entry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Prompts while a session works, and cancellation. */
final class Queues {

    static final List<Scenario> ALL = List.of(
            scenario("v2-queue/order", "V2-QUEUE-001 V2-QUEUE-002 V2-QUEUE-003 V2-QUEUE-004", Queues::order),
            scenario("v2-queue/withdrawn", "V2-QUEUE-005 V2-QUEUE-006 V2-QUEUE-007 V2-QUEUE-011", Queues::withdrawn),
            scenario("v2-queue/cancelled", "V2-QUEUE-008 V2-QUEUE-009 V2-QUEUE-010", Queues::cancelled),
            scenario(
                    "v2-cancel/turn",
                    "V2-CANC-001 V2-CANC-002 V2-CANC-003 V2-CANC-004 V2-CANC-005 V2-CANC-011",
                    Queues::turn),
            scenario("v2-cancel/idle", "V2-CANC-006 V2-CANC-007 V2-CANC-010", Queues::idle),
            scenario("v2-cancel/other-session", "V2-CANC-008", Queues::otherSession),
            scenario("v2-cancel/at-once", "V2-CANC-009", Queues::atOnce),
            scenario("v2-cancel/memory", "V2-CANC-012", Queues::memory));

    /** What is said in the turns before one that is cancelled, and in the one after it. */
    private static final List<String> WORDS = List.of("ocarina", "marimba", "theremin");

    private static final String AFTERWARDS = "vibraphone";

    private static final String IGNORED = "the subject does not act on $/cancel_request, which is optional";

    private Queues() {}

    private static List<String> order(Session session, Entry since) {
        return Messages.of(session.link().updatesSince(since, session.id()), "user_message").all().stream()
                .map(Messages.Message::text)
                .filter(text -> text.startsWith("number "))
                .toList();
    }

    /** The session is busy until a permission is given, whether the agent holds prompts meanwhile or inserts them at once. */
    private static void order(Probe probe) throws InterruptedException {
        Permissions.Pending pending = Permissions.pending(probe);
        Session session = pending.session();
        Entry asked = pending.asked();
        List<Call> calls = new ArrayList<>();
        List<String> texts = List.of("number one", "number two", "number three");
        for (String text : texts) {
            calls.add(session.start(text));
        }
        session.link().settle();
        pending.allow();
        Set<String> ids = new HashSet<>();
        if (probe.profile().isUndriven() && areRefused(calls)) {
            throw new NotTestable("The subject refuses prompts while it works");
        }
        for (Call call : calls) {
            Reply reply = call.await();
            probe.check("V2-QUEUE-001", reply.isResult(), "a messageId for each prompt", reply);
            ids.add(reply.need("a prompt while the session works")
                    .path("messageId")
                    .asText());
        }
        probe.check("V2-QUEUE-003", ids.size() == calls.size(), "three ids", ids);
        session.link()
                .await(
                        asked,
                        entry -> isUserMessage(entry, session)
                                && order(session, asked).size() == texts.size());
        List<String> inserted = order(session, asked);
        Entry last = session.link().since(asked).stream()
                .filter(entry -> isUserMessage(entry, session))
                .reduce((earlier, later) -> later)
                .orElse(null);
        if (last == null) {
            String unseen = "the agent does not send the message of the user (see V2-PROMPT-003)";
            probe.open("V2-QUEUE-002", unseen);
            probe.open("V2-QUEUE-004", unseen);
            return;
        }
        probe.check("V2-QUEUE-002", inserted.equals(texts), texts.toString(), inserted);
        Entry idle = Work.awaitEnd(session, last);
        probe.check("V2-QUEUE-004", idle != null, "the state idle in the end", "none came");
    }

    private static boolean areRefused(List<Call> calls) throws InterruptedException {
        for (Call call : calls) {
            if (!call.await().isError()) {
                return false;
            }
        }
        return true;
    }

    private static boolean isUserMessage(Entry entry, Session session) {
        return entry.update().startsWith("user_message") && entry.session().equals(session.id());
    }

    private static void withdrawn(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        Call running = Work.busy(probe, session);
        Call held = session.start("number four");
        link.notify("$/cancel_request", obj("requestId", held.id()));
        boolean soon = link.settleUntil(held::isAnswered);
        // A result that comes much later may be that of a prompt which was held until the work ended.
        if (!soon && (!link.settleUntilDue(held::isAnswered) || held.await().isResult())) {
            probe.check("V2-QUEUE-011", false, "the response to the withdrawn prompt", "no response to it");
            probe.skip("V2-QUEUE-005", IGNORED);
            probe.skip("V2-QUEUE-006", IGNORED);
            probe.skip("V2-QUEUE-007", IGNORED);
            Work.stop(session, running.sent());
            return;
        }
        Reply reply = held.await();
        link.settle();
        Work.goesOn(probe, "V2-QUEUE-007", session, running);
        if (reply.isError() && !reply.isError(Work.CANCELLED)) {
            if (refusesWhileItWorks(session)) {
                throw new NotTestable("The subject refuses prompts while it works: " + reply);
            }
            if (!Work.cooperates(probe)) {
                throw NotTestable.tooSoon("The work may have ended before the prompt was sent again");
            }
        }
        if (reply.isError()) {
            probe.check("V2-QUEUE-011", true, "the response to the withdrawn prompt", reply);
        } else {
            probe.skip("V2-QUEUE-011", "the agent inserted the prompt at once");
        }
        probe.check("V2-QUEUE-005", reply.isResult() || reply.isError(Work.CANCELLED), "a result, or -32800", reply);
        if (reply.isError(Work.CANCELLED)) {
            List<String> inserted = order(session, running.sent());
            probe.check("V2-QUEUE-006", inserted.isEmpty(), "no message of the user", inserted);
        } else {
            probe.skip("V2-QUEUE-006", "the agent inserted the prompt at once");
        }
        Work.stop(session, running.sent());
    }

    /** Asks once more, without withdrawing it: what is refused at once was not held. */
    private static boolean refusesWhileItWorks(Session session) throws InterruptedException {
        return session.start("number four again").await().isError();
    }

    private static void cancelled(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        Call running = Work.busy(probe, session);
        Call held = session.start("number five");
        boolean waits = !link.settleUntil(held::isAnswered);
        link.notify("session/cancel", session.params());
        Reply reply = held.await();
        if (waits) {
            probe.checkError("V2-QUEUE-008", reply.isError(Work.CANCELLED), "the error -32800", reply);
            List<String> inserted = order(session, running.sent());
            probe.check("V2-QUEUE-009", inserted.isEmpty(), "no message of the user", inserted);
        } else {
            probe.skip("V2-QUEUE-008", "the agent inserts prompts at once");
            probe.skip("V2-QUEUE-009", "the agent inserts prompts at once");
        }
        if (Work.awaitEnd(session, running.sent()) == null) {
            return;
        }
        Turn next = session.prompt("number six");
        if (!Work.cooperates(probe) && next.reply().isError() && !next.reply().isError(Work.CANCELLED)) {
            throw NotTestable.tooSoon("The subject may still work on an earlier prompt: " + next.reply());
        }
        probe.check(
                "V2-QUEUE-010",
                next.reply().isResult() && !next.stopReason().equals("cancelled"),
                "a turn that is not cancelled",
                next.reply() + " " + next.stopReason());
    }

    private static void turn(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        Call running = Work.busy(probe, session);
        link.notify("session/cancel", session.params());
        link.notify("session/cancel", session.params());
        Entry end = Work.awaitEnd(session, running.sent());
        if (end != null) {
            Work.isCancelled(probe, "V2-CANC-002", end);
        }
        probe.check("V2-CANC-001", end != null, "the state idle with a stop reason", "none came");
        if (end == null) {
            return;
        }
        link.settle();
        List<Entry> ends = Work.ends(session, running.sent());
        probe.check("V2-CANC-003", ends.size() == 1, "one end of the work", ends);
        List<Entry> late = link.updatesSince(end, session.id()).stream()
                .filter(entry ->
                        entry.update().startsWith("agent_") || entry.update().startsWith("tool_call"))
                .toList();
        probe.check("V2-CANC-004", late.isEmpty(), "nothing of the work after its end", late);
        Reply reply = running.await();
        probe.check("V2-CANC-011", reply.isResult(), "a result, as the message was inserted", reply);
        Turn next = session.prompt("Go on");
        probe.check(
                "V2-CANC-005",
                next.reply().isResult()
                        && next.end() != null
                        && !next.stopReason().equals("cancelled"),
                "a turn that ends on its own",
                next.reply() + " " + next.stopReason());
    }

    private static void memory(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        for (String word : WORDS) {
            session.prompt("the secret word is " + word).needEnd();
        }
        Call running = Work.busy(probe, session);
        Work.stop(session, running.sent());
        session.prompt("the secret word is " + AFTERWARDS).needEnd();
        String known = session.act("history").needEnd().said();
        probe.check(
                "V2-CANC-012",
                WORDS.stream().allMatch(known::contains) && known.contains(AFTERWARDS),
                "what was said before and after the cancellation: " + WORDS + ", " + AFTERWARDS,
                known);
    }

    private static void idle(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        harmless(probe, session, "V2-CANC-006", () -> link.notify("session/cancel", session.params()));
        harmless(probe, session, "V2-CANC-007", () -> link.notify("session/cancel", Work.unknown()));
        harmless(probe, session, "V2-CANC-010", () -> {
            link.notify("$/cancel_request", obj("requestId", 4_711));
            link.notify("$/cancel_request", obj("requestId", "no-such-request"));
        });
    }

    /**
     * Prompts after a cancellation. Notifications and requests may be handled side by side: only what was cancelled before the prompt
     * counts, so work that is cancelled is looked at once more, with more time between the two.
     */
    private static void harmless(Probe probe, Session session, String requirement, Runnable cancellation)
            throws InterruptedException {
        cancellation.run();
        session.link().settle();
        Turn turn = session.prompt("Still there?");
        if (turn.reply().isError(Work.CANCELLED) || turn.stopReason().equals("cancelled")) {
            cancellation.run();
            session.link().settleUntil(() -> false);
            turn = session.prompt("Still there?");
        }
        probe.check(
                requirement,
                turn.reply().isResult()
                        && turn.end() != null
                        && !turn.stopReason().equals("cancelled"),
                "a turn that is not cancelled",
                turn.reply() + " " + turn.stopReason());
    }

    private static void otherSession(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Call running = Work.busy(probe, session);
        Session other = Work.another(session.link());
        Call cancelled = Work.busy(probe, other);
        Work.stop(other, cancelled.sent());
        session.link().settle();
        Work.goesOn(probe, "V2-CANC-008", session, running);
        Work.stop(session, running.sent());
    }

    private static void atOnce(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Call call = session.start("Never mind");
        session.link().notify("session/cancel", session.params());
        Reply reply = call.await();
        boolean ended =
                reply.isError(Work.CANCELLED) || (reply.isResult() && Work.awaitEnd(session, call.sent()) != null);
        probe.check("V2-CANC-009", ended, "the error -32800, or a result and the end of the work", reply);
    }
}
