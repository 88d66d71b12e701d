// Written by build-support/write-types from src/protocol/plan.yaml: change that, not this.
package io.acp4j.schema.plan;

import io.acp4j.schema.Meta;
import io.acp4j.schema.PlanId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A plan that is in a file.
 *
 * @param planId the plan
 * @param uri the URI of the file
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/plan-operations">the specification</a>
 * @since 0.1.0
 */
@Unstable("plan-operations")
public record PlanFile(PlanId planId, String uri, @Nullable Meta meta) implements PlanUpdateContent {

    /** Reads and writes the object, without the discriminator that {@link PlanUpdateContent#CODEC} adds. */
    public static final ObjectCodec<PlanFile> CODEC = ObjectCodec.of("PlanFile", type -> {
        var planId = type.required("planId", PlanId.CODEC, PlanFile::planId);
        var uri = type.required("uri", Codecs.STRING, PlanFile::uri);
        var meta = type.lenient("_meta", Meta.CODEC, PlanFile::meta);
        return in -> new PlanFile(in.get(planId), in.get(uri), in.find(meta));
    });

    /** Checks that what is required is there. */
    public PlanFile {
        Objects.requireNonNull(planId, "planId");
        Objects.requireNonNull(uri, "uri");
    }

    /**
     * Returns a value with what is required.
     *
     * @param planId the plan
     * @param uri the URI of the file
     * @return the value
     */
    public static PlanFile of(PlanId planId, String uri) {
        return new PlanFile(planId, uri, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param planId the plan
     * @param uri the URI of the file
     * @return the builder
     */
    public static Builder builder(PlanId planId, String uri) {
        return new Builder(planId, uri);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(planId, uri);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link PlanFile}; used by one thread. */
    public static final class Builder {

        private final PlanId planId;
        private final String uri;
        private @Nullable Meta meta;

        private Builder(PlanId planId, String uri) {
            this.planId = Objects.requireNonNull(planId, "planId");
            this.uri = Objects.requireNonNull(uri, "uri");
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
        public PlanFile build() {
            return new PlanFile(planId, uri, meta);
        }
    }
}
