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
 * @param raw the whole object, both included
 * @see <a href="https://agentclientprotocol.com/rfds/plan-operations">the specification</a>
 * @since 0.1.0
 */
@Unstable("plan-operations")
public record UnknownPlanContent(String type, PlanId planId, RawJson raw) implements PlanUpdateContent {

    private static final ObjectCodec<PlanId> ID = ObjectCodec.of("PlanUpdateContent", type -> {
        var planId = type.required("planId", PlanId.CODEC, value -> value);
        return in -> in.get(planId);
    });

    /** Checks that what is required is there. */
    public UnknownPlanContent {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(planId, "planId");
        Objects.requireNonNull(raw, "raw");
    }

    /**
     * Reads the id from a whole object.
     *
     * @param type the value of its {@code type} member
     * @param raw the whole object
     * @return the plan
     * @throws SchemaException when it lacks an id
     */
    public static UnknownPlanContent of(String type, RawJson raw) throws SchemaException {
        return new UnknownPlanContent(type, ID.decode(raw), raw);
    }
}
