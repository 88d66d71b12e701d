// Written by build-support/write-types from src/protocol/init.yaml: change that, not this.
package io.acp4j.schema.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Advertises that a client understands plans with ids ({@code plan_update}, {@code plan_removed}).
 *
 * <p>Being there at all is what counts; absence means no.
 *
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/rfds/plan-operations">the specification</a>
 * @since 0.1.0
 */
@Unstable("plan-operations")
public record PlanCapabilities(@Nullable Meta meta, Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<PlanCapabilities> CODEC = ObjectCodec.of("PlanCapabilities", type -> {
        var meta = type.lenient("_meta", Meta.CODEC, PlanCapabilities::meta);
        type.extras(PlanCapabilities::extras);
        return in -> new PlanCapabilities(in.find(meta), in.extras());
    });

    /** Yes, with nothing more to say. */
    public static final PlanCapabilities SUPPORTED = new PlanCapabilities(null, Map.of());

    /** Copies the unknown members. */
    public PlanCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }
}
