// Written by build-support/write-types from src/protocol/plan.yaml: change that, not this.
package io.acp4j.schema.plan;

import io.acp4j.schema.PlanId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.UnionCodec;

/**
 * What a plan says, as a whole.
 *
 * <p>New kinds may be permitted in minor releases: handle {@link UnknownPlanContent} or a default.
 *
 * @see <a href="https://agentclientprotocol.com/rfds/plan-operations">the specification</a>
 * @since 0.1.0
 */
@Unstable("plan-operations")
public sealed interface PlanUpdateContent permits PlanItems, PlanFile, PlanMarkdown, UnknownPlanContent {

    /** Reads and writes any kind, told apart by {@code type}. */
    UnionCodec<PlanUpdateContent> CODEC = UnionCodec.<PlanUpdateContent>on("type")
            .variant("items", PlanItems.class, () -> PlanItems.CODEC)
            .variant("file", PlanFile.class, () -> PlanFile.CODEC)
            .variant("markdown", PlanMarkdown.class, () -> PlanMarkdown.CODEC)
            .unknown(UnknownPlanContent.class, UnknownPlanContent::of, UnknownPlanContent::raw);

    /**
     * Returns its id.
     *
     * @return its id
     */
    PlanId planId();
}
