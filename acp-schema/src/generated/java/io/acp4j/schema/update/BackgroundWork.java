// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.UnionCodec;

/**
 * Something that runs while nothing waits for it.
 *
 * <p>New kinds may be permitted in minor releases: handle {@link UnknownBackgroundWork} or a default.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/prompt-lifecycle#background-work">the
 *     specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public sealed interface BackgroundWork
        permits BackgroundTerminal, BackgroundToolCall, BackgroundSubagent, UnknownBackgroundWork {

    /** Reads and writes any kind, told apart by {@code type}. */
    UnionCodec<BackgroundWork> CODEC = UnionCodec.<BackgroundWork>on("type")
            .variant("terminal", BackgroundTerminal.class, () -> BackgroundTerminal.CODEC)
            .variant("tool_call", BackgroundToolCall.class, () -> BackgroundToolCall.CODEC)
            .variant("subagent", BackgroundSubagent.class, () -> BackgroundSubagent.CODEC)
            .unknown(UnknownBackgroundWork.class, UnknownBackgroundWork::new, UnknownBackgroundWork::raw);
}
