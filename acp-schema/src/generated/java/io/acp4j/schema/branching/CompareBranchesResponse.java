// Written by build-support/write-types from src/protocol/branching.yaml: change that, not this.
package io.acp4j.schema.branching;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reports where two branches part, and what each has of its own.
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

    /** Copies the collections. */
    public CompareBranchesResponse {
        left = List.copyOf(left);
        right = List.copyOf(right);
    }

    /**
     * Returns a response with what is required.
     *
     * @param left what only the first branch has, the message nearest to the root first
     * @param right what only the second branch has, the message nearest to the root first
     * @return the response
     */
    public static CompareBranchesResponse of(List<BranchMessage> left, List<BranchMessage> right) {
        return new CompareBranchesResponse(left, right, null, null);
    }

    /**
     * Starts a response with what is required.
     *
     * @param left what only the first branch has, the message nearest to the root first
     * @param right what only the second branch has, the message nearest to the root first
     * @return the builder
     */
    public static Builder builder(List<BranchMessage> left, List<BranchMessage> right) {
        return new Builder(left, right);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this response holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(left, right);
        copy.common = common;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link CompareBranchesResponse}; used by one thread. */
    public static final class Builder {

        private final List<BranchMessage> left;
        private final List<BranchMessage> right;
        private @Nullable MessageId common;
        private @Nullable Meta meta;

        private Builder(List<BranchMessage> left, List<BranchMessage> right) {
            this.left = Objects.requireNonNull(left, "left");
            this.right = Objects.requireNonNull(right, "right");
        }

        /**
         * Sets the last message that both have.
         *
         * @param common the last message that both have; null when they have none in common
         * @return this
         */
        public Builder common(@Nullable MessageId common) {
            this.common = common;
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
        public CompareBranchesResponse build() {
            return new CompareBranchesResponse(left, right, common, meta);
        }
    }
}
