// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.Patch;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A whole message of the agent, or what has changed about it; pieces of it may come as chunks.
 *
 * <p>What is left out stays as it was; what is set takes the place of all content so far, chunks included.
 *
 * @param messageId names the message among those of its kind in the session
 * @param content all content, as a whole
 * @param meta extra data; a patch of its own by name
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/prompt-lifecycle">the specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record AgentMessage(MessageId messageId, Patch<List<ContentBlock>> content, Patch<Meta> meta)
        implements SessionUpdate {

    /** Reads and writes the object, without the discriminator that {@link SessionUpdate#CODEC} adds. */
    public static final ObjectCodec<AgentMessage> CODEC = ObjectCodec.of("AgentMessage", type -> {
        var messageId = type.required("messageId", MessageId.CODEC, AgentMessage::messageId);
        var content = type.patch("content", Codecs.lenientListOf(ContentBlock.CODEC), AgentMessage::content);
        var meta = type.patch("_meta", Meta.CODEC, AgentMessage::meta);
        return in -> new AgentMessage(in.get(messageId), in.get(content), in.get(meta));
    });

    /** Checks that what is required is there and copies the collections. */
    public AgentMessage {
        Objects.requireNonNull(messageId, "messageId");
        Objects.requireNonNull(content, "content");
        Objects.requireNonNull(meta, "meta");
        if (content instanceof Patch.Value<List<ContentBlock>> list) {
            content = Patch.of(List.copyOf(list.value()));
        }
    }

    /**
     * Returns a value with what is required.
     *
     * @param messageId names the message among those of its kind in the session
     * @return the value
     */
    public static AgentMessage of(MessageId messageId) {
        return new AgentMessage(messageId, Patch.unchanged(), Patch.unchanged());
    }

    /**
     * Starts a value with what is required.
     *
     * @param messageId names the message among those of its kind in the session
     * @return the builder
     */
    public static Builder builder(MessageId messageId) {
        return new Builder(messageId);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(messageId);
        copy.content = content;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link AgentMessage}; used by one thread. */
    public static final class Builder {

        private final MessageId messageId;
        private Patch<List<ContentBlock>> content = Patch.unchanged();
        private Patch<Meta> meta = Patch.unchanged();

        private Builder(MessageId messageId) {
            this.messageId = Objects.requireNonNull(messageId, "messageId");
        }

        /**
         * Sets all content, as a whole.
         *
         * @param content the new value; null leaves it as it is
         * @return this
         */
        public Builder content(@Nullable List<ContentBlock> content) {
            return content(Patch.ofNullable(content));
        }

        /**
         * Sets all content, as a whole.
         *
         * @param content all content, as a whole
         * @return this
         */
        public Builder content(Patch<List<ContentBlock>> content) {
            this.content = Objects.requireNonNull(content, "content");
            return this;
        }

        /**
         * Sets extra data.
         *
         * @param meta the new value; null leaves it as it is
         * @return this
         */
        public Builder meta(@Nullable Meta meta) {
            return meta(Patch.ofNullable(meta));
        }

        /**
         * Sets extra data.
         *
         * @param meta extra data; a patch of its own by name
         * @return this
         */
        public Builder meta(Patch<Meta> meta) {
            this.meta = Objects.requireNonNull(meta, "meta");
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public AgentMessage build() {
            return new AgentMessage(messageId, content, meta);
        }
    }
}
