package io.acp4j.client.internal.transcript;

import io.acp4j.client.transcript.MessageRole;
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

/** What an update says of a message as a whole, of the user or of the agent. */
record WholeMessage(MessageRole role, MessageId id, Patch<List<ContentBlock>> content, Patch<Meta> meta) {

    /** Reads an update; null when it is about something else, or about a piece. */
    static @Nullable WholeMessage of(SessionUpdate update) {
        if (update instanceof UserMessage said) {
            return new WholeMessage(MessageRole.USER, said.messageId(), said.content(), said.meta());
        }
        if (update instanceof AgentMessage said) {
            return new WholeMessage(MessageRole.AGENT, said.messageId(), said.content(), said.meta());
        }
        return update instanceof AgentThought said
                ? new WholeMessage(MessageRole.THOUGHT, said.messageId(), said.content(), said.meta())
                : null;
    }
}
