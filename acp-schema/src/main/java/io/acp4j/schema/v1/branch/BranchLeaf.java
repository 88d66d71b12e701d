package io.acp4j.schema.v1.branch;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tells of a message that no other follows: the end of a branch.
 *
 * @param messageId its id
 * @param depth how many messages its path has, this one included; a root has 1
 * @param createdAt when it was stored (ISO 8601); for people, as it orders nothing
 * @param active whether the head of the session is on its path
 * @param label what people call it; null when it has no label
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record BranchLeaf(
        MessageId messageId,
        int depth,
        String createdAt,
        boolean active,
        @Nullable String label,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<BranchLeaf> CODEC = ObjectCodec.of("BranchLeaf", type -> {
        var messageId = type.required("messageId", MessageId.CODEC, BranchLeaf::messageId);
        var depth = type.required("depth", Counts.DEPTH, BranchLeaf::depth);
        var createdAt = type.required("createdAt", Codecs.STRING, BranchLeaf::createdAt);
        var active = type.lenient("active", Codecs.BOOLEAN, BranchLeaf::active, false);
        var label = type.lenient("label", Codecs.STRING, BranchLeaf::label);
        var meta = type.lenient("_meta", Meta.CODEC, BranchLeaf::meta);
        return in -> new BranchLeaf(
                in.get(messageId), in.get(depth), in.get(createdAt), in.get(active), in.find(label), in.find(meta));
    });

    /** Checks that what is required is there. */
    public BranchLeaf {
        Objects.requireNonNull(messageId, "messageId");
        Objects.requireNonNull(createdAt, "createdAt");
    }
}
