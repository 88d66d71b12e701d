package io.acp4j.schema.v1.update;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.v1.content.ContentBlock;
import io.acp4j.schema.v1.content.TextContent;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a message: of the user, of the agent, or of the agent's thoughts.
 *
 * <p>Pieces that carry the same message id belong together, in the order of their arrival. Where agents leave the id
 * out, a message ends when another kind of update comes.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn#message-ids">the specification</a>
 * @since 0.1.0
 */
public sealed interface ContentChunk extends SessionUpdate
        permits UserMessageChunk, AgentMessageChunk, AgentThoughtChunk {

    /**
     * Gives the content.
     *
     * @return one block
     */
    ContentBlock content();

    /**
     * Tells the message.
     *
     * @return its id; null when the agent sent none, or {@code null}
     */
    @Nullable
    MessageId messageId();

    /**
     * Gives extra data.
     *
     * @return the metadata; null when there is none
     */
    @Nullable
    Meta meta();

    /**
     * Gives the content's text.
     *
     * @return the text; empty when the content is of another kind
     */
    default String text() {
        return content() instanceof TextContent text ? text.text() : "";
    }
}
