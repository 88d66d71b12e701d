// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.UnionCodec;

/**
 * What a subagent's session is doing now; each one takes the place of the one before as a whole.
 *
 * <p>New states may be permitted in minor releases: handle {@link OtherStateUpdate} or a default.
 *
 * @see <a href="https://agentclientprotocol.com/rfds/subagents#current-work-state">the specification</a>
 * @since 0.1.0
 */
@Unstable("subagents")
public sealed interface StateUpdate extends SessionUpdate
        permits RunningStateUpdate, IdleStateUpdate, RequiresActionStateUpdate, UnknownStateUpdate, OtherStateUpdate {

    /** Reads and writes any kind, told apart by {@code state}. */
    UnionCodec<StateUpdate> CODEC = UnionCodec.<StateUpdate>on("state")
            .variant("running", RunningStateUpdate.class, () -> RunningStateUpdate.CODEC)
            .variant("idle", IdleStateUpdate.class, () -> IdleStateUpdate.CODEC)
            .variant("requires_action", RequiresActionStateUpdate.class, () -> RequiresActionStateUpdate.CODEC)
            .variant("unknown", UnknownStateUpdate.class, () -> UnknownStateUpdate.CODEC)
            .unknown(OtherStateUpdate.class, OtherStateUpdate::new, OtherStateUpdate::raw);
}
