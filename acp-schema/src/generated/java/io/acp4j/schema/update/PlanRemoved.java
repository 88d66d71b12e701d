// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.PlanId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A plan is gone.
 *
 * <p>Sent only to clients that advertise {@code plan}.
 *
 * @param planId the plan
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/plan-operations">the specification</a>
 * @since 0.1.0
 */
@Unstable("plan-operations")
public record PlanRemoved(PlanId planId, @Nullable Meta meta) implements SessionUpdate {

    /** Reads and writes the object, without the discriminator that {@link SessionUpdate#CODEC} adds. */
    public static final ObjectCodec<PlanRemoved> CODEC = ObjectCodec.of("PlanRemoved", type -> {
        var planId = type.required("planId", PlanId.CODEC, PlanRemoved::planId);
        var meta = type.lenient("_meta", Meta.CODEC, PlanRemoved::meta);
        return in -> new PlanRemoved(in.get(planId), in.find(meta));
    });

    /** Checks that what is required is there. */
    public PlanRemoved {
        Objects.requireNonNull(planId, "planId");
    }

    /**
     * Returns a value with what is required.
     *
     * @param planId the plan
     * @return the value
     */
    public static PlanRemoved of(PlanId planId) {
        return new PlanRemoved(planId, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param planId the plan
     * @return the builder
     */
    public static Builder builder(PlanId planId) {
        return new Builder(planId);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(planId);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link PlanRemoved}; used by one thread. */
    public static final class Builder {

        private final PlanId planId;
        private @Nullable Meta meta;

        private Builder(PlanId planId) {
            this.planId = Objects.requireNonNull(planId, "planId");
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
        public PlanRemoved build() {
            return new PlanRemoved(planId, meta);
        }
    }
}
