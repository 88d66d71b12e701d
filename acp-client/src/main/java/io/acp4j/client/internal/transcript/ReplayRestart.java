package io.acp4j.client.internal.transcript;

import io.acp4j.client.internal.conversation.Details;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptChange.Detail;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.UserMessageChunk;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Recognises where the history of a fork begins anew. An agent may send it after the response that makes the fork; when the fork
 * is loaded right away, the replay of the load follows at once, and nothing but its first message says where it begins.
 */
final class ReplayRestart {

    /** The messages that the fork has inherited, without thoughts; all of them, the last ones, or none. */
    private final List<TranscriptMessage> known;

    /** How many messages the fork has inherited; -1 when that is not known. */
    private final int count;

    private @Nullable ContentChunk first;

    /** How many messages have begun, and which of them goes on; null when the last one cannot. */
    private int begun;

    private EntryIndex.@Nullable MessageKey last;
    private long lastLength;

    ReplayRestart(Conversation inherited, int count) {
        this.known = inherited.messages().stream()
                .filter(message -> message.role() != MessageRole.THOUGHT)
                .toList();
        this.count = count;
    }

    /** Takes the next update of the session; true when the history begins anew with it. */
    boolean take(SessionUpdate update) {
        EntryIndex.MessageKey key = update instanceof ContentChunk chunk ? EntryIndex.keyOf(chunk) : null;
        if (!(update instanceof ContentChunk chunk) || key == null || key.role() == MessageRole.THOUGHT) {
            if (last != null && last.id() == null && (Flow.takes(update) || Details.of(update) == Detail.PLAN)) {
                last = null;
            }
            return false;
        }
        if (first == null) {
            first = chunk;
        } else if (repeats(first, chunk, key)) {
            return true;
        }
        if (!key.equals(last)) {
            begun++;
            lastLength = 0;
        }
        last = key;
        lastLength += chunk.text().length();
        return false;
    }

    private boolean repeats(ContentChunk begin, ContentChunk chunk, EntryIndex.MessageKey key) {
        if (!key.equals(EntryIndex.keyOf(begin)) || !saysTheSame(begin, chunk)) {
            return false;
        }
        return (key.id() != null && !key.equals(last)) || isAllTold(chunk);
    }

    /** Returns whether one chunk begins as the other does; histories may be cut into other pieces. */
    private static boolean saysTheSame(ContentChunk begin, ContentChunk chunk) {
        if (begin.text().isBlank() || chunk.text().isBlank()) {
            return begin.content().equals(chunk.content());
        }
        return begin.text().startsWith(chunk.text()) || chunk.text().startsWith(begin.text());
    }

    private boolean isAllTold(ContentChunk chunk) {
        if (count <= 0 || begun < count) {
            return false;
        }
        return known.size() == count
                ? lastLength >= known.get(count - 1).length()
                : chunk.messageId() != null && chunk instanceof UserMessageChunk;
    }
}
