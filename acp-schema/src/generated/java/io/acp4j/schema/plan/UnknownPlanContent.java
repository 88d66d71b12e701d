// Written by build-support/write-types from src/protocol/plan.yaml: change that, not this.
package io.acp4j.schema.plan;

import io.acp4j.schema.PlanId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import java.util.Objects;

/**
 * A plan of a kind that this version does not know; it is written back unchanged.
 *
 * @param type the value of its {@code type} member
 * @param planId the plan
 * @param raw the whole object, {@code type} included
 * @see <a href="https://agentclientprotocol.com/rfds/plan-operations">the specification</a>
 * @since 0.1.0
 */
@Unstable("plan-operations")
public record UnknownPlanContent(String type, PlanId planId, RawJson raw) implements PlanUpdateContent {

    /** Reads what all variants have. */
    private static final ObjectCodec<UnknownPlanContent> COMMON = ObjectCodec.of("PlanUpdateContent", type -> {
        var planId = type.required("planId", PlanId.CODEC, UnknownPlanContent::planId);
        return in -> new UnknownPlanContent("", in.get(planId), RawJson.NULL);
    });

    /** Checks that what is required is there. */
    public UnknownPlanContent {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(planId, "planId");
        Objects.requireNonNull(raw, "raw");
    }

    /**
     * Reads what all variants have from a whole object.
     *
     * @param type the value of its {@code type} member
     * @param raw the whole object
     * @return the value
     * @throws SchemaException when it lacks what all variants have
     */
    public static UnknownPlanContent of(String type, RawJson raw) throws SchemaException {
        return of(type, raw, COMMON);
    }

    private static UnknownPlanContent of(String type, RawJson raw, ObjectCodec<UnknownPlanContent> codec)
            throws SchemaException {
        UnknownPlanContent common = codec.decode(raw);
        return new UnknownPlanContent(type, common.planId, raw);
    }
}
