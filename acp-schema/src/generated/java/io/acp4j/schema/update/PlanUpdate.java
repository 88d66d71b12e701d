// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.plan.PlanUpdateContent;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A plan is there, or has changed.
 *
 * <p>Sent only to clients that advertise {@code plan}.
 *
 * @param plan the whole plan
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/plan-operations">the specification</a>
 * @since 0.1.0
 */
@Unstable("plan-operations")
public record PlanUpdate(PlanUpdateContent plan, @Nullable Meta meta) implements SessionUpdate {

    /** Reads and writes the object, without the discriminator that {@link SessionUpdate#CODEC} adds. */
    public static final ObjectCodec<PlanUpdate> CODEC = ObjectCodec.of("PlanUpdate", type -> {
        var plan = type.required("plan", PlanUpdateContent.CODEC, PlanUpdate::plan);
        var meta = type.lenient("_meta", Meta.CODEC, PlanUpdate::meta);
        return in -> new PlanUpdate(in.get(plan), in.find(meta));
    });

    /** Checks that what is required is there. */
    public PlanUpdate {
        Objects.requireNonNull(plan, "plan");
    }

    /**
     * Returns a value with what is required.
     *
     * @param plan the whole plan
     * @return the value
     */
    public static PlanUpdate of(PlanUpdateContent plan) {
        return new PlanUpdate(plan, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param plan the whole plan
     * @return the builder
     */
    public static Builder builder(PlanUpdateContent plan) {
        return new Builder(plan);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(plan);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link PlanUpdate}; used by one thread. */
    public static final class Builder {

        private final PlanUpdateContent plan;
        private @Nullable Meta meta;

        private Builder(PlanUpdateContent plan) {
            this.plan = Objects.requireNonNull(plan, "plan");
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
        public PlanUpdate build() {
            return new PlanUpdate(plan, meta);
        }
    }
}
