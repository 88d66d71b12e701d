package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Responder;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;

/** Whether a fork and its source go on side by side, each with what is its own. */
final class ForkApartScenarios {

    static final List<Scenario> ALL = List.of(
            scenario("fork/independent", "FORK-008", ForkApartScenarios::independent),
            scenario("fork/closed", "FORK-023", ForkApartScenarios::closed),
            scenario("fork/throw-away", "FORK-024", ForkApartScenarios::throwAway),
            scenario("fork/while-running", "FORK-042 FORK-142", ForkApartScenarios::whileRunning),
            scenario("fork/while-asking", "FORK-043", ForkApartScenarios::whileAsking),
            scenario("fork/cancelled-apart", "FORK-078", ForkApartScenarios::cancelledApart),
            scenario("fork/cancelled-source", "FORK-178", ForkApartScenarios::cancelledSource),
            scenario("fork/null-message", "FORK-233", ForkApartScenarios::nullMessage),
            scenario("fork/mode-apart", "FORK-079", ForkApartScenarios::modeApart),
            scenario("fork/options-apart", "FORK-179", ForkApartScenarios::optionsApart),
            scenario("fork/orphans", "FORK-076 FORK-077", ForkApartScenarios::orphans));

    private ForkApartScenarios() {}

    private static void independent(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha");
        Session fork = conversation.fork();
        fork.prompt("only in the fork").need();
        conversation.session().prompt("only in the source").need();
        List<String> source = conversation.history();
        List<String> forked = conversation.history(fork);
        probe.check(
                "FORK-008",
                !source.contains("user: only in the fork")
                        && !forked.contains("user: only in the source")
                        && source.contains("user: only in the source")
                        && forked.contains("user: only in the fork"),
                "each its own",
                source + " and " + forked);
        if (probe.has("word:history")) {
            List<String> known = Message.history(conversation.session());
            List<String> knownToFork = Message.history(fork);
            probe.check(
                    "FORK-008",
                    !known.contains("user: only in the fork") && !knownToFork.contains("user: only in the source"),
                    "a memory of its own in each",
                    known + " and " + knownToFork);
        }
    }

    private static void closed(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha");
        Session first = conversation.fork();
        Session second = conversation.fork();
        Session unrelated = new Session(conversation.link(), conversation.link().newSession());
        conversation.link().call("session/close", first.params()).need("session/close");
        // That closing one session ends others as well is the business of another requirement.
        if (!unrelated.prompt("and the others?").reply().isResult()) {
            throw NotTestable.error("Closing a session has ended another one");
        }
        Turn source = conversation.session().prompt("still there?");
        probe.check("FORK-023", source.reply().isResult(), "a result in the source of a closed fork", source.reply());
        conversation
                .link()
                .call("session/close", conversation.session().params())
                .need("session/close");
        Turn fork = second.prompt("and you?");
        probe.check("FORK-023", fork.reply().isResult(), "a result in the fork of a closed source", fork.reply());
    }

    private static void throwAway(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha", "beta");
        Session fork = conversation.fork();
        fork.prompt("sum it up").need();
        conversation.link().call("session/close", fork.params());
        if (probe.has("delete")) {
            conversation.link().call("session/delete", fork.params());
        }
        List<String> after = conversation.history();
        probe.check(
                "FORK-024",
                after.equals(conversation.texts()),
                conversation.texts().toString(),
                after);
    }

    private static void whileRunning(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha");
        Link link = conversation.link();
        Call running = CancelScenarios.busy(probe, conversation.session());
        Reply reply = conversation.tryFork(Conversation.params(conversation.session()));
        link.settle();
        boolean disturbed = !CancelScenarios.goesOn(probe, running);
        link.notify("session/cancel", conversation.session().params());
        Reply ended = running.await();
        probe.check(
                "FORK-142",
                reply.came() && !disturbed,
                "a response, and a turn that continues",
                reply.came() ? ended : reply);
        if (reply.isError()) {
            probe.skip("FORK-042", "the agent refuses to fork a session that works: " + reply);
        }
        if (reply.isResult() && probe.has("history")) {
            List<String> settled = conversation.texts();
            List<String> forked = conversation.history(conversation.made(reply));
            probe.check("FORK-142", SettledHistory.isBeginning(forked, settled), "the conversation " + settled, forked);
            String partial =
                    "agent: " + new Turn(conversation.session().id(), ended, link.since(running.sent()), null).said();
            probe.check(
                    "FORK-042",
                    SettledHistory.isAllOrMarked(forked, settled, partial),
                    settled + ", nothing of the running turn, or a mark at its end",
                    forked);
        }
    }

