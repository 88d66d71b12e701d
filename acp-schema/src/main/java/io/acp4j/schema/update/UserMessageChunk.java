package io.acp4j.schema.update;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A piece of what the user said: sent when a conversation is replayed.
 *
 * @param content the piece
 * @param messageId the message that it belongs to; null when the agent keeps no ids
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn#message-ids">the specification</a>
 * @since 0.1.0
 */
public record UserMessageChunk(
        ContentBlock content,
        @Nullable MessageId messageId,
        @Nullable Meta meta) implements ContentChunk {

    /** Reads and writes the object, without the discriminator that {@link SessionUpdate#CODEC} adds. */
    public static final ObjectCodec<UserMessageChunk> CODEC = ObjectCodec.of("ContentChunk", type -> {
        var content = type.required("content", ContentBlock.CODEC, UserMessageChunk::content);
        var messageId = type.isV2()
                ? type.requiredOnWire("messageId", MessageId.CODEC, UserMessageChunk::messageId)
                : type.lenient("messageId", MessageId.CODEC, UserMessageChunk::messageId);
        var meta = type.lenient("_meta", Meta.CODEC, UserMessageChunk::meta);
        return in -> new UserMessageChunk(in.get(content), in.find(messageId), in.find(meta));
    });

    /** Checks that what is required is there. */
    public UserMessageChunk {
        Objects.requireNonNull(content, "content");
    }

    /**
     * Makes a piece of plain text or Markdown.
     *
     * @param messageId the message that it belongs to; null for none
     * @param text the text
     * @return the piece
     */
    public static UserMessageChunk text(@Nullable MessageId messageId, String text) {
        return new UserMessageChunk(TextContent.of(text), messageId, null);
    }
}
