package io.acp4j.cli.demo;

import io.acp4j.client.ClientSession;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.UserMessageChunk;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The messages of a session that its client has received. Chunks with the same message ID form a message. */
final class Transcript {

    /** A message. */
    record Entry(MessageId id, String speaker, String text) {}

    private final Map<MessageId, Entry> entries = new LinkedHashMap<>();

    /** Adds an update. The client calls this listener of a session in wire order. */
    synchronized void take(ClientSession session, SessionUpdate update) {
        if (update instanceof ContentChunk chunk
                && chunk.messageId() != null
                && chunk.content() instanceof TextContent text) {
            String speaker = chunk instanceof UserMessageChunk ? "you" : "agent";
            entries.merge(
                    chunk.messageId(),
                    new Entry(chunk.messageId(), speaker, text.text()),
                    (before, more) -> new Entry(before.id, before.speaker, before.text + more.text));
        }
    }

    /** Returns the transcript of a fork: the messages up to and including the given one. */
    synchronized Transcript upTo(MessageId last) {
        Transcript fork = new Transcript();
        for (Entry entry : entries.values()) {
            fork.entries.put(entry.id, entry);
            if (entry.id.equals(last)) {
                return fork;
            }
        }
        throw new IllegalArgumentException("no such message here");
    }

    synchronized List<Entry> entries() {
        return new ArrayList<>(entries.values());
    }
}
