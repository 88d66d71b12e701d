package io.acp4j.tck.internal.agent.v2;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.agent.Lists;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.ForkTurnDetector;
import io.acp4j.tck.internal.probe.Messages;
import io.acp4j.tck.internal.probe.Messages.Message;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import io.acp4j.tck.internal.wire.Entry;
import java.time.Duration;
import java.util.List;

/** Forks that name a message by {@code messageId}, and the effects of a fork on the source and on the agent. */
final class ForkPoints {

    private static final String NO_MESSAGE = "acp4j-no-such-message";
    private static final String[] SAID = {"user_message", "agent_message"};

    static final List<Scenario> ALL = List.of(
            scenario("v2-fork/source", "V2-FORK-024", ForkPoints::source),
            scenario("v2-fork/no-turn", "V2-FORK-016", ForkPoints::noTurn),
            scenario("v2-fork-at/message", "V2-FORK-017", ForkPoints::message),
            scenario("v2-fork-at/unknown", "V2-FORK-018 V2-FORK-019 V2-FORK-020", ForkPoints::unknown),
            scenario("v2-fork-at/thought", "V2-FORK-021", ForkPoints::thought),
            scenario("v2-fork-at/chunks", "V2-FORK-022", ForkPoints::chunks),
            scenario("v2-fork-at/null-message", "V2-FORK-028", ForkPoints::nullMessage),
            scenario("v2-fork-at/no-turn", "V2-FORK-023", ForkPoints::noTurnAtMessage));

    private ForkPoints() {}

    private static ObjectNode at(Session source, String messageId) {
        return source.setup().put("messageId", messageId);
    }

    private static Message firstOfAgent(List<Message> messages) {
        return ofAgent(messages, 0);
    }

    private static Message ofAgent(List<Message> messages, int number) {
        return messages.stream()
                .filter(message -> message.kind().equals("agent_message"))
                .skip(number)
                .findFirst()
                .orElseThrow(() -> new NotTestable("The agent did not send the message that is needed"));
    }

    private static void source(Probe probe) throws InterruptedException {
        Session source = Forks.conversation(probe);
        boolean wasListed = Lists.has(source.link(), obj(), source.id());
        Forks.fork(source, source.setup());
        if (wasListed) {
            boolean isListed = Lists.has(source.link(), obj(), source.id());
            probe.check("V2-FORK-024", isListed, "the source among the listed sessions", "it is missing");
        }
        boolean remains = remains(probe, source);
        if (remains && probe.has("fork.atMessageId")) {
            Message point = firstOfAgent(Forks.messages(source));
            Forks.fork(source, at(source, point.id()));
            remains(probe, source);
        }
    }

    private static void nullMessage(Probe probe) throws InterruptedException {
        Session source = Forks.conversation(probe);
        List<String> earlier = Forks.said(source);
        Reply reply = source.link().call("session/fork", source.setup().putNull("messageId"));
        probe.check("V2-FORK-028", reply.isResult(), "a fork of the whole session", reply);
        if (reply.isResult()) {
            List<String> expected = Forks.said(source);
            List<String> forked = Forks.said(Forks.made(source, reply));
            // Work without a prompt may add messages to the source after the fork.
            boolean whole = forked.equals(expected) || forked.equals(earlier);
            probe.check("V2-FORK-028", whole, expected.toString(), forked);
        }
    }

    /** Prompts the source. If an agent with one open session at a time refuses the prompt, the source is resumed first. */
    private static boolean remains(Probe probe, Session source) throws InterruptedException {
        Turn turn = source.prompt("is the source still there?");
        if (turn.reply().isError()
                && source.link().call("session/resume", source.setup()).isResult()) {
            turn = source.prompt("is the source still there?");
        }
        boolean remains = turn.reply().isResult() && turn.end() != null;
        probe.check("V2-FORK-024", remains, "a turn of the source that ends", turn.reply());
        return remains;
    }

    private static void noTurn(Probe probe) throws InterruptedException {
        Session source = probe.talkAfterGreeting();
        Duration usual = turn(source, "alpha");
        turn(source, "beta");
        staysQuiet(probe, "V2-FORK-016", source, source.setup(), Forks.messages(source), usual);
    }

    /** Forks at the second message of the agent, so that a turn that repeats one message differs from a replay of two. */
    private static void noTurnAtMessage(Probe probe) throws InterruptedException {
        Session source = probe.talkAfterGreeting();
        Duration usual = turn(source, "alpha");
        turn(source, "beta");
        List<Message> all = Forks.messages(source);
        Message point = ofAgent(all, 1);
        List<Message> kept = all.subList(0, all.indexOf(point) + 1);
        staysQuiet(probe, "V2-FORK-023", source, at(source, point.id()), kept, usual);
    }

