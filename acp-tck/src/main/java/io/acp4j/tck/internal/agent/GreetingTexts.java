package io.acp4j.tck.internal.agent;

import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.wire.Entry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Texts that an agent sends outside any turn, such as a greeting. A client merges such a text with an adjacent message of the agent if
 * neither has an ID. This class removes the known texts from the messages of a session.
 */
final class GreetingTexts {

    private static final String USER = "user: ";

    private static final String AGENT = "agent: ";

    private final Set<String> texts = new LinkedHashSet<>();

    /** Returns the texts of a session before the first request of the client. */
    static GreetingTexts of(Session session) {
        GreetingTexts greeting = new GreetingTexts();
        greeting.learn(session.updatesBeforeRequests(), List.of());
        return greeting;
    }

    /**
     * Adds the texts of updates that do not belong to a turn.
     *
     * @param updates the updates of a session
     * @param turns the messages of its turns as lines
     */
    void learn(List<Entry> updates, List<String> turns) {
        for (Message message : Message.conversation(updates)) {
            if (message.isAgent()) {
                texts.add(rest(message.text(), turns));
            }
        }
        texts.remove("");
    }

    /** Returns the text without the message of a turn at its start or its end; empty if the text is such a message. */
    private static String rest(String text, List<String> turns) {
        for (String turn : turns) {
            String answer = turn.startsWith(AGENT) ? turn.substring(AGENT.length()) : "";
            if (!answer.isEmpty() && text.startsWith(answer)) {
                return text.substring(answer.length());
            } else if (!answer.isEmpty() && text.endsWith(answer)) {
                return text.substring(0, text.length() - answer.length());
            }
        }
        return text;
    }

    /** Returns the messages of a session as lines, without known texts. */
    List<String> removedFrom(List<Entry> updates, List<String> turns) {
        List<String> lines = new ArrayList<>();
        for (Message message : Message.conversation(updates)) {
            String line = Message.texts(List.of(message)).get(0);
            lines.add(message.isAgent() && message.id().isEmpty() ? without(line, turns) : line);
        }
        return lines;
    }

    /**
     * Returns updates without the chunks that an agent adds to a message of the user after its complete text.
     *
     * @param updates the updates of a session
     * @param turns the messages of its turns as lines
     */
    static List<Entry> withoutAdditions(List<Entry> updates, List<String> turns) {
        List<String> prompts = turns.stream()
                .filter(turn -> turn.startsWith(USER))
                .map(turn -> turn.substring(USER.length()))
                .toList();
        Map<String, List<Entry>> messages = new LinkedHashMap<>();
        int unnamed = 0;
        for (Entry entry : updates) {
            if (entry.update().equals("user_message_chunk")) {
                String id = entry.at("/params/update/messageId").asText("");
                messages.computeIfAbsent(id.isEmpty() ? "#" + unnamed : id, key -> new ArrayList<>())
                        .add(entry);
            } else if (entry.update().equals("tool_call") || entry.update().equals("agent_message_chunk")) {
                unnamed++;
            }
        }
        Set<Integer> added = new HashSet<>();
        for (List<Entry> chunks : messages.values()) {
            List<String> texts = chunks.stream()
                    .map(chunk -> chunk.at("/params/update/content/text").asText(""))
                    .toList();
            chunks.stream()
                    .skip(WhiteSpace.withoutAdditions(texts, prompts))
                    .forEach(chunk -> added.add(chunk.index()));
        }
        return updates.stream().filter(entry -> !added.contains(entry.index())).toList();
    }

    private String without(String line, List<String> turns) {
        return turns.contains(line)
                ? line
                : turns.stream()
                        .filter(turn -> turn.startsWith(AGENT)
                                && texts.stream()
                                        .anyMatch(text -> line.equals(turn + text)
                                                || line.equals(AGENT + text + turn.substring(AGENT.length()))))
                        .findFirst()
                        .orElse(line);
    }

    /** Returns whether a text was sent outside any turn. */
    boolean contains(String text) {
        return texts.contains(text);
    }
}
