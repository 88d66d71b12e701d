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
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Forks of whole sessions. The numbers are those of the project's scenarios. */
final class ForkScenarios {

    private static final String NOWHERE = "acp4j-no-such-session";
    private static final int DEPTH = 50;
    private static final int PARALLEL = 20;

    static final List<Scenario> ALL = List.of(
            scenario("fork/whole", "FORK-007 FORK-101", ForkScenarios::whole),
            scenario("fork/independent", "FORK-008", ForkScenarios::independent),
            scenario("fork/quiet", "FORK-009 FORK-010 FORK-012", ForkScenarios::quiet),
            scenario("fork/listed", "FORK-011", ForkScenarios::listed),
            scenario("fork/elsewhere", "FORK-013 FORK-113", ForkScenarios::elsewhere),
            scenario("fork/empty", "FORK-014", ForkScenarios::empty),
            scenario("fork/deep", "FORK-015", ForkScenarios::deep),
            scenario("fork/parallel", "FORK-016", ForkScenarios::parallel),
            scenario("fork/unknown", "FORK-017 FORK-117", ForkScenarios::unknown),
            scenario("fork/deleted", "FORK-018", ForkScenarios::deleted),
            scenario("fork/directory", "FORK-019 FORK-119 FORK-020", ForkScenarios::directory),
            scenario("fork/options", "FORK-021", ForkScenarios::options),
            scenario("fork/closed", "FORK-023", ForkScenarios::closed),
            scenario("fork/throw-away", "FORK-024", ForkScenarios::throwAway),
            scenario("fork/again", "FORK-025", ForkScenarios::again),
            scenario("fork/while-running", "FORK-042", ForkScenarios::whileRunning),
            scenario("fork/while-asking", "FORK-043", ForkScenarios::whileAsking),
            scenario("fork/cancelled-apart", "FORK-078", ForkScenarios::cancelledApart),
            scenario("fork/mode-apart", "FORK-079", ForkScenarios::modeApart),
            scenario("fork/options-apart", "FORK-179", ForkScenarios::optionsApart),
            scenario("fork/other-directory", "FORK-080", ForkScenarios::otherDirectory),
            scenario("fork/lineage", "FORK-075", ForkScenarios::lineage),
            scenario("fork/orphans", "FORK-076 FORK-077", ForkScenarios::orphans));

    private ForkScenarios() {}

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

    private static void otherDirectory(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha");
        String place = probe.temporaryDirectory();
        Reply reply =
                conversation.tryFork(Conversation.params(conversation.session()).put("cwd", place));
        if (!reply.isResult()) {
            probe.skip("FORK-080", "the agent forks within one directory only: " + reply);
            return;
        }
        String fork = reply.result().path("sessionId").asText();
        String source = conversation.session().id();
        for (JsonNode page : ListScenarios.pages(conversation.link(), obj())) {
            for (JsonNode info : page.path("sessions")) {
                String id = info.path("sessionId").asText();
                if (!Shapes.isAbsolutePath(info.path("cwd"))) {
                    throw new NotTestable("The working directory is not absolute: " + info);
                }
                boolean there =
                        ListScenarios.isSamePlace(place, info.path("cwd").asText());
                if (id.equals(fork)) {
                    probe.check("FORK-080", there, place, info);
                } else if (id.equals(source)) {
                    probe.check("FORK-080", !there, "not " + place, info);
                }
            }
        }
    }

