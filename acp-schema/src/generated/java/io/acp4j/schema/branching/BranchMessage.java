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
 * Describes one message in the tree of a session.
 *
 * @param messageId its id
 * @param role whose message it is
 * @param depth how many messages its path has, this one included; a root has 1
 * @param createdAt when it was stored (ISO 8601); for people, as it orders nothing
 * @param parentId the message that it follows; null for a root
 * @param label what people call it; null when it has no label
 * @param preview how its text begins, on one line; null when it has no text or the agent does not say
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record BranchMessage(
        MessageId messageId,
        BranchRole role,
        int depth,
        String createdAt,
        @Nullable MessageId parentId,
        @Nullable String label,
        @Nullable String preview,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<BranchMessage> CODEC = ObjectCodec.of("BranchMessage", type -> {
        var messageId = type.required("messageId", MessageId.CODEC, BranchMessage::messageId);
        var role = type.required("role", BranchRole.CODEC, BranchMessage::role);
        var depth = type.required("depth", Counts.DEPTH, BranchMessage::depth);
        var createdAt = type.required("createdAt", Codecs.STRING, BranchMessage::createdAt);
        var parentId = type.optional("parentId", MessageId.CODEC, BranchMessage::parentId);
        var label = type.lenient("label", Codecs.STRING, BranchMessage::label);
        var preview = type.lenient("preview", Codecs.STRING, BranchMessage::preview);
        var meta = type.lenient("_meta", Meta.CODEC, BranchMessage::meta);
        return in -> new BranchMessage(
                in.get(messageId),
                in.get(role),
                in.get(depth),
                in.get(createdAt),
                in.find(parentId),
                in.find(label),
                in.find(preview),
                in.find(meta));
    });

    /** Checks that what is required is there. */
    public BranchMessage {
        Objects.requireNonNull(messageId, "messageId");
        Objects.requireNonNull(role, "role");
        Objects.requireNonNull(createdAt, "createdAt");
    }

    /**
     * Returns a value with what is required.
     *
     * @param messageId its id
     * @param role whose message it is
     * @param depth how many messages its path has, this one included; a root has 1
     * @param createdAt when it was stored (ISO 8601); for people, as it orders nothing
     * @return the value
     */
    public static BranchMessage of(MessageId messageId, BranchRole role, int depth, String createdAt) {
        return new BranchMessage(messageId, role, depth, createdAt, null, null, null, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param messageId its id
     * @param role whose message it is
     * @param depth how many messages its path has, this one included; a root has 1
     * @param createdAt when it was stored (ISO 8601); for people, as it orders nothing
     * @return the builder
     */
    public static Builder builder(MessageId messageId, BranchRole role, int depth, String createdAt) {
        return new Builder(messageId, role, depth, createdAt);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(messageId, role, depth, createdAt);
        copy.parentId = parentId;
        copy.label = label;
        copy.preview = preview;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link BranchMessage}; used by one thread. */
    public static final class Builder {

        private final MessageId messageId;
        private final BranchRole role;
        private final int depth;
        private final String createdAt;
        private @Nullable MessageId parentId;
        private @Nullable String label;
        private @Nullable String preview;
        private @Nullable Meta meta;

        private Builder(MessageId messageId, BranchRole role, int depth, String createdAt) {
            this.messageId = Objects.requireNonNull(messageId, "messageId");
            this.role = Objects.requireNonNull(role, "role");
            this.depth = depth;
            this.createdAt = Objects.requireNonNull(createdAt, "createdAt");
        }

        /**
         * Sets the message that it follows.
         *
         * @param parentId the message that it follows; null for a root
         * @return this
         */
        public Builder parentId(@Nullable MessageId parentId) {
            this.parentId = parentId;
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
         * Sets how its text begins, on one line.
         *
         * @param preview how its text begins, on one line; null when it has no text or the agent does not say
         * @return this
         */
        public Builder preview(@Nullable String preview) {
            this.preview = preview;
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
        public BranchMessage build() {
            return new BranchMessage(messageId, role, depth, createdAt, parentId, label, preview, meta);
        }
    }
}
