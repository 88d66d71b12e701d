package io.acp4j.schema.v1.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * The agent cannot tell at the moment; what was told before is no longer certain.
 *
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/subagents#current-work-state">the specification</a>
 * @since 0.1.0
 */
@Unstable("subagents")
public record UnknownStateUpdate(@Nullable Meta meta) implements StateUpdate {

    /** Reads and writes the object, without the discriminator that {@link StateUpdate#CODEC} adds. */
    public static final ObjectCodec<UnknownStateUpdate> CODEC = ObjectCodec.of("UnknownStateUpdate", type -> {
        var meta = type.lenient("_meta", Meta.CODEC, UnknownStateUpdate::meta);
        return in -> new UnknownStateUpdate(in.find(meta));
    });

    /** Without extra data. */
    public static final UnknownStateUpdate EMPTY = new UnknownStateUpdate(null);
}
