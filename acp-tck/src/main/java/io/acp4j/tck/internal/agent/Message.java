package io.acp4j.tck.internal.agent;

import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.wire.Entry;
import io.acp4j.tck.internal.wire.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A message as a client assembles it from chunks.
 *
 * @param kind the kind of its updates
 * @param id its id; empty when it has none
 * @param text its text
 */
record Message(String kind, String id, String text) {

    boolean isUser() {
        return kind.equals("user_message_chunk");
    }

    boolean isAgent() {
        return kind.equals("agent_message_chunk");
    }

    /**
     * Assembles messages. A chunk with an ID belongs to the message with that ID. A chunk without an ID belongs to the message before it.
     * Only a tool call or a chunk of another kind ends a message without an ID. Other updates, such as commands, usage or modes, do not:
     * another thread may send them during the turn, and a replay need not contain them.
     */
    static List<Message> assemble(List<Entry> updates) {
        Map<String, Message> byKey = new LinkedHashMap<>();
        int unnamed = 0;
        String last = "";
        for (Entry entry : updates) {
            String kind = entry.update();
            if (!kind.endsWith("_chunk")) {
                last = kind.equals("tool_call") ? "" : last;
                continue;
            }
            String id = entry.at("/params/update/messageId").asText("");
            id = entry.at("/params/update/messageId").isTextual() ? id : "";
            String key = kind + " " + id;
            if (id.isEmpty()) {
                unnamed += last.equals(kind) ? 0 : 1;
                key = kind + " #" + unnamed;
                last = kind;
            } else {
                last = "";
            }
            String text = entry.at("/params/update/content/text").asText("");
            Message known = byKey.get(key);
            byKey.put(key, new Message(kind, id, known == null ? text : known.text + text));
        }
        return new ArrayList<>(byKey.values());
    }

    /** Returns the messages of users and agents. Thoughts are left out first and do not divide a message, as a replay may omit them. */
    static List<Message> conversation(List<Entry> updates) {
        List<Entry> said = updates.stream()
                .filter(entry -> !entry.update().equals("agent_thought_chunk"))
                .toList();
        return assemble(said).stream()
                .filter(message -> message.isUser() || message.isAgent())
                .toList();
    }

    static List<String> texts(List<Message> messages) {
        return messages.stream()
                .map(message -> (message.isUser() ? "user: " : "agent: ") + message.text())
                .toList();
    }

    /** Loads a session and gives what was replayed before the response. */
    static List<Entry> replay(Probe probe, Session session) throws InterruptedException {
        Reload reload = Reload.replay(probe, session);
        reload.reply().need("session/load");
        return reload.before();
    }

    /**
     * Asks a session what it remembers, as lines that begin with {@code user:} or {@code agent:}. The question becomes part of the
     * conversation.
     */
    static List<String> history(Session session) throws InterruptedException {
        String said = session.act("history").needWords().said();
        List<String> lines = new ArrayList<>();
        try {
            Json.parse(said)
                    .forEach(each -> lines.add(each.path("role").asText() + ": "
                            + each.path("text").asText()));
        } catch (IllegalArgumentException e) {
            throw new NotTestable("`tck: history` got something else than JSON");
        }
        return lines;
    }
}
