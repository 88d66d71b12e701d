package io.acp4j.agent.internal.session;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AgentThoughtChunk;
import io.acp4j.schema.update.AvailableCommandsUpdate;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.SessionInfoUpdate;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.UsageUpdate;
import io.acp4j.schema.update.UserMessageChunk;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Numbers message chunks: chunks of one kind that follow each other are one message.
 *
 * <p>For one thread at a time.
 */
public final class MessageFlow {

    private final Supplier<MessageId> ids;
    private @Nullable Class<? extends ContentChunk> kind;
    private @Nullable MessageId current;

    MessageFlow(Supplier<MessageId> ids) {
        this.ids = ids;
    }

    /** Ends the message that is being sent. */
    void end() {
        kind = null;
        current = null;
    }

    /** Returns the next piece of what the agent says. */
    AgentMessageChunk say(ContentBlock content) {
        return new AgentMessageChunk(content, idFor(AgentMessageChunk.class), null);
    }

    /** Returns the next piece of what the agent thinks. */
    AgentThoughtChunk think(ContentBlock content) {
        return new AgentThoughtChunk(content, idFor(AgentThoughtChunk.class), null);
    }

    /**
     * Returns true if an update describes the session and is not part of its conversation. Such updates are often sent by threads other
     * than the thread of the turn. They must not end the current message.
     */
    public static boolean isOutsideConversation(SessionUpdate update) {
        return update instanceof AvailableCommandsUpdate
                || update instanceof UsageUpdate
                || update instanceof SessionInfoUpdate;
    }

    /** Returns the update to send. A chunk receives an ID. Any other part of the conversation ends the message. */
    SessionUpdate next(SessionUpdate update) {
        if (!(update instanceof ContentChunk chunk)) {
            if (!isOutsideConversation(update)) {
                end();
            }
            return update;
        }
        if (chunk.messageId() != null) {
            kind = chunk.getClass();
            current = chunk.messageId();
            return update;
        }
        MessageId id = idFor(chunk.getClass());
        if (chunk instanceof UserMessageChunk user) {
            return new UserMessageChunk(user.content(), id, user.meta());
        }
        if (chunk instanceof AgentThoughtChunk thought) {
            return new AgentThoughtChunk(thought.content(), id, thought.meta());
        }
        return new AgentMessageChunk(chunk.content(), id, chunk.meta());
    }

    private MessageId idFor(Class<? extends ContentChunk> wanted) {
        MessageId id = current;
        if (id == null || kind != wanted) {
            id = ids.get();
            kind = wanted;
            current = id;
        }
        return id;
    }
}
