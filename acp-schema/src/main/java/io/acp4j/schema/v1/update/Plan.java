package io.acp4j.schema.v1.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.v1.plan.PlanEntry;
import java.util.List;
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

    /** Copies the lists. */
    public Plan {
        entries = List.copyOf(entries);
    }

    /**
     * Makes a plan without extra data.
     *
     * @param entries the tasks
     * @return the plan
     */
    public static Plan of(List<PlanEntry> entries) {
        return new Plan(entries, null);
    }
}
