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
 * A plan that is a text in Markdown.
 *
 * @param planId the plan
 * @param content the text
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/plan-operations">the specification</a>
 * @since 0.1.0
 */
@Unstable("plan-operations")
public record PlanMarkdown(
        PlanId planId, String content, @Nullable Meta meta) implements PlanUpdateContent {

    /** Reads and writes the object, without the discriminator that {@link PlanUpdateContent#CODEC} adds. */
    public static final ObjectCodec<PlanMarkdown> CODEC = ObjectCodec.of("PlanMarkdown", type -> {
        var planId = type.required("planId", PlanId.CODEC, PlanMarkdown::planId);
        var content = type.required("content", Codecs.STRING, PlanMarkdown::content);
        var meta = type.lenient("_meta", Meta.CODEC, PlanMarkdown::meta);
        return in -> new PlanMarkdown(in.get(planId), in.get(content), in.find(meta));
    });

    /** Checks that what is required is there. */
    public PlanMarkdown {
        Objects.requireNonNull(planId, "planId");
        Objects.requireNonNull(content, "content");
    }

    /**
     * Returns a value with what is required.
     *
     * @param planId the plan
     * @param content the text
     * @return the value
     */
    public static PlanMarkdown of(PlanId planId, String content) {
        return new PlanMarkdown(planId, content, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param planId the plan
     * @param content the text
     * @return the builder
     */
    public static Builder builder(PlanId planId, String content) {
        return new Builder(planId, content);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(planId, content);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link PlanMarkdown}; used by one thread. */
    public static final class Builder {

        private final PlanId planId;
        private final String content;
        private @Nullable Meta meta;

        private Builder(PlanId planId, String content) {
            this.planId = Objects.requireNonNull(planId, "planId");
            this.content = Objects.requireNonNull(content, "content");
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
        public PlanMarkdown build() {
            return new PlanMarkdown(planId, content, meta);
        }
    }
}
