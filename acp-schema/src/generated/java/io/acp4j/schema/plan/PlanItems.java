// Written by build-support/write-types from src/protocol/plan.yaml: change that, not this.
package io.acp4j.schema.plan;

import io.acp4j.schema.Meta;
import io.acp4j.schema.PlanId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A plan that is a list of tasks.
 *
 * @param planId the plan
 * @param entries all tasks, in order, in place of those before
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/plan-operations">the specification</a>
 * @since 0.1.0
 */
@Unstable("plan-operations")
public record PlanItems(
        PlanId planId, List<PlanEntry> entries, @Nullable Meta meta) implements PlanUpdateContent {

    /** Reads and writes the object, without the discriminator that {@link PlanUpdateContent#CODEC} adds. */
    public static final ObjectCodec<PlanItems> CODEC = ObjectCodec.of("PlanItems", type -> {
        var planId = type.required("planId", PlanId.CODEC, PlanItems::planId);
        var entries = type.isV2()
                ? type.required("entries", Codecs.lenientListOf(PlanEntry.CODEC), PlanItems::entries)
                : type.requiredLenientList("entries", PlanEntry.CODEC, PlanItems::entries);
        var meta = type.lenient("_meta", Meta.CODEC, PlanItems::meta);
        return in -> new PlanItems(in.get(planId), in.get(entries), in.find(meta));
    });

    /** Checks that what is required is there and copies the collections. */
    public PlanItems {
        Objects.requireNonNull(planId, "planId");
        entries = List.copyOf(entries);
    }

    /**
     * Returns a value with what is required.
     *
     * @param planId the plan
     * @param entries all tasks, in order, in place of those before
     * @return the value
     */
    public static PlanItems of(PlanId planId, List<PlanEntry> entries) {
        return new PlanItems(planId, entries, null);
    }

    /**
     * Returns a plan without extra data.
     *
     * @param planId the plan
     * @param entries all tasks, in order, in place of those before
     * @return the value
     */
    public static PlanItems of(PlanId planId, PlanEntry... entries) {
        return new PlanItems(planId, List.of(entries), null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param planId the plan
     * @param entries all tasks, in order, in place of those before
     * @return the builder
     */
    public static Builder builder(PlanId planId, List<PlanEntry> entries) {
        return new Builder(planId, entries);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(planId, entries);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link PlanItems}; used by one thread. */
    public static final class Builder {

        private final PlanId planId;
        private final List<PlanEntry> entries;
        private @Nullable Meta meta;

        private Builder(PlanId planId, List<PlanEntry> entries) {
            this.planId = Objects.requireNonNull(planId, "planId");
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
        public PlanItems build() {
            return new PlanItems(planId, entries, meta);
        }
    }
}
