package io.acp4j.schema.v1.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * It works.
 *
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/subagents#current-work-state">the specification</a>
 * @since 0.1.0
 */
@Unstable("subagents")
public record RunningStateUpdate(@Nullable Meta meta) implements StateUpdate {

    /** Reads and writes the object, without the discriminator that {@link StateUpdate#CODEC} adds. */
    public static final ObjectCodec<RunningStateUpdate> CODEC = ObjectCodec.of("RunningStateUpdate", type -> {
        var meta = type.lenient("_meta", Meta.CODEC, RunningStateUpdate::meta);
        return in -> new RunningStateUpdate(in.find(meta));
    });

    /** Without extra data. */
    public static final RunningStateUpdate EMPTY = new RunningStateUpdate(null);
}
