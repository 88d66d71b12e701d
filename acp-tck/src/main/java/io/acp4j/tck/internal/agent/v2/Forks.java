package io.acp4j.tck.internal.agent.v2;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.agent.Lists;
import io.acp4j.tck.internal.agent.SettledHistory;
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
import java.util.Collection;
import java.util.List;

/** Forks, whole and at a message. */
final class Forks {

    static final List<Scenario> ALL = List.of(
            scenario(
                    "v2-fork/whole",
                    "V2-FORK-001 V2-FORK-002 V2-FORK-003 V2-FORK-004 V2-FORK-005 V2-FORK-006",
                    Forks::whole),
            scenario("v2-fork/unknown", "V2-FORK-007", Forks::unknown),
            scenario("v2-fork/at", "V2-FORK-008 V2-FORK-009", Forks::at),
            scenario("v2-fork/at-unknown", "V2-FORK-010 V2-FORK-011", Forks::atUnknown),
            scenario("v2-fork/memory", "V2-FORK-012", Forks::memory),
            scenario("v2-fork/running", "V2-FORK-013 V2-FORK-027", Forks::running),
            scenario("v2-fork/replay", "V2-FORK-025 V2-FORK-026", Forks::replayed),
            scenario("v2-fork/source-cancelled", "V2-FORK-015", Forks::sourceCancelled),
            scenario("v2-fork/cancelled", "V2-FORK-029", Forks::cancelled),
            scenario("v2-fork/source-closed", "V2-FORK-014", Forks::sourceClosed));

    private Forks() {}

    static Session fork(Session source, ObjectNode params) throws InterruptedException {
        return made(source, source.link().call("session/fork", params));
    }

    /** Returns the session from a response to {@code session/fork}. Ends the scenario if the response contains none. */
    static Session made(Session source, Reply reply) {
        JsonNode id = reply.need("session/fork").path("sessionId");
        if (!id.isTextual() || id.asText().isEmpty()) {
            throw NotTestable.error("the response to session/fork contains no session id");
        }
        return new Session(source.link(), id.asText());
    }

    static List<String> said(Session session) throws InterruptedException {
        return messages(session).stream().map(Messages.Message::toString).toList();
    }

    /** Returns the messages of a session as a replay shows them. */
    static List<Messages.Message> messages(Session session) throws InterruptedException {
        return Messages.of(Resumes.replay(session), "user_message", "agent_message")
                .all();
    }

    static Session conversation(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        for (String question : List.of("the first word is apple", "the second word is banana")) {
            session.prompt(question).needEnd();
        }
        return session;
    }

    private static void whole(Probe probe) throws InterruptedException {
        Session source = conversation(probe);
        Link link = source.link();
        List<String> earlier = said(source);
        Reply reply = link.call("session/fork", source.setup());
        String id = reply.result().path("sessionId").asText("");
        probe.check("V2-FORK-001", !id.isEmpty() && !id.equals(source.id()), "a sessionId of its own", reply);
        reply.need("session/fork");
        Session fork = new Session(link, id);
        List<String> before = said(source);
        List<String> forked = said(fork);
        // Work without a prompt may add messages to the source after the fork.
        boolean whole = forked.equals(before) || forked.equals(earlier);
        probe.check("V2-FORK-002", whole, "the conversation of the source: " + before, forked);
        Turn turn = fork.prompt("only in the fork");
        probe.check("V2-FORK-003", turn.reply().isResult() && turn.end() != null, "a turn that ends", turn.reply());
        List<String> source1 = said(source);
        probe.check("V2-FORK-004", source1.equals(before), "the source as it was: " + before, source1);
        source.prompt("only in the source").needEnd();
        boolean apart = said(fork).stream().noneMatch(line -> line.contains("only in the source"));
        probe.check("V2-FORK-005", apart, "a fork without what the source says afterwards", said(fork));
        if (probe.has("word:history")) {
            String known = source.act("history").needEnd().said();
            probe.check("V2-FORK-004", !known.contains("only in the fork"), "a source that knows nothing of it", known);
            String knownToFork = fork.act("history").needEnd().said();
            probe.check(
                    "V2-FORK-005",
                    !knownToFork.contains("only in the source"),
                    "a fork that knows nothing of what the source says afterwards",
                    knownToFork);
        }
        probe.check(
                "V2-FORK-006",
                Lists.has(link, obj(), fork.id()),
                "the fork among the sessions that are listed",
                "none such");
    }

    private static void unknown(Probe probe) throws InterruptedException {
        Link link = probe.open();
        Reply reply = link.call("session/fork", link.newSessionParams().put("sessionId", Work.NOWHERE));
        probe.check("V2-FORK-007", reply.isError(), "an error", reply);
    }

    private static ObjectNode at(Session source, String message) {
        JsonNode point = obj("version", 1, "messageId", message);
        return source.setup().set("_meta", obj("jetbrains", obj("air", obj("version", 1, "fork", point))));
    }

    private static Messages.Message firstOfAgent(Messages messages) {
        return messages.all().stream()
                .filter(message -> message.kind().equals("agent_message"))
                .findFirst()
                .orElseThrow(() -> new NotTestable("The agent said nothing"));
    }

