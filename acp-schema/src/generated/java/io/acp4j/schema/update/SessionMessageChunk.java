// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One more block of a message from one session to another.
 *
 * <p>Sent only to clients that advertise {@code subagents}.
 *
 * @param messageId the message in this session
 * @param content the block to append
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/subagents">the specification</a>
 * @since 0.1.0
 */
@Unstable("subagents")
public record SessionMessageChunk(
        MessageId messageId, ContentBlock content, @Nullable Meta meta) implements SessionUpdate {

    /** Reads and writes the object, without the discriminator that {@link SessionUpdate#CODEC} adds. */
    public static final ObjectCodec<SessionMessageChunk> CODEC = ObjectCodec.of("SessionMessageChunk", type -> {
        var messageId = type.required("messageId", MessageId.CODEC, SessionMessageChunk::messageId);
        var content = type.required("content", ContentBlock.CODEC, SessionMessageChunk::content);
        var meta = type.lenient("_meta", Meta.CODEC, SessionMessageChunk::meta);
        return in -> new SessionMessageChunk(in.get(messageId), in.get(content), in.find(meta));
    });

    /** Checks that what is required is there. */
    public SessionMessageChunk {
        Objects.requireNonNull(messageId, "messageId");
        Objects.requireNonNull(content, "content");
    }

    /**
     * Returns a value with what is required.
     *
     * @param messageId the message in this session
     * @param content the block to append
     * @return the value
     */
    public static SessionMessageChunk of(MessageId messageId, ContentBlock content) {
        return new SessionMessageChunk(messageId, content, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param messageId the message in this session
     * @param content the block to append
     * @return the builder
     */
    public static Builder builder(MessageId messageId, ContentBlock content) {
        return new Builder(messageId, content);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(messageId, content);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link SessionMessageChunk}; used by one thread. */
    public static final class Builder {

        private final MessageId messageId;
        private final ContentBlock content;
        private @Nullable Meta meta;

        private Builder(MessageId messageId, ContentBlock content) {
            this.messageId = Objects.requireNonNull(messageId, "messageId");
            this.content = Objects.requireNonNull(content, "content");
        }

        /**
         * Sets extra data.
         *
         * @param meta extra data; null when there is none
         * @return this
         */
        public Builder meta(@Nullable Meta meta) {
            this.meta = meta;
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public SessionMessageChunk build() {
            return new SessionMessageChunk(messageId, content, meta);
        }
    }
}
