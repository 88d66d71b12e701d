package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.update.AgentMessage;
import io.acp4j.schema.update.AgentThought;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.UserMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message as a whole, or what has changed about one.
 *
 * @param kind whose message it is
 * @param id its id
 * @param content what becomes of its content
 * @param meta what becomes of its extra data
 */
record MessageUpsert(NodeKind kind, MessageId id, Patch<List<ContentBlock>> content, Patch<Meta> meta) {

    /** Returns what an update says of a message as a whole; null when it is about something else. */
    static @Nullable MessageUpsert of(SessionUpdate update) {
        if (update instanceof AgentMessage message) {
            return new MessageUpsert(NodeKind.AGENT, message.messageId(), message.content(), message.meta());
        }
        if (update instanceof AgentThought thought) {
            return new MessageUpsert(NodeKind.THOUGHT, thought.messageId(), thought.content(), thought.meta());
        }
        return update instanceof UserMessage message
                ? new MessageUpsert(NodeKind.USER, message.messageId(), message.content(), message.meta())
                : null;
    }
}
