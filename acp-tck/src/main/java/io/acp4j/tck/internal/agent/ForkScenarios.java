package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.node;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Answer;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import io.acp4j.tck.internal.probe.Unmet;
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
            scenario("fork/elsewhere", "FORK-013", ForkScenarios::elsewhere),
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
            scenario("fork/lineage", "FORK-075", ForkScenarios::lineage),
            scenario("fork/orphans", "FORK-076 FORK-077", ForkScenarios::orphans));

    private ForkScenarios() {}

    private static void whole(Probe probe) throws InterruptedException {
        Tale tale = Tale.of(probe, "alpha", "beta", "gamma");
        Reply reply = tale.tryFork(Tale.params(tale.session()));
        JsonNode id = reply.result().path("sessionId");
        probe.check(
                "FORK-101",
                Shapes.isId(id) && !id.asText().equals(tale.session().id()),
                "a session id of its own",
                reply);
        if (probe.has("history")) {
            Session fork = tale.made(reply);
            List<String> source = tale.history();
            List<String> forked = tale.history(fork);
            // Where the subject must be asked, the question to the source came after the fork.
            probe.check(
                    "FORK-007",
                    forked.equals(tale.texts()) && source.equals(tale.texts()),
                    tale.texts().toString(),
                    forked);
        }
    }

    private static void independent(Probe probe) throws InterruptedException {
        Tale tale = Tale.of(probe, "alpha");
        Session fork = tale.fork();
        fork.prompt("only in the fork").need();
        tale.session().prompt("only in the source").need();
        List<String> source = tale.history();
        List<String> forked = tale.history(fork);
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
        Tale tale = Tale.of(probe, "alpha");
        Link link = tale.link();
        Call call = link.start("session/fork", Tale.params(tale.session()));
        Reply reply = call.await();
        Session fork = tale.made(reply);
        List<Entry> early = link.updatesSince(call.sent(), fork.id()).stream()
                .filter(entry -> entry.index() < reply.index())
                .toList();
        probe.check("FORK-012", early.isEmpty(), "no update of the fork before the answer", early);

        Call prompt = fork.start("straight on");
        Turn turn = link.finish(fork.id(), prompt);
        probe.check("FORK-010", turn.reply().isResult(), "a result", turn.reply());

        Session second = tale.fork();
        link.settle();
        List<Entry> said = link.entries().stream()
                .filter(entry -> entry.update().equals("agent_message_chunk")
                        && entry.session().equals(second.id())
                        && !isReplay(entry, tale))
                .toList();
        probe.check("FORK-009", said.isEmpty(), "no message of the agent before the fork is prompted", said);
    }

    /** Some agents replay the history of a fork; what a fork must not do is start a turn. */
    private static boolean isReplay(Entry entry, Tale tale) {
        String text = entry.at("/params/update/content/text").asText();
        return tale.messages().stream().anyMatch(message -> message.text().contains(text));
    }

    private static void listed(Probe probe) throws InterruptedException {
        Tale tale = Tale.of(probe, "alpha");
        Session fork = tale.fork();
        List<String> ids = ListScenarios.ids(tale.link());
        List<String> others = ids.stream().filter(id -> !id.equals(fork.id())).toList();
        if (!others.contains(tale.session().id()) || new HashSet<>(others).size() < others.size()) {
            throw new Unmet("The list lacks the source, or repeats other sessions");
        }
        probe.check(
                "FORK-011",
                Collections.frequency(ids, fork.id()) == 1
                        && Collections.frequency(ids, tale.session().id()) == 1,
                "the fork and its source once each",
                ids);
    }

    private static void elsewhere(Probe probe) throws InterruptedException {
        Tale tale = Tale.of(probe, "alpha");
        Link other = probe.open();
        Reply reply = other.call("session/fork", Tale.params(tale.session()));
        probe.check("FORK-013", reply.isResult(), "a session", reply);
    }

    private static void empty(Probe probe) throws InterruptedException {
        Session source = probe.talk();
        Tale tale = new Tale(probe, source, List.of());
        Reply reply = tale.tryFork(Tale.params(source));
        if (reply.isError()) {
            Reply again = tale.tryFork(Tale.params(source));
            probe.check("FORK-014", again.isError(), "an error like the first time", again);
            return;
        }
        List<String> remembered = tale.history(tale.made(reply));
        probe.check("FORK-014", remembered.isEmpty(), "nothing", remembered);
    }

    private static void deep(Probe probe) throws InterruptedException {
        Tale tale = Tale.of(probe, "one", "two");
        Session last = tale.session();
        for (int i = 0; i < DEPTH; i++) {
            last = tale.made(tale.tryFork(Tale.params(last)));
        }
        List<String> remembered = tale.history(last);
        probe.check("FORK-015", remembered.equals(tale.texts()), tale.texts().toString(), remembered);
    }

    private static void parallel(Probe probe) throws InterruptedException {
        Tale tale = Tale.of(probe, "alpha");
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < PARALLEL; i++) {
            calls.add(tale.link().start("session/fork", Tale.params(tale.session())));
        }
        Set<String> ids = new HashSet<>();
        for (Call call : calls) {
            ids.add(tale.made(call.await()).id());
        }
        probe.check("FORK-016", ids.size() == PARALLEL, PARALLEL + " different ids", ids.size() + " different ids");
    }

    private static void unknown(Probe probe) throws InterruptedException {
        Link link = probe.open();
        Reply reply = link.call("session/fork", link.newSessionParams().put("sessionId", NOWHERE));
        probe.check("FORK-017", reply.isError(), "an error", reply);
        if (reply.isError()) {
            probe.check(
                    "FORK-117",
                    reply.isError(-32002)
                            && reply.at("/error/data/sessionId").asText().equals(NOWHERE),
                    "the error -32002 with data.sessionId",
                    reply);
        }
    }

    private static void deleted(Probe probe) throws InterruptedException {
        Tale tale = Tale.of(probe, "alpha");
        tale.link().call("session/delete", tale.session().params()).need("session/delete");
        if (probe.has("list")
                && ListScenarios.ids(tale.link()).contains(tale.session().id())) {
            throw new Unmet("The session was not deleted");
        }
        Reply reply = tale.tryFork(Tale.params(tale.session()));
        probe.check("FORK-018", reply.isError(-32002), "the error -32002", reply);
    }

    private static void directory(Probe probe) throws InterruptedException {
        Tale tale = Tale.of(probe, "alpha");
        Reply relative = tale.tryFork(Tale.params(tale.session()).put("cwd", "relative/fork"));
        probe.check("FORK-019", relative.isError(-32602), "the error -32602", relative);
        String nowhere = "/acp4j/no/such/directory/for-forks";
        Reply strange = tale.tryFork(Tale.params(tale.session()).put("cwd", nowhere));
        probe.check("FORK-020", strange.came(), "a session or an error", strange);
        if (!probe.has("list") || !relative.isError()) {
            return;
        }
        List<String> left = new ArrayList<>();
        for (JsonNode page : ListScenarios.pages(tale.link(), obj())) {
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
        Tale tale = Tale.of(probe, "alpha");
        JsonNode option = OptionScenarios.selectable(probe.profile().session().path("configOptions"));
        if (option == null) {
            probe.skip("FORK-021", "no option has a choice");
            return;
        }
        String id = option.path("id").asText();
        String value = OptionScenarios.values(option).stream()
                .filter(each -> !each.equals(option.path("currentValue").asText()))
                .findFirst()
                .orElseThrow();
        JsonNode set = OptionScenarios.setOption(tale.link(), tale.session().id(), id, node(value))
                .need("session/set_config_option");
        if (!OptionScenarios.current(set.path("configOptions"), id).equals(value)) {
            throw new Unmet("The option did not change");
        }
        JsonNode forked =
                tale.tryFork(Tale.params(tale.session())).need("session/fork").path("configOptions");
        probe.check(
                "FORK-021",
                OptionScenarios.current(forked, id).equals(value),
                "`" + id + "` being `" + value + "`",
                forked);
    }

    private static void closed(Probe probe) throws InterruptedException {
        Tale tale = Tale.of(probe, "alpha");
        Session first = tale.fork();
        Session second = tale.fork();
        Session unrelated = new Session(tale.link(), tale.link().newSession());
        tale.link().call("session/close", first.params()).need("session/close");
        // That closing one session ends others as well is the business of another requirement.
        if (!unrelated.prompt("and the others?").reply().isResult()) {
            throw new Unmet("Closing a session has ended another one");
        }
        Turn source = tale.session().prompt("still there?");
        probe.check("FORK-023", source.reply().isResult(), "a result in the source of a closed fork", source.reply());
        tale.link().call("session/close", tale.session().params()).need("session/close");
        Turn fork = second.prompt("and you?");
        probe.check("FORK-023", fork.reply().isResult(), "a result in the fork of a closed source", fork.reply());
    }

    private static void throwAway(Probe probe) throws InterruptedException {
        Tale tale = Tale.of(probe, "alpha", "beta");
        Session fork = tale.fork();
        fork.prompt("sum it up").need();
        tale.link().call("session/close", fork.params());
        if (probe.has("delete")) {
            tale.link().call("session/delete", fork.params());
        }
        List<String> after = tale.history();
        probe.check("FORK-024", after.equals(tale.texts()), tale.texts().toString(), after);
    }

    private static void again(Probe probe) throws InterruptedException {
        Tale tale = Tale.of(probe, "alpha");
        JsonNode meta =
                obj("acp4j/fork", obj("idempotencyKey", "once-" + tale.session().id()));
        Session first = tale.made(tale.tryFork(Tale.params(tale.session()).set("_meta", meta)));
        Session second = tale.made(tale.tryFork(Tale.params(tale.session()).set("_meta", meta)));
        probe.check("FORK-025", first.id().equals(second.id()), first.id(), second.id());
    }

    private static void whileRunning(Probe probe) throws InterruptedException {
        Tale tale = Tale.of(probe, "alpha");
        Link link = tale.link();
        Call running = CancelScenarios.busy(probe, tale.session());
        Reply reply = tale.tryFork(Tale.params(tale.session()));
        link.settle();
        boolean disturbed = !CancelScenarios.goesOn(probe, running);
        link.notify("session/cancel", tale.session().params());
        Reply ended = running.await();
        probe.check("FORK-042", !disturbed, "a turn that goes on", ended);
        if (reply.isResult() && probe.has("history")) {
            List<String> forked = tale.history(tale.made(reply));
            probe.check(
                    "FORK-042", forked.equals(tale.texts()), tale.texts() + ", nothing of the running turn", forked);
        }
    }

    private static void whileAsking(Probe probe) throws InterruptedException {
        Tale tale = Tale.of(probe, "alpha");
        Link link = tale.link();
        link.on("session/request_permission", Answer.never());
        Call running = tale.session().start("tck: permission");
        Entry asked = link.needRequest(running.sent(), "session/request_permission");
        Reply reply = tale.tryFork(Tale.params(tale.session()));
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
                "no other question, and an end of the turn after the answer to the first",
                questions + " other questions, then " + ended);
    }

    private static void lineage(Probe probe) throws InterruptedException {
        Tale tale = Tale.of(probe, "alpha");
        Session fork = tale.fork();
        for (JsonNode page : ListScenarios.pages(tale.link(), obj())) {
            for (JsonNode info : page.path("sessions")) {
                if (info.path("sessionId").asText().equals(fork.id())) {
                    JsonNode lineage = info.path("_meta").path("acp4j/lineage");
                    probe.check(
                            "FORK-075",
                            lineage.path("parentSessionId")
                                    .asText()
                                    .equals(tale.session().id()),
                            "the source as parent",
                            info);
                    return;
                }
            }
        }
        probe.open("FORK-075", "the fork is not listed");
    }

    private static void orphans(Probe probe) throws InterruptedException {
        Tale tale = Tale.of(probe, "alpha");
        Session child = tale.fork();
        Session grandchild = tale.made(tale.tryFork(Tale.params(child)));
        tale.link().call("session/delete", tale.session().params()).need("session/delete");
        Reply again = tale.tryFork(Tale.params(child));
        List<String> remembered = tale.history(child);
        probe.check(
                "FORK-076",
                remembered.equals(tale.texts()) && again.isResult(),
                tale.texts() + ", and forks",
                remembered + ", and " + again);
        tale.link().call("session/delete", child.params()).need("session/delete");
        List<String> left = tale.history(grandchild);
        probe.check("FORK-077", left.equals(tale.texts()), tale.texts().toString(), left);
    }
}
