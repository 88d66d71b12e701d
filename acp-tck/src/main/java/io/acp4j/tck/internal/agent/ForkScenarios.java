package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import io.acp4j.tck.internal.wire.Entry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a fork of a whole session is. The numbers are those of the project's scenarios. */
final class ForkScenarios {

    private static final String NOWHERE = "acp4j-no-such-session";
    private static final int DEPTH = 50;
    private static final int PARALLEL = 20;

    static final List<Scenario> ALL = List.of(
            scenario("fork/whole", "FORK-007 FORK-101", ForkScenarios::whole),
            scenario("fork/prompt", "FORK-010 FORK-012", ForkScenarios::prompt),
            scenario("fork/listed", "FORK-011 FORK-111", ForkScenarios::listed),
            scenario("fork/elsewhere", "FORK-013 FORK-113", ForkScenarios::elsewhere),
            scenario("fork/empty", "FORK-014", ForkScenarios::empty),
            scenario("fork/deep", "FORK-015", ForkScenarios::deep),
            scenario("fork/parallel", "FORK-016", ForkScenarios::parallel),
            scenario("fork/unknown", "FORK-017 FORK-117", ForkScenarios::unknown),
            scenario("fork/deleted", "FORK-018", ForkScenarios::deleted),
            scenario("fork/directory", "FORK-019 FORK-119 FORK-020", ForkScenarios::directory),
            scenario("fork/options", "FORK-021", ForkScenarios::options),
            scenario("fork/again", "FORK-025", ForkScenarios::again),
            scenario("fork/other-directory", "FORK-080 FORK-180", ForkScenarios::otherDirectory),
            scenario("fork/lineage", "FORK-075", ForkScenarios::lineage));

    private ForkScenarios() {}

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

    private static void prompt(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha");
        Link link = conversation.link();
        Call call = link.start("session/fork", Conversation.params(conversation.session()));
        Reply reply = call.await();
        Session fork = conversation.made(reply);
        List<Entry> early = link.updatesSince(call.sent(), fork.id()).stream()
                .filter(entry -> entry.index() < reply.index())
                .toList();
        probe.check("FORK-012", early.isEmpty(), "no update of the fork before the response", early);

        Turn turn = fork.prompt("straight on");
        probe.check("FORK-010", turn.reply().isResult(), "a result", turn.reply());
    }

    private static void listed(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha");
        String source = conversation.session().id();
        boolean wasListed = ListScenarios.ids(conversation.link()).contains(source);
        Session fork = conversation.fork();
        List<String> wanted = List.of(source, fork.id());
        List<String> ids = ListScenarios.ids(
                conversation.link(), obj(), each -> wanted.stream().allMatch(id -> isListedOnce(id, each)));
        List<String> others = ids.stream().filter(id -> !id.equals(fork.id())).toList();
        if (!wasListed || new HashSet<>(others).size() < others.size()) {
            throw new NotTestable("The list lacks the source, or repeats other sessions");
        }
        probe.check("FORK-011", isListedOnce(fork.id(), ids), "the fork once", occurrences(fork.id(), ids));
        probe.check("FORK-111", isListedOnce(source, ids), "the source once", occurrences(source, ids));
    }

    private static boolean isListedOnce(String session, List<String> ids) {
        return Collections.frequency(ids, session) == 1;
    }

    private static String occurrences(String session, List<String> ids) {
        return session + " " + Collections.frequency(ids, session) + " times";
    }

    private static void lineage(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha");
        Reply made = conversation.tryFork(Conversation.params(conversation.session()));
        Session fork = conversation.made(made);
        for (JsonNode info : ListScenarios.infos(conversation.link(), obj())) {
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
        probe.open("FORK-075", "the fork is not listed");
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
            throw NotTestable.error("The session was not deleted");
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
        for (JsonNode info : ListScenarios.infos(conversation.link(), obj())) {
            if (info.path("cwd").asText().endsWith("relative/fork")
                    || (strange.isError() && info.path("cwd").asText().equals(nowhere))) {
                left.add(info.toString());
            }
        }
        probe.check("FORK-119", left.isEmpty(), "no session of a refused fork", left);
    }

    private static void otherDirectory(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "alpha");
        String place = probe.temporaryDirectory();
        Reply reply =
                conversation.tryFork(Conversation.params(conversation.session()).put("cwd", place));
        if (!reply.isResult()) {
            probe.skip("FORK-080", "the agent forks within one directory only: " + reply);
            probe.skip("FORK-180", "the agent forks within one directory only: " + reply);
            return;
        }
        String fork = reply.result().path("sessionId").asText();
        String source = conversation.session().id();
        for (JsonNode info : ListScenarios.infos(conversation.link(), obj())) {
            String id = info.path("sessionId").asText();
            if (!Shapes.isAbsolutePath(info.path("cwd"))) {
                throw new NotTestable("The working directory is not absolute: " + info);
            }
            boolean there = ListScenarios.isSamePlace(place, info.path("cwd").asText());
            if (id.equals(fork)) {
                probe.check("FORK-080", there, place, info);
            } else if (id.equals(source)) {
                probe.check("FORK-180", !there, "not " + place, info);
            }
        }
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
}
