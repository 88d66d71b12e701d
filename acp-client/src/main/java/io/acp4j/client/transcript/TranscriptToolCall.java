package io.acp4j.client.transcript;

import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import org.jspecify.annotations.Nullable;

/**
 * A tool call, as all that came about it tells; immutable.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls">the specification</a>
 * @since 0.1.0
 */
public final class TranscriptToolCall implements TranscriptEntry {

    private final int position;
    private final int turn;
    private final ToolCall call;

    /** What updates have said of a call that has not been announced; null for one that has. */
    private final @Nullable ToolCallUpdate said;

    private final boolean cancelled;
    private final long size;

    private TranscriptToolCall(
            int position, int turn, ToolCall call, @Nullable ToolCallUpdate said, boolean cancelled) {
        this.position = position;
        this.turn = turn;
        this.call = call;
        this.said = said;
        this.cancelled = cancelled && !ended(call.status());
        this.size = Sizes.ENTRY + Sizes.of(call);
    }

    static TranscriptToolCall announced(int position, int turn, ToolCall call) {
        return new TranscriptToolCall(position, turn, call, null, false);
    }

    /** A call of which an update, or a request for permission, is the first sign. */
    static TranscriptToolCall announced(int position, int turn, ToolCallUpdate said) {
        return new TranscriptToolCall(position, turn, described(said), said, false);
    }

    private static ToolCall described(ToolCallUpdate said) {
        String name = said.name().value();
        return ToolCall.builder(
                        said.toolCallId(), name == null ? said.toolCallId().value() : name)
                .build()
                .updatedBy(said);
    }

    /** Takes a patch. */
    TranscriptToolCall updatedBy(ToolCallUpdate update) {
        if (said == null) {
            return new TranscriptToolCall(position, turn, call.updatedBy(update), null, cancelled);
        }
        ToolCallUpdate all = ToolCalls.patched(said, update);
        return new TranscriptToolCall(position, turn, described(all), all, cancelled);
    }

    /** Takes an announcement, which may come late or twice. */
    TranscriptToolCall announced(ToolCall again) {
        ToolCall merged = said == null ? ToolCalls.repeated(call, again) : again.updatedBy(said);
        return new TranscriptToolCall(position, turn, merged, null, cancelled);
    }

    /** Takes what is still missing. */
    TranscriptToolCall completedBy(ToolCallUpdate more) {
        return said == null
                ? new TranscriptToolCall(position, turn, ToolCalls.completed(call, more), null, cancelled)
                : new TranscriptToolCall(
                        position,
                        turn,
                        described(ToolCalls.patched(more, said)),
                        ToolCalls.patched(more, said),
                        cancelled);
    }

    TranscriptToolCall marked() {
        return new TranscriptToolCall(position, turn, call, said, true);
    }

    static boolean ended(ToolCallStatus status) {
        return status.equals(ToolCallStatus.COMPLETED) || status.equals(ToolCallStatus.FAILED);
    }

    @Override
    public int position() {
        return position;
    }

    @Override
    public int turn() {
        return turn;
    }

    @Override
    public long size() {
        return size;
    }

    /**
     * Names the call.
     *
     * @return the id that the agent gave it; some agents use one again in a later turn
     */
    public ToolCallId id() {
        return call.toolCallId();
    }

    /**
     * Returns all that is known of the call. Where the agent never announced it, its title is the tool's name or the call's id
     * until an update names a title.
     *
     * @return the call
     */
    public ToolCall call() {
        return call;
    }

    /**
     * Returns whether the agent has announced the call, rather than only spoken of it in updates.
     *
     * @return true after its {@code tool_call}
     */
    public boolean announced() {
        return said == null;
    }

    /**
     * Returns whether the call was unfinished when its turn was cancelled or failed, and has not been reported as ended since.
     *
     * @return true when it is to be shown as cancelled, whatever its status
     */
    public boolean cancelled() {
        return cancelled;
    }

    /**
     * Returns whether the call has ended.
     *
     * @return true when it is completed, failed or cancelled
     */
    public boolean finished() {
        return cancelled || ended(call.status());
    }

    /** Describes the call without its content. */
    @Override
    public String toString() {
        return "TranscriptToolCall[" + position + ", " + id() + ", " + (cancelled ? "cancelled" : call.status()) + "]";
    }
}
