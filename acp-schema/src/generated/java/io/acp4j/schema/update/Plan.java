// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.plan.PlanEntry;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The agent's whole plan; each one replaces the one before.
 *
 * @param entries the tasks, all of them
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/agent-plan">the specification</a>
 * @since 0.1.0
 */
public record Plan(List<PlanEntry> entries, @Nullable Meta meta) implements SessionUpdate {

    /** Reads and writes the object, without the discriminator that {@link SessionUpdate#CODEC} adds. */
    public static final ObjectCodec<Plan> CODEC = ObjectCodec.of("Plan", type -> {
        var entries = type.requiredLenientList("entries", PlanEntry.CODEC, Plan::entries);
        var meta = type.lenient("_meta", Meta.CODEC, Plan::meta);
        return in -> new Plan(in.get(entries), in.find(meta));
    });

    /** Copies the collections. */
    public Plan {
        entries = List.copyOf(entries);
    }

    /**
     * Returns a value with what is required.
     *
     * @param entries the tasks, all of them
     * @return the value
     */
    public static Plan of(List<PlanEntry> entries) {
        return new Plan(entries, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param entries the tasks, all of them
     * @return the builder
     */
    public static Builder builder(List<PlanEntry> entries) {
        return new Builder(entries);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(entries);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link Plan}; used by one thread. */
    public static final class Builder {

        private final List<PlanEntry> entries;
        private @Nullable Meta meta;

        private Builder(List<PlanEntry> entries) {
            this.entries = Objects.requireNonNull(entries, "entries");
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
        public Plan build() {
            return new Plan(entries, meta);
        }
    }
}
