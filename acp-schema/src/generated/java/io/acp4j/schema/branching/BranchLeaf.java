// Written by build-support/write-types from src/protocol/branching.yaml: change that, not this.
package io.acp4j.schema.branching;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.internal.codec.Counts;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message that no other follows: the end of a branch.
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

    /**
     * Returns a value with what is required.
     *
     * @param messageId its id
     * @param depth how many messages its path has, this one included; a root has 1
     * @param createdAt when it was stored (ISO 8601); for people, as it orders nothing
     * @return the value
     */
    public static BranchLeaf of(MessageId messageId, int depth, String createdAt) {
        return new BranchLeaf(messageId, depth, createdAt, false, null, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param messageId its id
     * @param depth how many messages its path has, this one included; a root has 1
     * @param createdAt when it was stored (ISO 8601); for people, as it orders nothing
     * @return the builder
     */
    public static Builder builder(MessageId messageId, int depth, String createdAt) {
        return new Builder(messageId, depth, createdAt);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(messageId, depth, createdAt);
        copy.active = active;
        copy.label = label;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link BranchLeaf}; used by one thread. */
    public static final class Builder {

        private final MessageId messageId;
        private final int depth;
        private final String createdAt;
        private boolean active = false;
        private @Nullable String label;
        private @Nullable Meta meta;

        private Builder(MessageId messageId, int depth, String createdAt) {
            this.messageId = Objects.requireNonNull(messageId, "messageId");
            this.depth = depth;
            this.createdAt = Objects.requireNonNull(createdAt, "createdAt");
        }

        /**
         * Sets whether the head of the session is on its path.
         *
         * @param active whether the head of the session is on its path
         * @return this
         */
        public Builder active(boolean active) {
            this.active = active;
            return this;
        }

        /**
         * Sets what people call it.
         *
         * @param label what people call it; null when it has no label
         * @return this
         */
        public Builder label(@Nullable String label) {
            this.label = label;
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
         * Returns the value.
         *
         * @return the value
         */
        public BranchLeaf build() {
            return new BranchLeaf(messageId, depth, createdAt, active, label, meta);
        }
    }
}
