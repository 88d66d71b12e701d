package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.List;
import java.util.Set;

/** Coming back to a session, with and without its history. */
final class LoadScenarios {

    private static final String NOWHERE = "acp4j-no-such-session";

    /** What {@link Message#texts} puts before what a user has said. */
    private static final String USER = "user: ";

    private static final String AGENT = "agent: ";

    private static final int LONG_ANSWER = 8;

    static final List<Scenario> ALL = List.of(
            scenario(
                    "load/replay",
                    "LOAD-001 LOAD-002 LOAD-003 LOAD-004 LOAD-005 LOAD-006 LOAD-009 LOAD-010 LOAD-019",
                    LoadScenarios::replay),
            scenario("load/unknown", "LOAD-007", LoadScenarios::unknown),
            scenario("load/elsewhere", "LOAD-008 LOAD-016 LOAD-017", LoadScenarios::elsewhere),
            scenario("resume/session", "RES-001 RES-002 RES-003 RES-005 MODE-010 CONF-012", LoadScenarios::resume),
            scenario("resume/unknown", "RES-004", LoadScenarios::resumeUnknown));

    private static final String NOT_ELSEWHERE = "the agent does not load sessions of another process";

    private LoadScenarios() {}

    private static void replay(Probe probe) throws InterruptedException {
        Session session = probe.talkAfterGreeting();
        List<String> said = new ArrayList<>();
        for (String question : List.of(
                "first question", "second question", "one that\ntakes two lines", WhiteSpace.PROMPT, "and another")) {
            said.addAll(said(session, question));
        }
        GreetingTexts greeting = GreetingTexts.of(session);
        Reload reload = Reload.load(probe, session);
        probe.check("LOAD-001", reload.reply().isResult(), "a result", reload.reply());
        JsonNode result = reload.reply().need("session/load");
        probe.check(
                "LOAD-009",
                result.isNull()
                        || (result.isObject()
                                && isObjectOrAbsent(result.path("modes"))
                                && isArrayOrAbsent(result.path("configOptions"))),
                "null, or an object with modes and configOptions",
                reload.reply());
        session.link().settle();
        if (Message.conversation(reload.updates()).stream().noneMatch(Message::isUser)) {
            // Of a session that was open, an agent may think that its client has seen everything.
            reload = reload.onNewConnection(probe);
            reload.reply().need("session/load");
            session.link().settle();
        }
        int end = reload.reply().index();
        List<String> exactly = lines(greeting, reload.before(), said);
        if (!WhiteSpace.restored(exactly, USER).containsAll(said)) {
            learn(probe, greeting, false);
            exactly = lines(greeting, reload.before(), said);
        }
        List<String> replayed = WhiteSpace.restored(exactly, USER);
        List<String> late = greeting.removedFrom(
                reload.updates().stream().filter(entry -> entry.index() > end).toList(), said);
        late.removeIf(line -> isBanner(line, greeting) || said.stream().noneMatch(each -> isPartOf(each, line)));
        probe.check("LOAD-005", late.isEmpty(), "nothing after the response", late);
        if (late.isEmpty()) {
            compare(probe, said, replayed);
        }
        if (replayed.containsAll(said)) {
            probe.check("LOAD-019", exactly.containsAll(said), said.toString(), exactly);
            List<String> again = lines(greeting, Message.replay(probe, session), said);
            probe.check("LOAD-010", again.equals(exactly), exactly.toString(), again);
        }
        Turn next = session.prompt("third question");
        probe.check("LOAD-006", next.reply().isResult(), "a result", next.reply());
    }

    /** Returns the messages of a replay as lines, without greetings and without what the agent adds to complete messages of the user. */
    private static List<String> lines(GreetingTexts greeting, List<Entry> updates, List<String> said) {
        return greeting.removedFrom(GreetingTexts.withoutAdditions(updates, said), said);
    }

    /** Returns whether a line is a message of the agent that does not belong to the conversation. */
    private static boolean isBanner(String line, GreetingTexts greeting) {
        return line.startsWith(AGENT) && (line.equals(AGENT) || greeting.contains(line.substring(AGENT.length())));
    }

    /** Returns whether a line is a message or the start of one. A short text such as "Hello" may be a banner. */
    private static boolean isPartOf(String message, String line) {
        return message.equals(line)
                || (message.startsWith(line)
                        && (line.startsWith(USER) || line.length() >= AGENT.length() + LONG_ANSWER));
    }

    /** Prompts, and returns what was said. */
    private static List<String> said(Session session, String question) throws InterruptedException {
        List<String> said = new ArrayList<>(List.of(USER + question));
        Message.conversation(session.prompt(question).need().updates()).stream()
                .filter(Message::isAgent)
                .forEach(message -> said.add(AGENT + message.text()));
        return said;
    }

    /** Adds the greeting that follows the replay of another session. Other text in a replay is an error. */
    private static void learn(Probe probe, GreetingTexts greeting, boolean elsewhere) throws InterruptedException {
        try {
            Session other = probe.talkAfterGreeting();
            List<String> said = said(other, "the only question");
            if (elsewhere) {
                probe.replace(other.link());
            }
            Reload reload = Reload.replay(probe, other);
            if (reload.reply().isResult()) {
                greeting.learn(reload.before(), said);
            }
        } catch (NotTestable e) {
            // The replay is compared without this greeting.
        }
    }

