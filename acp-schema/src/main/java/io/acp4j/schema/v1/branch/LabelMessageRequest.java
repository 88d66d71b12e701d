package io.acp4j.schema.v1.branch;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks the agent to give a message a label, or to take it away.
 *
 * @param sessionId the session
 * @param messageId the message
 * @param label what people are to call it; null takes its label away
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record LabelMessageRequest(
        SessionId sessionId,
        MessageId messageId,
        @Nullable String label,
        @Nullable Meta meta) implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<LabelMessageRequest> CODEC = ObjectCodec.of("LabelMessageRequest", type -> {
        var sessionId = type.required("sessionId", SessionId.CODEC, LabelMessageRequest::sessionId);
        var messageId = type.required("messageId", MessageId.CODEC, LabelMessageRequest::messageId);
        var label = type.optional("label", Codecs.STRING, LabelMessageRequest::label);
        var meta = type.lenient("_meta", Meta.CODEC, LabelMessageRequest::meta);
        return in -> new LabelMessageRequest(in.get(sessionId), in.get(messageId), in.find(label), in.find(meta));
    });

    /** Checks that what is required is there. */
    public LabelMessageRequest {
        Objects.requireNonNull(sessionId, "sessionId");
        Objects.requireNonNull(messageId, "messageId");
    }
}
