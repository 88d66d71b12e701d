package io.acp4j.tck.internal.probe;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.wire.Entry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The messages that updates of version 2 make up: chunks append, upserts replace or clear. Each is told by its kind and its id.
 *
 * @param all in the order in which they were first seen
 */
public record Messages(List<Message> all) {

    private static final String CHUNK = "_chunk";
    private static final List<String> KINDS = List.of("user_message", "agent_message", "agent_thought");

    /**
     * One message.
     *
     * @param kind {@code user_message}, {@code agent_message} or {@code agent_thought}
     * @param id its id
     * @param content its blocks
     */
    public record Message(String kind, String id, List<JsonNode> content) {

        /** Returns all its text. */
        public String text() {
            return content.stream().map(block -> block.path("text").asText("")).collect(Collectors.joining());
        }

        @Override
        public String toString() {
            return kind + " " + text();
        }
    }

    /** Reads the messages of the given kinds, all when none is given. */
    public static Messages of(List<Entry> updates, String... kinds) {
        List<String> wanted = kinds.length == 0 ? KINDS : List.of(kinds);
        Map<List<String>, Message> messages = new LinkedHashMap<>();
        for (Entry entry : updates) {
            String update = entry.update();
            boolean chunk = update.endsWith(CHUNK);
            String kind = chunk ? update.substring(0, update.length() - CHUNK.length()) : update;
            if (!wanted.contains(kind)) {
                continue;
            }
            String id = entry.at("/params/update/messageId").asText("");
            Message message =
                    messages.computeIfAbsent(List.of(kind, id), key -> new Message(kind, id, new ArrayList<>()));
            JsonNode content = entry.at("/params/update/content");
            if (chunk) {
                message.content().add(content);
            } else if (content.isArray() || content.isNull()) {
                message.content().clear();
                content.forEach(message.content()::add);
            }
        }
        return new Messages(List.copyOf(messages.values()));
    }

    /** Returns the text of all messages, glued together. */
    public String text() {
        return all.stream().map(Message::text).collect(Collectors.joining());
    }

    /** Returns each message as its kind and its text. */
    public List<String> lines() {
        return all.stream().map(Message::toString).toList();
    }

    /** Returns the ids, in order. */
    public List<String> ids() {
        return all.stream().map(Message::id).toList();
    }
}
