// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.Patch;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How full the model's context is and what the session has cost.
 *
 * @param used tokens now in the context
 * @param size tokens that the context can hold
 * @param cost what the session has cost so far
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn#session-usage-updates">the specification</a>
 * @since 0.1.0
 */
public record UsageUpdate(
        long used, long size, Patch<Cost> cost, @Nullable Meta meta) implements SessionUpdate {

    /** Reads and writes the object, without the discriminator that {@link SessionUpdate#CODEC} adds. */
    public static final ObjectCodec<UsageUpdate> CODEC = ObjectCodec.of("UsageUpdate", type -> {
        var used = type.required("used", Codecs.UINT64, UsageUpdate::used);
        var size = type.required("size", Codecs.UINT64, UsageUpdate::size);
        var cost = type.isV2()
                ? type.patch("cost", Cost.CODEC, UsageUpdate::cost)
                : type.lenientPatch("cost", Cost.CODEC, UsageUpdate::cost);
        var meta = type.lenient("_meta", Meta.CODEC, UsageUpdate::meta);
        return in -> new UsageUpdate(in.get(used), in.get(size), in.get(cost), in.find(meta));
    });

    /** Checks that what is required is there. */
    public UsageUpdate {
        Objects.requireNonNull(cost, "cost");
    }

    /**
     * Returns a value with what is required.
     *
     * @param used tokens now in the context
     * @param size tokens that the context can hold
     * @return the value
     */
    public static UsageUpdate of(long used, long size) {
        return new UsageUpdate(used, size, Patch.unchanged(), null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param used tokens now in the context
     * @param size tokens that the context can hold
     * @return the builder
     */
    public static Builder builder(long used, long size) {
        return new Builder(used, size);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(used, size);
        copy.cost = cost;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link UsageUpdate}; used by one thread. */
    public static final class Builder {

        private final long used;
        private final long size;
        private Patch<Cost> cost = Patch.unchanged();
        private @Nullable Meta meta;

        private Builder(long used, long size) {
            this.used = used;
            this.size = size;
        }

        /**
         * Sets what the session has cost so far.
         *
         * @param cost the new value; null leaves it as it is
         * @return this
         */
        public Builder cost(@Nullable Cost cost) {
            return cost(Patch.ofNullable(cost));
        }

        /**
         * Sets what the session has cost so far.
         *
         * @param cost what the session has cost so far
         * @return this
         */
        public Builder cost(Patch<Cost> cost) {
            this.cost = Objects.requireNonNull(cost, "cost");
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
        public UsageUpdate build() {
            return new UsageUpdate(used, size, cost, meta);
        }
    }
}
