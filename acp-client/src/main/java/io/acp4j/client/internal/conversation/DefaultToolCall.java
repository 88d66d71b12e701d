package io.acp4j.client.internal.conversation;

import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.schema.Meta;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.tool.ToolCallCapabilities;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A tool call, merged from announcements, updates and requests for permission. */
public final class DefaultToolCall implements TranscriptToolCall {

    private final int position;
    private final int turn;
    private final ToolCall call;

    /** What updates have said of a call that has not been announced; null for one that has. */
    private final @Nullable ToolCallUpdate said;

    private final boolean cancelled;
    private final int dropped;
    private final long size;

    private DefaultToolCall(int position, int turn, ToolCall call, @Nullable ToolCallUpdate said, boolean cancelled) {
        this(position, turn, call, said, cancelled, 0);
    }

    private DefaultToolCall(
            int position, int turn, ToolCall call, @Nullable ToolCallUpdate said, boolean cancelled, int dropped) {
        this.position = position;
        this.turn = turn;
        this.call = call;
        this.said = said;
        this.cancelled = cancelled && !ended(call.status());
        this.dropped = dropped;
        this.size = Sizes.ENTRY + Sizes.of(call);
    }

    public static DefaultToolCall announced(int position, int turn, ToolCall call) {
        return new DefaultToolCall(position, turn, call, null, false);
    }

    /** A call of which an update, or a request for permission, is the first sign. */
    public static DefaultToolCall announced(int position, int turn, ToolCallUpdate said) {
        return new DefaultToolCall(position, turn, described(said), said, false);
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
    public static DefaultToolCall upserted(int position, int turn, ToolCallUpdate said) {
        return announced(
                position,
                turn,
                said.toBuilder()
                        .meta(Patch.ofNullable(Meta.patched(null, said.meta())))
                        .build());
    }

    /** Takes an upsert, whose extra data is a patch by name. */
    public DefaultToolCall upsertedBy(ToolCallUpdate update) {
        int left = update.content().isUnchanged() ? dropped : 0;
        Meta patched = Meta.patched(call.meta(), update.meta());
        if (said == null) {
            ToolCall now = call.updatedBy(update).toBuilder().meta(patched).build();
            return new DefaultToolCall(position, turn, now, null, false, left);
        }
        ToolCallUpdate all = ToolCalls.patched(said, update).toBuilder()
                .meta(Patch.ofNullable(patched))
                .build();
        return new DefaultToolCall(position, turn, described(all), all, false, left);
    }

    /** Takes a further piece of content; the oldest ones give way when there are too many, or too large ones. */
    public DefaultToolCall plus(ToolCallContent piece, long limit) {
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
        DefaultToolCall longer = upsertedBy(update);
        return new DefaultToolCall(position, turn, longer.call, longer.said, false, dropped + first);
    }

    /** Takes a patch. */
    public DefaultToolCall updatedBy(ToolCallUpdate update) {
        if (said == null) {
            return new DefaultToolCall(position, turn, call.updatedBy(update), null, cancelled);
        }
        ToolCallUpdate all = ToolCalls.patched(said, update);
        return new DefaultToolCall(position, turn, described(all), all, cancelled);
    }

    /** Takes an announcement, which may come late or twice. */
    public DefaultToolCall announced(ToolCall again) {
        ToolCall merged = said == null ? ToolCalls.repeated(call, again) : again.updatedBy(said);
        return new DefaultToolCall(position, turn, merged, null, cancelled);
    }

    /** Takes what is still missing. */
    public DefaultToolCall completedBy(ToolCallUpdate more) {
        return said == null
                ? new DefaultToolCall(position, turn, ToolCalls.completed(call, more), null, cancelled)
                : new DefaultToolCall(
                        position,
                        turn,
                        described(ToolCalls.patched(more, said)),
                        ToolCalls.patched(more, said),
                        cancelled);
    }

    public DefaultToolCall marked() {
        return new DefaultToolCall(position, turn, call, said, true);
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

    @Override
    public ToolCallId id() {
        return call.toolCallId();
    }

    @Override
    public ToolCall call() {
        return call;
    }

    @Override
    public boolean isAnnounced() {
        return said == null;
    }

    @Override
    public boolean isCancelled() {
        return cancelled;
    }

    @Override
    public boolean isFinished() {
        return cancelled || ended(call.status());
    }

    @Override
    public boolean isCancellable() {
        ToolCallCapabilities capabilities =
                said == null ? null : said.capabilities().value();
        return !isFinished() && capabilities != null && capabilities.cancel() != null;
    }

    @Override
    public int droppedContent() {
        return dropped;
    }

    /** Describes the call without its content. */
    @Override
    public String toString() {
        return "TranscriptToolCall[" + position + ", " + id() + ", " + (cancelled ? "cancelled" : call.status()) + "]";
    }
}
