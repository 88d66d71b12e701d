package io.acp4j.client.transcript;

import io.acp4j.schema.Meta;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.tool.ToolCallCapabilities;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tool call, as all that came about it tells; immutable.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls">the specification</a>
 * @since 0.1.0
 */
public final class TranscriptToolCall implements TranscriptEntry {

    /** How many pieces of content are kept of a call that tells them one by one, the last ones. */
    public static final int MAX_CONTENT = 1000;

    private final int position;
    private final int turn;
    private final ToolCall call;

    /** What updates have said of a call that has not been announced; null for one that has. */
    private final @Nullable ToolCallUpdate said;

    private final boolean cancelled;
    private final int dropped;
    private final long size;

    private TranscriptToolCall(
            int position, int turn, ToolCall call, @Nullable ToolCallUpdate said, boolean cancelled) {
        this(position, turn, call, said, cancelled, 0);
    }

    private TranscriptToolCall(
            int position, int turn, ToolCall call, @Nullable ToolCallUpdate said, boolean cancelled, int dropped) {
        this.position = position;
        this.turn = turn;
        this.call = call;
        this.said = said;
        this.cancelled = cancelled && !ended(call.status());
        this.dropped = dropped;
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
        // A title that is cleared is as good as one that was never told.
        ToolCallUpdate titled = said.title().isCleared()
                ? said.toBuilder().title(Patch.unchanged()).build()
                : said;
        return ToolCall.builder(
                        said.toolCallId(), name == null ? said.toolCallId().value() : name)
                .build()
                .updatedBy(titled);
    }

    /** A call as an upsert tells it, whose extra data is a patch by name. */
    static TranscriptToolCall upserted(int position, int turn, ToolCallUpdate said) {
        return announced(
                position,
                turn,
                said.toBuilder()
                        .meta(Patch.ofNullable(Meta.patched(null, said.meta())))
                        .build());
    }

    /** Takes an upsert, whose extra data is a patch by name. */
    TranscriptToolCall upsertedBy(ToolCallUpdate update) {
        int left = update.content().isUnchanged() ? dropped : 0;
        Meta patched = Meta.patched(call.meta(), update.meta());
        if (said == null) {
            ToolCall now = call.updatedBy(update).toBuilder().meta(patched).build();
            return new TranscriptToolCall(position, turn, now, null, false, left);
        }
        ToolCallUpdate all = ToolCalls.patched(said, update).toBuilder()
                .meta(Patch.ofNullable(patched))
                .build();
        return new TranscriptToolCall(position, turn, described(all), all, false, left);
    }

    /** Takes a further piece of content; the oldest ones give way when there are too many, or too large ones. */
    TranscriptToolCall plus(ToolCallContent piece, long limit) {
        List<ToolCallContent> all = new ArrayList<>(call.content());
        all.add(piece);
        long large = 0;
        int first = all.size();
        while (first > 0 && all.size() - first < MAX_CONTENT) {
            large += Sizes.of(all.get(first - 1));
            if (large > limit && first < all.size()) {
                break;
            }
            first--;
        }
        ToolCallUpdate update = ToolCallUpdate.builder(id())
                .content(Patch.of(List.copyOf(all.subList(first, all.size()))))
                .build();
        TranscriptToolCall longer = upsertedBy(update);
        return new TranscriptToolCall(position, turn, longer.call, longer.said, false, dropped + first);
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
        return status.equals(ToolCallStatus.COMPLETED)
                || status.equals(ToolCallStatus.FAILED)
                || status.equals(ToolCallStatus.CANCELLED);
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

    /**
     * Returns whether the agent stops this call when it is asked to.
     *
     * @return true while {@code ClientSession.cancelToolCall} may be called
     */
    @Unstable("protocol-version-2")
    public boolean cancellable() {
        ToolCallCapabilities capabilities =
                said == null ? null : said.capabilities().value();
        return !finished() && capabilities != null && capabilities.cancel() != null;
    }

    /**
     * Returns how many pieces of content have not been kept, of a call that tells them one by one: the first ones.
     *
     * @return their number; 0 when all are there
     */
    @Unstable("protocol-version-2")
    public int droppedContent() {
        return dropped;
    }

    /** Describes the call without its content. */
    @Override
    public String toString() {
        return "TranscriptToolCall[" + position + ", " + id() + ", " + (cancelled ? "cancelled" : call.status()) + "]";
    }
}
