package io.acp4j.schema.v1.branch;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives a page of the branches that a session has.
 *
 * @param leaves the ends of the branches, in the order in which they were stored
 * @param nextCursor where the next page starts; null when this is the last
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record SessionBranchesResponse(
        List<BranchLeaf> leaves,
        @Nullable String nextCursor,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionBranchesResponse> CODEC = ObjectCodec.of("SessionBranchesResponse", type -> {
        var leaves = type.requiredList("leaves", BranchLeaf.CODEC, SessionBranchesResponse::leaves);
        var nextCursor = type.lenient("nextCursor", Codecs.STRING, SessionBranchesResponse::nextCursor);
        var meta = type.lenient("_meta", Meta.CODEC, SessionBranchesResponse::meta);
        return in -> new SessionBranchesResponse(in.get(leaves), in.find(nextCursor), in.find(meta));
    });

    /** Copies the list. */
    public SessionBranchesResponse {
        leaves = List.copyOf(leaves);
    }
}
