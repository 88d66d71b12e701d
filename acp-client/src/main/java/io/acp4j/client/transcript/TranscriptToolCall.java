package io.acp4j.client.transcript;

import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.update.ToolCall;

/**
 * A tool call, as all that came about it tells; immutable.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls">the specification</a>
 * @since 0.1.0
 */
public non-sealed interface TranscriptToolCall extends TranscriptEntry {

    /** How many pieces of content are kept of a call that tells them one by one, the last ones. */
    int MAX_CONTENT = 1000;

    /**
     * Names the call.
     *
     * @return the id that the agent gave it; some agents use one again in a later turn
     */
    ToolCallId id();

    /**
     * Returns all that is known of the call. Where the agent never announced it, its title is the tool's name or the call's id
     * until an update names a title.
     *
     * @return the call
     */
    ToolCall call();

    /**
     * Returns whether the agent has announced the call, rather than only spoken of it in updates.
     *
     * @return true after its {@code tool_call}
     */
    boolean isAnnounced();

    /**
     * Returns whether the call was unfinished when its turn was cancelled or failed, and has not been reported as ended since.
     *
     * @return true when it is to be shown as cancelled, whatever its status
     */
    boolean isCancelled();

    /**
     * Returns whether the call has ended.
     *
     * @return true when it is completed, failed or cancelled
     */
    boolean isFinished();

    /**
     * Returns whether the agent stops this call when it is asked to.
     *
     * @return true while {@code ClientSession.cancelToolCall} may be called
     */
    @Unstable("protocol-version-2")
    boolean isCancellable();

    /**
     * Returns how many pieces of content have not been kept, of a call that tells them one by one: the first ones.
     *
     * @return their number; 0 when all are there
     */
    @Unstable("protocol-version-2")
    int droppedContent();
}
