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

/**
 * A message from one session to another is there, or has changed.
 *
 * <p>Both sessions show it, each under an id of its own. What is left out stays as it was. Sent only to clients
 * that advertise {@code subagents}.
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

    /** Checks that what is required is there. */
    public SessionMessage {
        Objects.requireNonNull(messageId, "messageId");
        Objects.requireNonNull(senderSessionId, "senderSessionId");
        Objects.requireNonNull(recipientSessionId, "recipientSessionId");
        Objects.requireNonNull(senderMessageId, "senderMessageId");
        Objects.requireNonNull(recipientMessageId, "recipientMessageId");
        Objects.requireNonNull(content, "content");
        Objects.requireNonNull(meta, "meta");
        if (content instanceof Patch.Value<List<ContentBlock>> blocks) {
            content = Patch.of(List.copyOf(blocks.value()));
        }
    }

    /**
     * Makes a message with its ends and content.
     *
     * @param messageId the message in this session
     * @param sender the session that sent it
     * @param recipient the session that it is for
     * @param content what it says; empty when that follows in chunks
     * @return the message
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
}
