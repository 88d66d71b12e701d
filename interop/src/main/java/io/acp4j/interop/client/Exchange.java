package io.acp4j.interop.client;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.UserMessageChunk;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What came of one prompt.
 *
 * @param updates all updates that had been handled when the prompt returned
 * @param stopReason why the turn ended
 */
record Exchange(List<SessionUpdate> updates, StopReason stopReason) {

    /**
     * A message put together from its chunks.
     *
     * @param kind the class of its chunks
     * @param id its id; null when its chunks had none
     * @param chunks their texts; empty for what is no text
     */
    record Message(Class<?> kind, @Nullable MessageId id, List<String> chunks) {

        String text() {
            return String.join("", chunks);
        }
    }

    private record Key(Class<?> kind, @Nullable MessageId id) {}

    /** Groups chunks by kind and id, in the order of their first chunks. */
    static List<Message> messages(List<SessionUpdate> updates) {
        Map<Key, List<String>> messages = new LinkedHashMap<>();
        for (SessionUpdate update : updates) {
            if (update instanceof ContentChunk chunk) {
                messages.computeIfAbsent(new Key(chunk.getClass(), chunk.messageId()), key -> new ArrayList<>())
                        .add(text(chunk));
            }
        }
        return messages.entrySet().stream()
                .map(entry -> new Message(entry.getKey().kind(), entry.getKey().id(), entry.getValue()))
                .toList();
    }

    /** Returns what a message says, whatever its cut: this is what a replay must repeat. */
    static List<String> contents(List<SessionUpdate> updates) {
        return messages(updates).stream()
                .map(message -> message.kind().getSimpleName() + " " + message.id() + " " + message.text())
                .toList();
    }

    static String text(ContentChunk chunk) {
        return chunk.content() instanceof TextContent text ? text.text() : "";
    }

    List<Message> messages() {
        return messages(updates);
    }

    List<Message> messages(Class<? extends ContentChunk> kind) {
        return messages().stream().filter(message -> message.kind() == kind).toList();
    }

    /** The updates that are not the echo of the prompt. */
    List<SessionUpdate> answer() {
        return updates.stream()
                .filter(update -> !(update instanceof UserMessageChunk))
                .toList();
    }

    <T extends SessionUpdate> List<T> of(Class<T> kind) {
        return updates.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** The text of all messages of the agent. */
    String text() {
        return messages(AgentMessageChunk.class).stream().map(Message::text).collect(Collectors.joining("\n"));
    }
}
