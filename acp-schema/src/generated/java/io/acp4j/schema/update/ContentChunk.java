// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a message: of the user, of the agent, or of the agent's thoughts.
 *
 * <p>Pieces that carry the same message id belong together, in the order of their arrival. Where agents leave the id
 * out, a message ends with another kind of message, a tool call, a plan, or its turn.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn#message-ids">the specification</a>
 * @since 0.1.0
 */
public sealed interface ContentChunk extends SessionUpdate
        permits AgentMessageChunk, AgentThoughtChunk, UserMessageChunk {

    /**
     * Returns the content; one block.
     *
     * @return the content; one block
     */
    ContentBlock content();

    /**
     * Returns the id of the message; null when the agent sent none, or {@code null}.
     *
     * @return the id of the message; null when the agent sent none, or {@code null}
     */
    @Nullable
    MessageId messageId();

    /**
     * Returns extra data; null when there is none.
     *
     * @return extra data; null when there is none
     */
    @Nullable
    Meta meta();

    /**
     * Returns the content's text; empty when the content is of another kind.
     *
     * @return the content's text; empty when the content is of another kind
     */
    default String text() {
        return content() instanceof TextContent text ? text.text() : "";
    }
}