    /** Prompts a session and returns how long its turn took. */
    private static Duration turn(Session session, String text) throws InterruptedException {
        Call call = session.start(text);
        return Duration.ofMillis(
                session.finish(call).ending().millis() - call.sent().millis());
    }

    private static void staysQuiet(
            Probe probe, String requirement, Session source, ObjectNode params, List<Message> expected, Duration usual)
            throws InterruptedException {
        Call call = source.link().start("session/fork", params);
        Session fork = Forks.made(source, call.await());
        ForkTurnDetector quiet = new ForkTurnDetector(
                source,
                expected.stream().map(Message::toString).toList(),
                "agent_message ",
                entries -> Messages.of(entries, SAID).lines());
        List<Entry> updates = quiet.watch(fork, call.sent(), usual);
        probe.check(
                requirement,
                quiet.isReplay(updates)
                        && updates.stream().noneMatch(entry -> Work.isState(entry, fork.id(), "running")),
                "no message and no running state before the fork is prompted, except a replay of the conversation",
                updates);
    }

    private static void message(Probe probe) throws InterruptedException {
        Session source = Forks.conversation(probe);
        List<Message> all = Forks.messages(source);
        Message point = firstOfAgent(all);
        List<String> kept = all.subList(0, all.indexOf(point) + 1).stream()
                .map(Message::toString)
                .toList();
        List<String> forked = Forks.said(Forks.fork(source, at(source, point.id())));
        probe.check("V2-FORK-017", forked.equals(kept), kept.toString(), forked);
    }

    private static void unknown(Probe probe) throws InterruptedException {
        Session source = Forks.conversation(probe);
        Reply reply = source.link().call("session/fork", at(source, NO_MESSAGE));
        probe.check("V2-FORK-018", reply.isError(), "an error", reply);
        if (reply.isError()) {
            JsonNode data = reply.at("/error/data");
            probe.checkError(
                    "V2-FORK-019",
                    reply.code() == Work.INVALID_PARAMS
                            && data.path("messageId").asText().equals(NO_MESSAGE)
                            && data.path("reason").asText().equals("unknown_message"),
                    "the error -32602, with the messageId and the reason unknown_message as its data",
                    reply);
        }
        Reply empty = source.link().call("session/fork", at(source, ""));
        probe.check("V2-FORK-020", empty.isError(), "an error", empty);
    }

    private static void thought(Probe probe) throws InterruptedException {
        if (probe.profile().vocabulary() != null && !probe.has("word:thought")) {
            probe.skip("V2-FORK-021", "the subject declares that it never does what `tck: thought` asks for");
            return;
        }
        Session source = probe.talk();
        Turn turn = source.prompt(
                probe.has("word:thought")
                        ? "tck: thought"
                        : "Think step by step, then write one number: which is larger, 17 * 23 or 19 * 21?");
        turn.needEnd();
        Message thought = Messages.of(turn.updates(), "agent_thought").all().stream()
                .filter(each -> !each.id().isEmpty())
                .findFirst()
                .orElseThrow(() -> new NotTestable("The turn contained no thought with an id"));
        Reply reply = source.link().call("session/fork", at(source, thought.id()));
        probe.check("V2-FORK-021", reply.came(), "a session or an error", reply);
    }

    private static void chunks(Probe probe) throws InterruptedException {
        Session source = probe.talk();
        Turn turn = source.prompt(
                        probe.has("word:chunks")
                                ? "tck: chunks 5"
                                : "Count from 1 to 40, one number per line, and say nothing else.")
                .needEnd();
        Message inChunks = Messages.of(turn.updates(), "agent_message").all().stream()
                .filter(message -> chunks(turn, message.id()) > 1)
                .findFirst()
                .orElseThrow(() -> new NotTestable("No message was sent in several chunks"));
        source.prompt("and after that?").needEnd();
        List<Message> all = Forks.messages(source);
        Message point = all.stream()
                .filter(message -> message.id().equals(inChunks.id())
                        && message.kind().equals("agent_message")
                        && ForkTurnDetector.isSame(message.text(), inChunks.text()))
                .findFirst()
                .orElseThrow(() -> new NotTestable("The replay has another id or text for the message"));
        List<String> kept = all.subList(0, all.indexOf(point) + 1).stream()
                .map(Message::toString)
                .toList();
        List<String> forked = Forks.said(Forks.fork(source, at(source, point.id())));
        probe.check("V2-FORK-022", forked.equals(kept), kept.toString(), forked);
    }

    private static long chunks(Turn turn, String message) {
        return turn.updates("agent_message_chunk").stream()
                .filter(entry -> entry.at("/params/update/messageId").asText().equals(message))
                .count();
    }
}
