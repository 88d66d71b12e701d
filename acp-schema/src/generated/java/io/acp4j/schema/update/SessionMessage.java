// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.Patch;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message from one session to another is there, or has changed.
 *
 * <p>Both sessions show it, each under an id of its own. What is left out stays as it was. Sent only to clients that
 * advertise {@code subagents}.
 *
 * @param messageId the message in this session
 * @param senderSessionId the session that sent it
 * @param recipientSessionId the session that it is for
 * @param senderMessageId where it came in: the same message in the session that sent it
 * @param recipientMessageId where it went out: the same message in the session that it is for
 * @param content what it says, as a whole; an empty list and a cleared one mean the same
 * @param meta extra data
 * @see <a href="https://agentclientprotocol.com/rfds/subagents">the specification</a>
 * @since 0.1.0
 */
@Unstable("subagents")
public record SessionMessage(
        MessageId messageId,
        Patch<SessionId> senderSessionId,
        Patch<SessionId> recipientSessionId,
        Patch<MessageId> senderMessageId,
        Patch<MessageId> recipientMessageId,
        Patch<List<ContentBlock>> content,
        Patch<Meta> meta)
        implements SessionUpdate {

    /** Reads and writes the object, without the discriminator that {@link SessionUpdate#CODEC} adds. */
    public static final ObjectCodec<SessionMessage> CODEC = ObjectCodec.of("SessionMessage", type -> {
        var messageId = type.required("messageId", MessageId.CODEC, SessionMessage::messageId);
        var senderSessionId = type.patch("senderSessionId", SessionId.CODEC, SessionMessage::senderSessionId);
        var recipientSessionId = type.patch("recipientSessionId", SessionId.CODEC, SessionMessage::recipientSessionId);
        var senderMessageId = type.patch("senderMessageId", MessageId.CODEC, SessionMessage::senderMessageId);
        var recipientMessageId = type.patch("recipientMessageId", MessageId.CODEC, SessionMessage::recipientMessageId);
        var content = type.patch("content", Codecs.lenientListOf(ContentBlock.CODEC), SessionMessage::content);
        var meta = type.patch("_meta", Meta.CODEC, SessionMessage::meta);
        return in -> new SessionMessage(
                in.get(messageId),
                in.get(senderSessionId),
                in.get(recipientSessionId),
                in.get(senderMessageId),
                in.get(recipientMessageId),
                in.get(content),
                in.get(meta));
    });

    /** Checks that what is required is there and copies the collections. */
    public SessionMessage {
        Objects.requireNonNull(messageId, "messageId");
        Objects.requireNonNull(senderSessionId, "senderSessionId");
        Objects.requireNonNull(recipientSessionId, "recipientSessionId");
        Objects.requireNonNull(senderMessageId, "senderMessageId");
        Objects.requireNonNull(recipientMessageId, "recipientMessageId");
        Objects.requireNonNull(content, "content");
        Objects.requireNonNull(meta, "meta");
        if (content instanceof Patch.Value<List<ContentBlock>> list) {
            content = Patch.of(List.copyOf(list.value()));
        }
    }

    /**
     * Returns a value with what is required.
     *
     * @param messageId the message in this session
     * @return the value
     */
    public static SessionMessage of(MessageId messageId) {
        return new SessionMessage(
                messageId,
                Patch.unchanged(),
                Patch.unchanged(),
                Patch.unchanged(),
                Patch.unchanged(),
                Patch.unchanged(),
                Patch.unchanged());
    }

    /**
     * Returns a message with its ends and content.
     *
     * @param messageId the message in this session
     * @param sender the session that sent it
     * @param recipient the session that it is for
     * @param content what it says; empty when that follows in chunks
     * @return the value
     */
    public static SessionMessage of(
            MessageId messageId, SessionId sender, SessionId recipient, List<ContentBlock> content) {
        return new SessionMessage(
                messageId,
                Patch.of(sender),
                Patch.of(recipient),
                Patch.unchanged(),
                Patch.unchanged(),
                content.isEmpty() ? Patch.unchanged() : Patch.of(content),
                Patch.unchanged());
    }

    /**
     * Starts a value with what is required.
     *
     * @param messageId the message in this session
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
        copy.senderSessionId = senderSessionId;
        copy.recipientSessionId = recipientSessionId;
        copy.senderMessageId = senderMessageId;
        copy.recipientMessageId = recipientMessageId;
        copy.content = content;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link SessionMessage}; used by one thread. */
    public static final class Builder {

        private final MessageId messageId;
        private Patch<SessionId> senderSessionId = Patch.unchanged();
        private Patch<SessionId> recipientSessionId = Patch.unchanged();
        private Patch<MessageId> senderMessageId = Patch.unchanged();
        private Patch<MessageId> recipientMessageId = Patch.unchanged();
        private Patch<List<ContentBlock>> content = Patch.unchanged();
        private Patch<Meta> meta = Patch.unchanged();

        private Builder(MessageId messageId) {
            this.messageId = Objects.requireNonNull(messageId, "messageId");
        }

        /**
         * Sets the session that sent it.
         *
         * @param senderSessionId the new value; null leaves it as it is
         * @return this
         */
        public Builder senderSessionId(@Nullable SessionId senderSessionId) {
            return senderSessionId(Patch.ofNullable(senderSessionId));
        }

        /**
         * Sets the session that sent it.
         *
         * @param senderSessionId the session that sent it
         * @return this
         */
        public Builder senderSessionId(Patch<SessionId> senderSessionId) {
            this.senderSessionId = Objects.requireNonNull(senderSessionId, "senderSessionId");
            return this;
        }

        /**
         * Sets the session that it is for.
         *
         * @param recipientSessionId the new value; null leaves it as it is
         * @return this
         */
        public Builder recipientSessionId(@Nullable SessionId recipientSessionId) {
            return recipientSessionId(Patch.ofNullable(recipientSessionId));
        }

        /**
         * Sets the session that it is for.
         *
         * @param recipientSessionId the session that it is for
         * @return this
         */
        public Builder recipientSessionId(Patch<SessionId> recipientSessionId) {
            this.recipientSessionId = Objects.requireNonNull(recipientSessionId, "recipientSessionId");
            return this;
        }

        /**
         * Sets where it came in: the same message in the session that sent it.
         *
         * @param senderMessageId the new value; null leaves it as it is
         * @return this
         */
        public Builder senderMessageId(@Nullable MessageId senderMessageId) {
            return senderMessageId(Patch.ofNullable(senderMessageId));
        }

        /**
         * Sets where it came in: the same message in the session that sent it.
         *
         * @param senderMessageId where it came in: the same message in the session that sent it
         * @return this
         */
        public Builder senderMessageId(Patch<MessageId> senderMessageId) {
            this.senderMessageId = Objects.requireNonNull(senderMessageId, "senderMessageId");
            return this;
        }

        /**
         * Sets where it went out: the same message in the session that it is for.
         *
         * @param recipientMessageId the new value; null leaves it as it is
         * @return this
         */
        public Builder recipientMessageId(@Nullable MessageId recipientMessageId) {
            return recipientMessageId(Patch.ofNullable(recipientMessageId));
        }

        /**
         * Sets where it went out: the same message in the session that it is for.
         *
         * @param recipientMessageId where it went out: the same message in the session that it is for
         * @return this
         */
        public Builder recipientMessageId(Patch<MessageId> recipientMessageId) {
            this.recipientMessageId = Objects.requireNonNull(recipientMessageId, "recipientMessageId");
            return this;
        }

        /**
         * Sets what it says, as a whole.
         *
         * @param content the new value; null leaves it as it is
         * @return this
         */
        public Builder content(@Nullable List<ContentBlock> content) {
            return content(Patch.ofNullable(content));
        }

        /**
         * Sets what it says, as a whole.
         *
         * @param content what it says, as a whole; an empty list and a cleared one mean the same
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
         * @param meta extra data
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
        public SessionMessage build() {
            return new SessionMessage(
                    messageId, senderSessionId, recipientSessionId, senderMessageId, recipientMessageId, content, meta);
        }
    }
}