    private static void whileAsking(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha");
        Link link = conversation.link();
        link.on("session/request_permission", Responder.never());
        Call running = conversation.session().start("tck: permission");
        Entry asked = link.needRequest(running.sent(), "session/request_permission");
        Reply reply = conversation.tryFork(Conversation.params(conversation.session()));
        link.settle();
        long questions = link.since(asked).stream()
                .filter(entry -> entry.method().equals("session/request_permission"))
                .filter(entry ->
                        !entry.at("/params/toolCall/toolCallId").equals(asked.at("/params/toolCall/toolCallId")))
                .count();
        link.respond(
                asked,
                obj(
                        "result",
                        obj(
                                "outcome",
                                obj("outcome", "selected", "optionId", asked.at("/params/options/0/optionId")))));
        Reply ended = running.await();
        probe.check(
                "FORK-043",
                reply.came() && questions == 0 && ended.came(),
                "no other question, and an end of the turn after the response to the first",
                questions + " other questions, then " + ended);
    }

    private static void cancelledApart(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha");
        Session source = conversation.session();
        Session fork = conversation.fork();
        Call ofSource = CancelScenarios.busy(probe, source);
        Call ofFork = CancelScenarios.busy(probe, fork);
        source.link().notify("session/cancel", fork.params());
        ofFork.await();
        source.link().settle();
        probe.check(
                "FORK-078", CancelScenarios.goesOn(probe, ofSource), "a turn of the source that goes on", "it ended");
        source.link().notify("session/cancel", source.params());
        ofSource.await();
    }

    private static void cancelledSource(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha");
        Session source = conversation.session();
        Session fork = conversation.fork();
        Call ofFork = CancelScenarios.busy(probe, fork);
        Call ofSource = CancelScenarios.busy(probe, source);
        source.link().notify("session/cancel", source.params());
        ofSource.await();
        source.link().settle();
        probe.check("FORK-178", CancelScenarios.goesOn(probe, ofFork), "a turn of the fork that continues", "it ended");
        fork.link().notify("session/cancel", fork.params());
        ofFork.await();
    }

    private static void nullMessage(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha");
        Reply reply =
                conversation.tryFork(Conversation.params(conversation.session()).putNull("messageId"));
        probe.check("FORK-233", reply.isResult(), "a fork of the whole session", reply);
        if (reply.isResult() && probe.has("history")) {
            List<String> forked = conversation.history(conversation.made(reply));
            probe.check(
                    "FORK-233",
                    forked.equals(conversation.texts()),
                    "the whole conversation " + conversation.texts(),
                    forked);
        }
    }

    private static void modeApart(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha", "in one mode");
        JsonNode modes = Reload.load(probe, conversation.session())
                .reply()
                .need("session/load")
                .path("modes");
        if (!modes.path("availableModes").isArray()) {
            throw new NotTestable("A loaded session has no modes: " + modes);
        }
        String current = modes.path("currentModeId").asText();
        Session fork = conversation.fork();
        if (OptionScenarios.setOtherMode(fork.link(), fork.id(), modes) == null) {
            probe.skip("FORK-079", "there is one mode only");
            return;
        }
        JsonNode state = Reload.load(probe, conversation.session()).reply().need("session/load");
        JsonNode now = state.at("/modes/currentModeId");
        probe.check("FORK-079", Shapes.isAbsent(now) || now.asText().equals(current), current, state);
    }

    private static void optionsApart(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha", "with one option");
        JsonNode before = Reload.load(probe, conversation.session())
                .reply()
                .need("session/load")
                .path("configOptions");
        if (!before.isArray()) {
            throw new NotTestable("A loaded session has no options: " + before);
        }
        Session fork = conversation.fork();
        OptionScenarios.Chosen chosen = OptionScenarios.setOther(fork.link(), fork.id(), before);
        if (chosen == null) {
            probe.skip("FORK-179", "no option has a choice");
            return;
        }
        JsonNode state = Reload.load(probe, conversation.session()).reply().need("session/load");
        String now = OptionScenarios.current(state.path("configOptions"), chosen.option());
        probe.check(
                "FORK-179",
                now.isEmpty() || now.equals(OptionScenarios.current(before, chosen.option())),
                "the value from before, not " + chosen,
                state);
    }

    private static void orphans(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha");
        Session child = conversation.fork();
        Session grandchild = conversation.made(conversation.tryFork(Conversation.params(child)));
        ListScenarios.remove(probe, conversation.session()).need("session/delete");
        Reply again = conversation.tryFork(Conversation.params(child));
        List<String> remembered = conversation.history(child);
        probe.check(
                "FORK-076",
                remembered.equals(conversation.texts()) && again.isResult(),
                conversation.texts() + ", and forks",
                remembered + ", and " + again);
        ListScenarios.remove(probe, child).need("session/delete");
        List<String> left = conversation.history(grandchild);
        probe.check(
                "FORK-077",
                left.equals(conversation.texts()),
                conversation.texts().toString(),
                left);
    }
}