    private static void compare(Probe probe, List<String> said, List<String> replayed) {
        List<String> users = said.stream().filter(line -> line.startsWith(USER)).toList();
        List<String> agents =
                said.stream().filter(line -> line.startsWith(AGENT)).toList();
        boolean usersThere = isAllIn(replayed, users);
        boolean agentsThere = isAllIn(replayed, agents);
        probe.check("LOAD-002", usersThere, users.toString(), replayed);
        if (agents.isEmpty()) {
            probe.open("LOAD-003", "the agent said nothing that could be replayed");
        } else {
            probe.check("LOAD-003", agentsThere, agents.toString(), replayed);
        }
        if (usersThere && agentsThere) {
            List<String> relevant = replayed.stream().filter(said::contains).toList();
            probe.check("LOAD-004", relevant.equals(said), said.toString(), relevant);
        }
    }

    /** Returns whether each line is there, as often as it was said: two messages may be alike. */
    private static boolean isAllIn(List<String> replayed, List<String> said) {
        return said.stream()
                .allMatch(line -> Collections.frequency(replayed, line) >= Collections.frequency(said, line));
    }

    private static boolean isObjectOrAbsent(JsonNode value) {
        return Shapes.isAbsent(value) || value.isObject();
    }

    private static boolean isArrayOrAbsent(JsonNode value) {
        return Shapes.isAbsent(value) || value.isArray();
    }

    private static void unknown(Probe probe) throws InterruptedException {
        Link link = probe.open();
        Reply reply = link.call("session/load", link.newSessionParams().put("sessionId", NOWHERE));
        probe.check("LOAD-007", reply.isError(), "an error", reply);
    }

    private static void elsewhere(Probe probe) throws InterruptedException {
        Session session = probe.talkAfterGreeting();
        List<String> said = said(session, "the secret word is dulcimer");
        // What is open in one process need not be open to another.
        probe.replace(session.link());
        Reload reload = Reload.load(probe, session);
        probe.check("LOAD-008", reload.reply().isResult(), "a result", reload.reply());
        if (reload.reply().isError()) {
            probe.skip("LOAD-016", NOT_ELSEWHERE);
            probe.skip("LOAD-017", NOT_ELSEWHERE);
            return;
        }
        reload.reply().need("session/load");
        GreetingTexts greeting = new GreetingTexts();
        List<String> replayed = lines(greeting, reload.before(), said);
        if (!replayed.containsAll(said)) {
            learn(probe, greeting, true);
            // That it comes too late is the business of another requirement.
            session.link().settle();
            replayed = lines(greeting, reload.updates(), said);
        }
        probe.check("LOAD-016", replayed.containsAll(said), said.toString(), replayed);
        if (probe.has("word:history")) {
            List<String> known = Message.history(session);
            probe.check(
                    "LOAD-017",
                    known.stream().anyMatch(line -> line.contains("dulcimer")),
                    "what was said before",
                    known);
        }
    }

    private static void resume(Probe probe) throws InterruptedException {
        Session session = probe.talkAfterGreeting();
        List<String> said = said(session, "the secret word is marimba");
        GreetingTexts greeting = GreetingTexts.of(session);
        Reload reload = Reload.of(probe, "session/resume", session);
        Reply reply = reload.reply();
        probe.check(
                "RES-001",
                reply.isResult() && (reply.result().isObject() || reply.result().isNull()),
                "an object or null",
                reply);
        reply.need("session/resume");
        if (probe.has("modes")) {
            probe.check("MODE-010", reply.result().path("modes").isObject(), "the modes of the session", reply);
        }
        if (probe.has("configOptions")) {
            Set<String> options =
                    OptionScenarios.optionIds(probe.profile().session().path("configOptions"));
            Set<String> told = OptionScenarios.optionIds(reply.result().path("configOptions"));
            probe.check("CONF-012", told.containsAll(options), "the options " + options, reply);
        }
        session.link().settle();
        List<Message> replayed = replayed(reload.updates(), said, greeting);
        probe.check("RES-002", replayed.isEmpty(), "no messages", replayed);
        Turn next = session.prompt("go on");
        probe.check("RES-003", next.reply().isResult(), "a result", next.reply());
        if (probe.has("word:history") && next.reply().isResult()) {
            List<String> known = Message.history(session);
            probe.check(
                    "RES-005",
                    known.stream().anyMatch(line -> line.contains("marimba")),
                    "what was said before",
                    known);
        }
    }

    /** Returns the messages of the conversation in updates: any message of the user, and messages of the agent with words of its response. */
    private static List<Message> replayed(List<Entry> updates, List<String> said, GreetingTexts greeting) {
        return Message.conversation(updates).stream()
                .filter(message -> message.isUser()
                        || (!greeting.contains(message.text())
                                && said.stream().anyMatch(line -> isRepeated(line, message.text()))))
                .toList();
    }

    private static boolean isRepeated(String line, String text) {
        String answer = line.startsWith(AGENT) ? line.substring(AGENT.length()) : "";
        // A short message such as "OK" may be a part of a greeting.
        return !answer.isBlank() && (text.equals(answer) || (answer.length() >= LONG_ANSWER && text.contains(answer)));
    }

    private static void resumeUnknown(Probe probe) throws InterruptedException {
        Link link = probe.open();
        Reply reply = link.call("session/resume", link.newSessionParams().put("sessionId", NOWHERE));
        probe.check("RES-004", reply.isError(), "an error", reply);
    }
}
