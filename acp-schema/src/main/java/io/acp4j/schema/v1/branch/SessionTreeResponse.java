package io.acp4j.schema.v1.branch;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives a page of the tree of messages that a session has.
 *
 * @param messages the messages in the order in which they were stored, so that a parent comes before what follows it
 * @param head the message that the next prompt follows; null while that is none
 * @param nextCursor where the next page starts; null when this is the last
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record SessionTreeResponse(
        List<BranchMessage> messages,
        @Nullable MessageId head,
        @Nullable String nextCursor,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionTreeResponse> CODEC = ObjectCodec.of("SessionTreeResponse", type -> {
        var messages = type.requiredList("messages", BranchMessage.CODEC, SessionTreeResponse::messages);
        var head = type.optional("head", MessageId.CODEC, SessionTreeResponse::head);
        var nextCursor = type.lenient("nextCursor", Codecs.STRING, SessionTreeResponse::nextCursor);
        var meta = type.lenient("_meta", Meta.CODEC, SessionTreeResponse::meta);
        return in -> new SessionTreeResponse(in.get(messages), in.find(head), in.find(nextCursor), in.find(meta));
    });

    /** Copies the list. */
    public SessionTreeResponse {
        messages = List.copyOf(messages);
    }
}
