// Written by build-support/write-types from src/protocol/branching.yaml: change that, not this.
package io.acp4j.schema.branching;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Returns a page of the branches that a session has.
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

    /** Copies the collections. */
    public SessionBranchesResponse {
        leaves = List.copyOf(leaves);
    }

    /**
     * Returns a response with what is required.
     *
     * @param leaves the ends of the branches, in the order in which they were stored
     * @return the response
     */
    public static SessionBranchesResponse of(List<BranchLeaf> leaves) {
        return new SessionBranchesResponse(leaves, null, null);
    }

    /**
     * Starts a response with what is required.
     *
     * @param leaves the ends of the branches, in the order in which they were stored
     * @return the builder
     */
    public static Builder builder(List<BranchLeaf> leaves) {
        return new Builder(leaves);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this response holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(leaves);
        copy.nextCursor = nextCursor;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link SessionBranchesResponse}; used by one thread. */
    public static final class Builder {

        private final List<BranchLeaf> leaves;
        private @Nullable String nextCursor;
        private @Nullable Meta meta;

        private Builder(List<BranchLeaf> leaves) {
            this.leaves = Objects.requireNonNull(leaves, "leaves");
        }

        /**
         * Sets where the next page starts.
         *
         * @param nextCursor where the next page starts; null when this is the last
         * @return this
         */
        public Builder nextCursor(@Nullable String nextCursor) {
            this.nextCursor = nextCursor;
            return this;
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
         * Returns the response.
         *
         * @return the response
         */
        public SessionBranchesResponse build() {
            return new SessionBranchesResponse(leaves, nextCursor, meta);
        }
    }
}
