package io.acp4j.client.internal.v2;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.update.IdleStateUpdate;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.UserMessage;
import io.acp4j.schema.update.UserMessageChunk;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The messages of the user that came while the response to a prompt is awaited, since any of them may be that prompt, and what ended
 * the work that they belong to. Guarded by the lock of its owner.
 */
final class Echoes {

    /** How many are kept; the oldest go first. */
    private static final int MAX = 1024;

    private final Map<MessageId, Optional<IdleStateUpdate>> seen = new LinkedHashMap<>();

    /** Whether the agent sends messages of the user back, as it should. */
    private boolean sentBack;

    /** Returns which message of the user an update is of; null when it is of none. */
    static @Nullable MessageId messageOf(SessionUpdate update) {
        if (update instanceof UserMessage message) {
            return message.messageId();
        }
        return update instanceof UserMessageChunk chunk ? chunk.messageId() : null;
    }

    /** Notes a message of the user; only that there are such while no response is awaited. */
    void note(MessageId id, boolean awaited) {
        sentBack = true;
        if (awaited && seen.putIfAbsent(id, Optional.empty()) == null && seen.size() > MAX) {
            seen.remove(seen.keySet().iterator().next());
        }
    }

    boolean isSentBack() {
        return sentBack;
    }

    /** Notes the end of the work that all of them belong to; none is kept when no response is awaited any more. */
    void end(IdleStateUpdate idle, boolean awaited) {
        if (awaited) {
            seen.replaceAll((id, ended) -> ended.isPresent() ? ended : Optional.of(idle));
        } else {
            seen.clear();
        }
    }

    /** Returns what ended the work that a message belongs to; null when that has not ended or the message has not come. */
    @Nullable
    IdleStateUpdate take(MessageId id) {
        Optional<IdleStateUpdate> ended = seen.remove(id);
        return ended == null ? null : ended.orElse(null);
    }
}
