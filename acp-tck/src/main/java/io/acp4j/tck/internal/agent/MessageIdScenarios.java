package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;

import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import io.acp4j.tck.internal.wire.Entry;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Which chunks share an id and which do not. */
final class MessageIdScenarios {

    static final List<Scenario> ALL = List.of(
            scenario("message-ids/one-message", "MSG-002", MessageIdScenarios::one),
            scenario("message-ids/several-messages", "MSG-003 MSG-008", MessageIdScenarios::several),
            scenario("message-ids/around-tools", "MSG-005 MSG-013", MessageIdScenarios::aroundTools),
            scenario("message-ids/replay", "MSG-006 MSG-007 MSG-009 MSG-010", MessageIdScenarios::replay));

    private MessageIdScenarios() {}

    private static List<String> ids(List<Entry> chunks) {
        return chunks.stream()
                .map(entry -> entry.at("/params/update/messageId").asText(""))
                .toList();
    }

    private static void one(Probe probe) throws InterruptedException {
        Turn turn = probe.talkAfterGreeting().act("chunks 10").need("agent_message_chunk");
        List<String> ids = ids(turn.updates("agent_message_chunk"));
        probe.check("MSG-002", new HashSet<>(ids).size() == 1, "one id on all chunks", ids);
    }

    private static void several(Probe probe) throws InterruptedException {
        Session session = probe.talkAfterGreeting();
        Turn turn = session.act("messages 3").need("agent_message_chunk");
        List<String> ids = ids(turn.updates("agent_message_chunk"));
        Set<String> first = new HashSet<>(ids);
        probe.check("MSG-003", first.size() == 3, "three ids", ids);
        Turn next = session.act("messages 3").need("agent_message_chunk");
        Set<String> second = new HashSet<>(ids(next.updates("agent_message_chunk")));
        second.retainAll(first);
        probe.check("MSG-008", second.isEmpty(), "ids that no earlier message has", second);
    }

    private static void aroundTools(Probe probe) throws InterruptedException {
        Session session = probe.talkAfterGreeting();
        if (probe.has("word:text-tool-text")) {
            Turn turn = session.act("text-tool-text").need("tool_call");
            List<String> ids = ids(turn.updates("agent_message_chunk"));
            probe.check("MSG-005", new HashSet<>(ids).size() == 2, "another id after the tool call", ids);
        }
        if (probe.has("word:split-message")) {
            Turn turn = session.act("split-message").need("tool_call");
            List<String> ids = ids(turn.updates("agent_message_chunk"));
            probe.check("MSG-013", new HashSet<>(ids).size() == 1, "the same id after the tool call", ids);
        }
    }

    private static void replay(Probe probe) throws InterruptedException {
        Session session = probe.talkAfterGreeting();
        Set<String> live = new HashSet<>();
        for (String question : List.of("question one", "question two")) {
            live.addAll(ids(session.prompt(question).need().updates("agent_message_chunk")));
        }
        live.remove("");
        List<Message> first = Message.conversation(Message.replay(probe, session));
        List<Message> users = first.stream().filter(Message::isUser).toList();
        if (users.isEmpty()) {
            probe.open("MSG-006", "no message of the user was replayed");
        } else {
            probe.check(
                    "MSG-006",
                    users.stream().noneMatch(message -> message.id().isEmpty()),
                    "ids on the user's messages",
                    users);
        }
        List<String> ids =
                first.stream().map(Message::id).filter(id -> !id.isEmpty()).toList();
        List<Message> agents = first.stream().filter(Message::isAgent).toList();
        boolean unique = new HashSet<>(ids).size() == ids.size() && agents.size() >= live.size();
        probe.check("MSG-007", unique, "an id of its own on each message", first);
        if (!unique) {
            return;
        }
        Set<String> replayed = agents.stream().map(Message::id).collect(Collectors.toSet());
        probe.check("MSG-009", replayed.containsAll(live), live.toString(), replayed);
        List<Message> second = Message.conversation(Message.replay(probe, session));
        probe.check(
                "MSG-010",
                second.stream()
                        .map(Message::id)
                        .toList()
                        .equals(first.stream().map(Message::id).toList()),
                "the same ids as the first time",
                second);
    }
}
