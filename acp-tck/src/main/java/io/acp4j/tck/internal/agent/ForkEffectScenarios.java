package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.ForkTurnDetector;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The effects of a fork on the source, on the new session, and on the agent: no new turn, no loss, always a response. */
final class ForkEffectScenarios {

    static final List<Scenario> ALL = List.of(
            scenario("fork/no-turn", "FORK-009", ForkEffectScenarios::noTurn),
            scenario("fork-at/no-turn", "FORK-209", ForkEffectScenarios::noTurnAtMessage),
            scenario("fork/source", "FORK-108", ForkEffectScenarios::source),
            scenario("fork-at/thought", "FORK-037 FORK-137", ForkEffectScenarios::thought),
            scenario("fork-at/chunks", "FORK-126", ForkEffectScenarios::chunks));

    private ForkEffectScenarios() {}

    /** Returns the details of the capability in the extension of this project. */
    static JsonNode details(Probe probe) {
        return probe.profile()
                .initialize()
                .at("/agentCapabilities/sessionCapabilities/fork/_meta")
                .path("acp4j/fork");
    }

    private static void noTurn(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, probe.talkAfterGreeting(), "alpha", "beta");
        Call call = conversation.link().start("session/fork", Conversation.params(conversation.session()));
        staysQuiet("FORK-009", conversation, conversation.texts(), call);
    }

    /**
     * Forks at the first message of the user. A new turn is most likely at this point, and a replay up to it contains no message of the
     * agent. If the agent refuses this fork, the scenario forks at the second message of the agent. A turn that repeats one message then
     * differs from a replay of two.
     */
    private static void noTurnAtMessage(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, probe.talkAfterGreeting(), "alpha", "beta");
        Optional<Message> user = conversation.messages().stream()
                .filter(message -> message.isUser() && !message.id().isEmpty())
                .findFirst();
        if (user.isPresent()) {
            Call call = forkAt(conversation, user.get());
            if (call.await().isResult()) {
                staysQuiet("FORK-209", conversation, conversation.upTo(user.get()), call);
                return;
            }
        }
        Message point = conversation.agent(1);
        staysQuiet("FORK-209", conversation, conversation.upTo(point), forkAt(conversation, point));
    }

    private static Call forkAt(Conversation conversation, Message point) {
        return conversation
                .link()
                .start(
                        "session/fork",
                        Conversation.params(conversation.session()).put("messageId", point.id()));
    }

    private static void staysQuiet(String requirement, Conversation conversation, List<String> expected, Call call)
            throws InterruptedException {
        Session fork = conversation.made(call.await());
        ForkTurnDetector quiet = new ForkTurnDetector(
                conversation.session(), expected, "agent: ", entries -> Message.texts(Message.conversation(entries)));
        List<Entry> updates = quiet.watch(fork, call.sent(), conversation.longest());
        conversation
                .probe()
                .check(
                        requirement,
                        quiet.isReplay(updates),
                        "no message of the agent before the fork is prompted, except a replay of the conversation",
                        updates);
    }

    private static void source(Probe probe) throws InterruptedException {
        Conversation conversation = Conversation.of(probe, "to be kept");
        conversation.fork();
        boolean remains = remains(conversation);
        Optional<Message> point = conversation.messages().stream()
                .filter(message -> message.isAgent() && !message.id().isEmpty())
                .findFirst();
        if (remains && probe.has("fork.atMessageId") && point.isPresent()) {
            conversation.forkAt(point.get());
            remains = remains(conversation);
        }
        if (remains && probe.has("loadSession")) {
            Reply loaded = Reload.load(probe, conversation.session()).reply();
            probe.check("FORK-108", loaded.isResult(), "a source that can be loaded", loaded);
        }
    }

    /** Prompts the source. If an agent with one open session at a time refuses the prompt, the source is opened again first. */
    private static boolean remains(Conversation conversation) throws InterruptedException {
        Probe probe = conversation.probe();
        Session source = conversation.session();
        Reply reply = source.prompt("is the source still there?").reply();
        if (reply.isError() && isOpenAgain(probe, source)) {
            reply = source.prompt("is the source still there?").reply();
        }
        probe.check("FORK-108", reply.isResult(), "a result for a prompt in the source", reply);
        return reply.isResult();
    }

    private static boolean isOpenAgain(Probe probe, Session source) throws InterruptedException {
        for (String method : List.of("session/load", "session/resume")) {
            if (probe.has(method.equals("session/load") ? "loadSession" : "resume")
                    && Reload.of(probe, method, source).reply().isResult()) {
                return true;
            }
        }
        return false;
    }

    private static void thought(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        if (probe.profile().vocabulary() != null && !probe.has("word:thought")) {
            probe.skip("FORK-137", "the subject declares that it never does what `tck: thought` asks for");
            return;
        }
        Turn turn = think(probe, session);
        List<Entry> thoughts = turn.updates("agent_thought_chunk");
        if (thoughts.isEmpty()) {
            throw new NotTestable("The turn contained no agent_thought_chunk");
        }
        String id = id(thoughts.get(0));
        if (id.isEmpty()) {
            probe.skip("FORK-037", "the thoughts of the subject have no ids");
            probe.skip("FORK-137", "the thoughts of the subject have no ids");
            return;
        }
        Conversation conversation = new Conversation(probe, session, List.of());
        Reply reply = conversation.tryForkAt(id);
        probe.check("FORK-137", reply.came(), "a session or an error", reply);
        if (turn.updates("agent_message_chunk").stream()
                .anyMatch(entry -> id(entry).equals(id))) {
            probe.skip("FORK-037", "the thought shares its id with a message");
        } else if (details(probe).path("thought").asBoolean(false)) {
            probe.check("FORK-037", reply.isResult(), "a session, as the agent declares", reply);
        } else if (reply.came()) {
            probe.check("FORK-037", true, "a session or an error", reply);
        }
    }

    /** Makes the agent think: by the vocabulary, or by a question for which many models do. */
    private static Turn think(Probe probe, Session session) throws InterruptedException {
        if (probe.has("word:thought")) {
            return session.act("thought").need();
        }
        return session.prompt("Think step by step, then write one number: which is larger, 17 * 23 or 19 * 21?")
                .need();
    }

    private static String id(Entry chunk) {
        JsonNode id = chunk.at("/params/update/messageId");
        return id.isTextual() ? id.asText() : "";
    }

    private static void chunks(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        String question = probe.has("word:chunks")
                ? "tck: chunks 5"
                : "Count from 1 to 40, one number per line, and say nothing else.";
        Turn turn = session.prompt(question).need();
        String inChunks = textInChunks(turn);
        Conversation conversation =
                Conversation.of(probe, session, "and after that?").after(question, turn);
        Message message = conversation.messages().stream()
                .filter(each ->
                        each.isAgent() && !each.id().isEmpty() && ForkTurnDetector.isSame(each.text(), inChunks))
                .findFirst()
                .orElseThrow(() -> new NotTestable("No message in several chunks can be named in a fork"));
        List<String> forked = since(question, conversation.history(conversation.forkAt(message)));
        List<String> expected = since(question, conversation.upTo(message));
        probe.check("FORK-126", forked.equals(expected), expected.toString(), forked);
    }

    /** Returns the lines from a question on, because a late greeting may precede it; all lines if they do not contain the question. */
    private static List<String> since(String question, List<String> lines) {
        return lines.subList(Math.max(0, lines.indexOf("user: " + question)), lines.size());
    }

    /** Returns the text of the message with the most chunks; ends the scenario if no message has several. */
    private static String textInChunks(Turn turn) {
        return turn.updates("agent_message_chunk").stream()
                .filter(entry -> !id(entry).isEmpty())
                .collect(Collectors.groupingBy(ForkEffectScenarios::id))
                .values()
                .stream()
                .filter(chunks -> chunks.size() > 1)
                .max((one, other) -> Integer.compare(one.size(), other.size()))
                .map(chunks -> chunks.stream()
                        .map(chunk -> chunk.at("/params/update/content/text").asText(""))
                        .collect(Collectors.joining()))
                .orElseThrow(() -> new NotTestable("No message was sent in several chunks with one id"));
    }
}
