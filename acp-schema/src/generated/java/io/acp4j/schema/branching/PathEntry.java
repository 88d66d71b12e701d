// Written by build-support/write-types from src/protocol/branching.yaml: change that, not this.
package io.acp4j.schema.branching;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.update.SessionUpdate;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Returns one message of a path with what it consists of.
 *
 * @param message the message
 * @param updates what a replay would send of it and of what belongs to it, tool calls for instance, in order
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record PathEntry(
        BranchMessage message,
        List<SessionUpdate> updates,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<PathEntry> CODEC = ObjectCodec.of("PathEntry", type -> {
        var message = type.required("message", BranchMessage.CODEC, PathEntry::message);
        var updates = type.requiredList("updates", SessionUpdate.CODEC, PathEntry::updates);
        var meta = type.lenient("_meta", Meta.CODEC, PathEntry::meta);
        return in -> new PathEntry(in.get(message), in.get(updates), in.find(meta));
    });

    /** Checks that what is required is there and copies the collections. */
    public PathEntry {
        Objects.requireNonNull(message, "message");
        updates = List.copyOf(updates);
    }

    /**
     * Returns a value with what is required.
     *
     * @param message the message
     * @param updates what a replay would send of it and of what belongs to it, tool calls for instance, in order
     * @return the value
     */
    public static PathEntry of(BranchMessage message, List<SessionUpdate> updates) {
        return new PathEntry(message, updates, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param message the message
     * @param updates what a replay would send of it and of what belongs to it, tool calls for instance, in order
     * @return the builder
     */
    public static Builder builder(BranchMessage message, List<SessionUpdate> updates) {
        return new Builder(message, updates);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(message, updates);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link PathEntry}; used by one thread. */
    public static final class Builder {

        private final BranchMessage message;
        private final List<SessionUpdate> updates;
        private @Nullable Meta meta;

        private Builder(BranchMessage message, List<SessionUpdate> updates) {
            this.message = Objects.requireNonNull(message, "message");
            this.updates = Objects.requireNonNull(updates, "updates");
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
        public PathEntry build() {
            return new PathEntry(message, updates, meta);
        }
    }
}
