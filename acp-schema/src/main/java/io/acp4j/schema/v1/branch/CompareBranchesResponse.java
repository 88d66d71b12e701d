package io.acp4j.schema.v1.branch;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells where two branches part, and what each has of its own.
 *
 * @param left what only the first branch has, the message nearest to the root first
 * @param right what only the second branch has, the message nearest to the root first
 * @param common the last message that both have; null when they have none in common
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record CompareBranchesResponse(
        List<BranchMessage> left,
        List<BranchMessage> right,
        @Nullable MessageId common,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<CompareBranchesResponse> CODEC = ObjectCodec.of("CompareBranchesResponse", type -> {
        var left = type.requiredList("left", BranchMessage.CODEC, CompareBranchesResponse::left);
        var right = type.requiredList("right", BranchMessage.CODEC, CompareBranchesResponse::right);
        var common = type.optional("common", MessageId.CODEC, CompareBranchesResponse::common);
        var meta = type.lenient("_meta", Meta.CODEC, CompareBranchesResponse::meta);
        return in -> new CompareBranchesResponse(in.get(left), in.get(right), in.find(common), in.find(meta));
    });

    /** Copies the lists. */
    public CompareBranchesResponse {
        left = List.copyOf(left);
        right = List.copyOf(right);
    }
}
