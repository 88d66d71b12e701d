// Written by build-support/write-types from src/protocol/session.yaml: change that, not this.
package io.acp4j.schema.session;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.UnionCodec;

/**
 * From where a session is to be replayed. An agent refuses a kind that it does not know.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/session-setup#resuming-a-session">the
 *     specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public sealed interface ReplayFrom permits ReplayFromStart, UnknownReplayFrom {

    /** Reads and writes any kind, told apart by {@code type}. */
    UnionCodec<ReplayFrom> CODEC = UnionCodec.<ReplayFrom>on("type")
            .variant("start", ReplayFromStart.class, () -> ReplayFromStart.CODEC)
            .unknown(UnknownReplayFrom.class, UnknownReplayFrom::new, UnknownReplayFrom::raw);
}
