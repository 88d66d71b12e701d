// Written by build-support/write-types from src/protocol/branching.yaml: change that, not this.
package io.acp4j.schema.branching;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.internal.codec.Counts;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * Reports how much has been removed.
 *
 * @param removed how many messages
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record PruneBranchResponse(int removed, @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<PruneBranchResponse> CODEC = ObjectCodec.of("PruneBranchResponse", type -> {
        var removed = type.required("removed", Counts.COUNT, PruneBranchResponse::removed);
        var meta = type.lenient("_meta", Meta.CODEC, PruneBranchResponse::meta);
        return in -> new PruneBranchResponse(in.get(removed), in.find(meta));
    });

    /**
     * Returns a response with what is required.
     *
     * @param removed how many messages
     * @return the response
     */
    public static PruneBranchResponse of(int removed) {
        return new PruneBranchResponse(removed, null);
    }

    /**
     * Starts a response with what is required.
     *
     * @param removed how many messages
     * @return the builder
     */
    public static Builder builder(int removed) {
        return new Builder(removed);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this response holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(removed);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link PruneBranchResponse}; used by one thread. */
    public static final class Builder {

        private final int removed;
        private @Nullable Meta meta;

        private Builder(int removed) {
            this.removed = removed;
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
        public PruneBranchResponse build() {
            return new PruneBranchResponse(removed, meta);
        }
    }
}