    private static void whole(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha", "beta", "gamma");
        Reply reply = conversation.tryFork(Conversation.params(conversation.session()));
        JsonNode id = reply.result().path("sessionId");
        probe.check(
                "FORK-101",
                Shapes.isId(id) && !id.asText().equals(conversation.session().id()),
                "a session id of its own",
                reply);
        if (probe.has("history")) {
            Session fork = conversation.made(reply);
            List<String> source = conversation.history();
            List<String> forked = conversation.history(fork);
            // Where the subject must be asked, the question to the source came after the fork.
            probe.check(
                    "FORK-007",
                    forked.equals(conversation.texts()) && source.equals(conversation.texts()),
                    conversation.texts().toString(),
                    forked);
        }
    }

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
    }

    private static void quiet(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha");
        Link link = conversation.link();
        Call call = link.start("session/fork", Conversation.params(conversation.session()));
        Reply reply = call.await();
        Session fork = conversation.made(reply);
        List<Entry> early = link.updatesSince(call.sent(), fork.id()).stream()
                .filter(entry -> entry.index() < reply.index())
                .toList();
        probe.check("FORK-012", early.isEmpty(), "no update of the fork before the response", early);

        Call prompt = fork.start("straight on");
        Turn turn = fork.finish(prompt);
        probe.check("FORK-010", turn.reply().isResult(), "a result", turn.reply());

        Session second = conversation.fork();
        link.settle();
        List<Entry> said = link.entries().stream()
                .filter(entry -> entry.update().equals("agent_message_chunk")
                        && entry.session().equals(second.id())
                        && !isReplay(entry, conversation))
                .toList();
        probe.check("FORK-009", said.isEmpty(), "no message of the agent before the fork is prompted", said);
    }

    /** Some agents replay the history of a fork; what a fork must not do is start a turn. */
    private static boolean isReplay(Entry entry, Conversation conversation) {
        String text = entry.at("/params/update/content/text").asText();
        return conversation.messages().stream()
                .anyMatch(message -> message.text().contains(text));
    }

    private static void listed(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha");
        Session fork = conversation.fork();
        List<String> wanted = List.of(conversation.session().id(), fork.id());
        List<String> ids = ListScenarios.ids(
                conversation.link(),
                obj(),
                each -> wanted.stream().allMatch(id -> Collections.frequency(each, id) == 1));
        List<String> others = ids.stream().filter(id -> !id.equals(fork.id())).toList();
        if (!others.contains(conversation.session().id()) || new HashSet<>(others).size() < others.size()) {
            throw new NotTestable("The list lacks the source, or repeats other sessions");
        }
        probe.check(
                "FORK-011",
                Collections.frequency(ids, fork.id()) == 1
                        && Collections.frequency(ids, conversation.session().id()) == 1,
                "the fork and its source once each",
                wanted.stream()
                        .map(id -> (id.equals(fork.id()) ? "the fork " : "the source ") + id + " "
                                + Collections.frequency(ids, id) + " times")
                        .toList());
    }

    private static void elsewhere(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha");
        Link other = probe.open();
        Reply reply = other.call("session/fork", Conversation.params(conversation.session()));
        probe.check("FORK-013", reply.isResult(), "a session", reply);
        if (reply.isError()) {
            probe.skip("FORK-113", "the agent does not fork sessions that are not active in this process");
            return;
        }
        JsonNode id = reply.need("session/fork").path("sessionId");
        if (probe.has("history") && Shapes.isId(id)) {
            List<String> forked = conversation.history(new Session(other, id.asText()));
            probe.check(
                    "FORK-113",
                    forked.equals(conversation.texts()),
                    conversation.texts().toString(),
                    forked);
        }
    }

    private static void empty(Probe probe) throws InterruptedException {
        Session source = probe.talk();
        Conversation conversation = new Conversation(probe, source, List.of());
        Reply reply = conversation.tryFork(Conversation.params(source));
        if (reply.isError()) {
            Reply again = conversation.tryFork(Conversation.params(source));
            probe.check("FORK-014", again.isError(), "an error like the first time", again);
            return;
        }
        List<String> remembered = conversation.history(conversation.made(reply));
        probe.check("FORK-014", remembered.isEmpty(), "nothing", remembered);
    }

    private static void deep(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "one", "two");
        Session last = conversation.session();
        for (int i = 0; i < DEPTH; i++) {
            last = conversation.made(conversation.tryFork(Conversation.params(last)));
        }
        List<String> remembered = conversation.history(last);
        probe.check(
                "FORK-015",
                remembered.equals(conversation.texts()),
                conversation.texts().toString(),
                remembered);
    }

    private static void parallel(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha");
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < PARALLEL; i++) {
            calls.add(conversation.link().start("session/fork", Conversation.params(conversation.session())));
        }
        Set<String> ids = new HashSet<>();
        for (Call call : calls) {
            ids.add(conversation.made(call.await()).id());
        }
        probe.check("FORK-016", ids.size() == PARALLEL, PARALLEL + " different ids", ids.size() + " different ids");
    }

    private static void unknown(Probe probe) throws InterruptedException {
        Link link = probe.open();
        Reply reply = link.call("session/fork", link.newSessionParams().put("sessionId", NOWHERE));
        probe.check("FORK-017", reply.isError(), "an error", reply);
        if (reply.isError()) {
            probe.checkError(
                    "FORK-117",
                    reply.isError(-32002)
                            && reply.at("/error/data/sessionId").asText().equals(NOWHERE),
                    "the error -32002 with data.sessionId",
                    reply);
        }
    }

    private static void deleted(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha");
        ListScenarios.remove(probe, conversation.session()).need("session/delete");
        if (probe.has("list")
                && ListScenarios.ids(conversation.link())
                        .contains(conversation.session().id())) {
            throw new NotTestable("The session was not deleted");
        }
        Reply reply = conversation.tryFork(Conversation.params(conversation.session()));
        probe.checkError("FORK-018", reply.isError(-32002), "the error -32002", reply);
    }

    private static void directory(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha");
        Reply relative =
                conversation.tryFork(Conversation.params(conversation.session()).put("cwd", "relative/fork"));
        probe.checkError("FORK-019", relative.isError(-32602), "the error -32602", relative);
        String nowhere = "/acp4j/no/such/directory/for-forks";
        Reply strange =
                conversation.tryFork(Conversation.params(conversation.session()).put("cwd", nowhere));
        probe.check("FORK-020", strange.came(), "a session or an error", strange);
        if (!probe.has("list") || !relative.isError()) {
            return;
        }
        List<String> left = new ArrayList<>();
        for (JsonNode page : ListScenarios.pages(conversation.link(), obj())) {
            for (JsonNode info : page.path("sessions")) {
                if (info.path("cwd").asText().endsWith("relative/fork")
                        || (strange.isError() && info.path("cwd").asText().equals(nowhere))) {
                    left.add(info.toString());
                }
            }
        }
        probe.check("FORK-119", left.isEmpty(), "no session of a refused fork", left);
    }

    private static void options(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha");
        OptionScenarios.Chosen chosen = OptionScenarios.setOther(
                conversation.link(),
                conversation.session().id(),
                probe.profile().session().path("configOptions"));
        if (chosen == null) {
            probe.skip("FORK-021", "no option has a choice");
            return;
        }
        JsonNode forked = conversation
                .tryFork(Conversation.params(conversation.session()))
                .need("session/fork")
                .path("configOptions");
        probe.check("FORK-021", chosen.isIn(forked), chosen.toString(), forked);
    }

    private static void closed(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha");
        Session first = conversation.fork();
        Session second = conversation.fork();
        Session unrelated = new Session(conversation.link(), conversation.link().newSession());
        conversation.link().call("session/close", first.params()).need("session/close");
        // That closing one session ends others as well is the business of another requirement.
        if (!unrelated.prompt("and the others?").reply().isResult()) {
            throw new NotTestable("Closing a session has ended another one");
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

    private static void again(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha");
        JsonNode meta = obj(
                "acp4j/fork",
                obj("idempotencyKey", "once-" + conversation.session().id()));
        Session first = conversation.made(
                conversation.tryFork(Conversation.params(conversation.session()).set("_meta", meta)));
        Session second = conversation.made(
                conversation.tryFork(Conversation.params(conversation.session()).set("_meta", meta)));
        probe.check("FORK-025", first.id().equals(second.id()), first.id(), second.id());
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
        probe.check("FORK-042", !disturbed, "a turn that goes on", ended);
        if (reply.isResult() && probe.has("history")) {
            List<String> forked = conversation.history(conversation.made(reply));
            String partial =
                    "agent: " + new Turn(conversation.session().id(), ended, link.since(running.sent()), null).said();
            probe.check(
                    "FORK-042",
                    isSettledOrMarked(forked, conversation.texts(), partial),
                    conversation.texts() + ", nothing of the running turn, or a mark at its end",
                    forked);
        }
    }

    /** Returns whether a fork has what is settled, or the running turn with something at its end that it did not say. */
    private static boolean isSettledOrMarked(List<String> forked, List<String> settled, String partial) {
        if (forked.equals(settled)) {
            return true;
        }
        return forked.size() > settled.size() + 1
                && forked.subList(0, settled.size()).equals(settled)
                && !partial.startsWith(forked.get(forked.size() - 1));
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

    private static void lineage(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha");
        Reply made = conversation.tryFork(Conversation.params(conversation.session()));
        Session fork = conversation.made(made);
        for (JsonNode page : ListScenarios.pages(conversation.link(), obj())) {
            for (JsonNode info : page.path("sessions")) {
                if (info.path("sessionId").asText().equals(fork.id())) {
                    JsonNode lineage = info.path("_meta").path("acp4j/lineage");
                    JsonNode told = made.result().path("_meta").path("acp4j/lineage");
                    probe.check(
                            "FORK-075",
                            Shapes.isAbsent(told) || told.equals(lineage),
                            "the lineage that the response told: " + told,
                            info);
                    probe.check(
                            "FORK-075",
                            lineage.path("parentSessionId")
                                    .asText()
                                    .equals(conversation.session().id()),
                            "the source as parent",
                            info);
                    return;
                }
            }
        }
        probe.open("FORK-075", "the fork is not listed");
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
