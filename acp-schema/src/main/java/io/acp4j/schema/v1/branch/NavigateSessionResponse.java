package io.acp4j.schema.v1.branch;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * Tells from where the session goes on.
 *
 * @param head the message that the next prompt follows; null when that is none
 * @param text the text of the message of the user that was asked for, for the editor; null when it was no such message
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record NavigateSessionResponse(
        @Nullable MessageId head,
        @Nullable String text,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<NavigateSessionResponse> CODEC = ObjectCodec.of("NavigateSessionResponse", type -> {
        var head = type.optional("head", MessageId.CODEC, NavigateSessionResponse::head);
        var text = type.lenient("text", Codecs.STRING, NavigateSessionResponse::text);
        var meta = type.lenient("_meta", Meta.CODEC, NavigateSessionResponse::meta);
        return in -> new NavigateSessionResponse(in.find(head), in.find(text), in.find(meta));
    });
}