    private static void at(Probe probe) throws InterruptedException {
        Session source = conversation(probe);
        Messages all = Messages.of(Resumes.replay(source), "user_message", "agent_message");
        Messages.Message first = firstOfAgent(all);
        Reply reply = source.link().call("session/fork", at(source, first.id()));
        if (!reply.isResult()) {
            throw new NotTestable("The agent does not fork there: " + reply);
        }
        Session fork =
                new Session(source.link(), reply.result().path("sessionId").asText());
        List<String> lines = said(fork);
        if (lines.equals(all.lines())) {
            probe.skip("V2-FORK-008", "the agent does not know AIR's fork points: it forks the whole session");
            probe.skip("V2-FORK-009", "the agent does not know AIR's fork points: it forks the whole session");
            return;
        }
        boolean later = lines.stream().anyMatch(line -> line.contains("banana"));
        probe.check("V2-FORK-008", !later, "nothing of the turns after the message", lines);
        boolean kept = lines.contains(first.toString());
        probe.check("V2-FORK-009", kept, "the message at which it was forked", lines);
    }

    private static void atUnknown(Probe probe) throws InterruptedException {
        Session source = conversation(probe);
        Messages all = Messages.of(Resumes.replay(source), "user_message", "agent_message");
        Reply whole =
                source.link().call("session/fork", at(source, firstOfAgent(all).id()));
        if (whole.isResult()
                && said(new Session(
                                source.link(), whole.result().path("sessionId").asText()))
                        .equals(all.lines())) {
            probe.skip("V2-FORK-010", "the agent does not know AIR's fork points: it forks the whole session");
            probe.skip("V2-FORK-011", "the agent does not know AIR's fork points: it forks the whole session");
            return;
        }
        Reply known = source.link().call("session/fork", at(source, "acp4j-no-such-message"));
        probe.check("V2-FORK-010", known.isError(), "an error", known);
        if (known.isError()) {
            probe.checkError("V2-FORK-011", known.isError(Work.INVALID_PARAMS), "the error -32602", known);
        }
    }

    private static void memory(Probe probe) throws InterruptedException {
        Session source = conversation(probe);
        Session fork = fork(source, source.setup());
        String known = fork.act("history").needEnd().said();
        probe.check("V2-FORK-012", known.contains("apple") && known.contains("banana"), "what was said", known);
    }

    private static void running(Probe probe) throws InterruptedException {
        Session source = conversation(probe);
        List<String> settled = said(source);
        Call call = Work.busy(probe, source);
        Reply reply = source.link().call("session/fork", source.setup());
        probe.check("V2-FORK-013", reply.came(), "a response", reply);
        Work.goesOn(probe, "V2-FORK-013", source, call);
        Work.stop(source, call.sent());
        if (reply.isError()) {
            probe.skip("V2-FORK-027", "the agent refuses to fork a session that works: " + reply);
        }
        if (reply.isResult()) {
            List<String> forked = said(made(source, reply));
            probe.check(
                    "V2-FORK-013", SettledHistory.isBeginning(forked, settled), "the conversation " + settled, forked);
            String partial = "agent_message "
                    + Messages.of(source.link().updatesSince(call.sent(), source.id()), "agent_message")
                            .text();
            probe.check(
                    "V2-FORK-027",
                    SettledHistory.isAllOrMarked(forked, settled, partial),
                    settled + ", nothing of the running work, or a mark at its end",
                    forked);
        }
    }

    private static void replayed(Probe probe) throws InterruptedException {
        Session source = probe.talk();
        source.prompt("fork all of this").needEnd();
        if (probe.has("image")) {
            Resumes.showImage(source);
        }
        for (String word : List.of("thought", "tool", "plan")) {
            if (probe.has("word:" + word)) {
                source.act(word).needEnd();
            }
        }
        List<Entry> before = Resumes.replay(source);
        List<Entry> after = Resumes.replay(fork(source, source.setup()));
        contains(
                probe,
                "V2-FORK-025",
                Resumes.toolCalls(before).values(),
                Resumes.toolCalls(after).values());
        contains(probe, "V2-FORK-026", Resumes.besidesMessages(before), Resumes.besidesMessages(after));
    }

    private static void contains(Probe probe, String requirement, Collection<?> source, Collection<?> fork) {
        if (source.isEmpty()) {
            probe.skip(requirement, "the replay of the source contains nothing of the kind");
        } else {
            probe.check(requirement, fork.containsAll(source), source.toString(), fork);
        }
    }

    private static void cancelled(Probe probe) throws InterruptedException {
        Session source = conversation(probe);
        Session fork = fork(source, source.setup());
        Call ofSource = Work.busy(probe, source);
        Call ofFork = Work.busy(probe, fork);
        Work.stop(fork, ofFork.sent());
        source.link().settle();
        Work.goesOn(probe, "V2-FORK-029", source, ofSource);
        Work.stop(source, ofSource.sent());
    }

    private static void sourceCancelled(Probe probe) throws InterruptedException {
        Session source = conversation(probe);
        Session fork = fork(source, source.setup());
        Call ofFork = Work.busy(probe, fork);
        Call ofSource = Work.busy(probe, source);
        Work.stop(source, ofSource.sent());
        source.link().settle();
        Work.goesOn(probe, "V2-FORK-015", fork, ofFork);
        Work.stop(fork, ofFork.sent());
    }

    private static void sourceClosed(Probe probe) throws InterruptedException {
        Session source = conversation(probe);
        Session fork = fork(source, source.setup());
        source.link().call("session/close", source.params()).need("session/close");
        Turn turn = fork.prompt("and the source is closed");
        probe.check("V2-FORK-014", turn.reply().isResult() && turn.end() != null, "a turn that ends", turn.reply());
    }
}
