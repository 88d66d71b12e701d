package io.acp4j.agent.internal.session;

import io.acp4j.agent.ToolCallHandle;
import io.acp4j.agent.internal.protocol.WorkReports;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.tool.ToolCallCapabilities;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolCallLocation;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.update.BackgroundToolCall;
import io.acp4j.schema.update.BackgroundWork;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A tool call with what the client knows of it; changed only while nobody sends. */
public final class DefaultToolCall implements ToolCallHandle, OpenItem {

    private final DefaultAgentSession session;
    private final @Nullable DefaultTurn work;
    private final ToolCall start;
    private final List<ToolCallContent> content;
    private final List<ToolCallLocation> locations;
    private String title;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private ToolCallStatus status;

    private volatile @Nullable Runnable action;

    /** Whether it goes on without its work. */
    private boolean outlives;

    /**
     * Creates a call that nobody has been shown.
     *
     * @param work what it belongs to; null for none
     */
    DefaultToolCall(DefaultAgentSession session, @Nullable DefaultTurn work, ToolCall start) {
        this.session = session;
        this.work = work;
        this.outlives = work == null;
        this.start = start;
        this.title = start.title();
        this.status = start.status();
        this.content = new ArrayList<>(start.content());
        this.locations = new ArrayList<>(start.locations());
    }

    boolean isOf(DefaultTurn other) {
        return work == null ? session.equals(other.openSession()) : work.equals(other);
    }

    boolean isSettled() {
        return status.equals(ToolCallStatus.COMPLETED)
                || status.equals(ToolCallStatus.FAILED)
                || status.equals(ToolCallStatus.CANCELLED);
    }

    /** Returns what is to be shown to a user who decides about the call. */
    ToolCallUpdate description() {
        return ToolCallUpdate.builder(start.toolCallId())
                .title(title)
                .name(start.name())
                .kind(start.kind())
                .status(status)
                .content(content.isEmpty() ? null : content)
                .locations(locations.isEmpty() ? null : locations)
                .rawInput(start.rawInput())
                .build();
    }

    /** Marks the call as failed because its turn has. */
    void abandon() {
        change(update -> update.status(settle(ToolCallStatus.FAILED)));
    }

    private ToolCallHandle change(Consumer<ToolCallUpdate.Builder> changes) {
        session.reopening().inPresent(present -> {
            requireOpen();
            ToolCallUpdate.Builder update = ToolCallUpdate.builder(id());
            changes.accept(update);
            present.update(update.build());
        });
        return this;
    }

    private void requireOpen() {
        if (isSettled()) {
            throw new IllegalStateException("tool call " + id() + " is settled: " + status);
        }
        if (work != null && !outlives) {
            work.requireRunning();
        }
    }

    private ToolCallStatus settle(ToolCallStatus end) {
        status = end;
        session.reopening().inPresent(present -> present.inBackground().ended(this));
        if (work != null) {
            work.settled(this);
        }
        ended.complete(null);
        return end;
    }

    /** Goes on without its work, if it is listed as background work; else it cannot be cancelled any more. */
    void leave() {
        if (session.inBackground().goesOn(this)) {
            outlives = true;
        } else if (action != null) {
            action = null;
            session.inBackground().cancellables().remove(id());
            if (canBeCancelled()) {
                session.update(ToolCallUpdate.builder(id())
                        .capabilities(Patch.cleared())
                        .build());
            }
        }
    }

    @Override
    public boolean isTerminal() {
        return false;
    }

    @Override
    public boolean is(BackgroundWork listed) {
        return listed instanceof BackgroundToolCall known && known.toolCallId().equals(id());
    }

    @Override
    public @Nullable Runnable cancellation() {
        return action;
    }

    @Override
    public CompletableFuture<Void> ended() {
        return ended;
    }

    @Override
    public void endWithSession() {
        if (!isSettled()) {
            change(update -> update.status(settle(cancelledStatus())));
        }
    }

    private @Nullable List<ToolCallContent> extended(List<ToolCallContent> more) {
        if (more.isEmpty()) {
            return null;
        }
        content.addAll(more);
        return List.copyOf(content);
    }

    @Override
    public ToolCallId id() {
        return start.toolCallId();
    }

    @Override
    public ToolCallHandle inProgress() {
        return change(update -> {
            status = ToolCallStatus.IN_PROGRESS;
            update.status(status);
        });
    }

    @Override
    public ToolCallHandle title(String newTitle) {
        return change(update -> {
            title = newTitle;
            update.title(newTitle);
        });
    }

    @Override
    public ToolCallHandle content(ToolCallContent... more) {
        return change(update -> update.content(extended(Arrays.asList(more))));
    }

    @Override
    public ToolCallHandle content(String text) {
        return content(ToolCallContent.text(text));
    }

    @Override
    public ToolCallHandle location(String path, @Nullable Long line) {
        return change(update -> {
            locations.add(line == null ? ToolCallLocation.of(path) : ToolCallLocation.of(path, line));
            update.locations(List.copyOf(locations));
        });
    }

    @Override
    public ToolCallHandle rawInput(Object input) {
        return change(update -> update.rawInput(RawJson.of(input)));
    }

    @Override
    public ToolCallHandle rawOutput(Object output) {
        return change(update -> update.rawOutput(RawJson.of(output)));
    }

    @Override
    public void complete(ToolCallContent... more) {
        change(update -> update.status(settle(ToolCallStatus.COMPLETED)).content(extended(Arrays.asList(more))));
    }

    @Override
    public void complete(String text) {
        complete(ToolCallContent.text(text));
    }

    @Override
    public ToolCallHandle onCancel(Runnable wanted) {
        session.reopening().inPresent(present -> {
            requireOpen();
            action = wanted;
            present.inBackground().cancellables().add(id(), wanted);
            if (canBeCancelled()) {
                change(update -> update.capabilities(
                        ToolCallCapabilities.builder().cancel().build()));
            }
        });
        return this;
    }

    private boolean canBeCancelled() {
        return !session.reports().equals(WorkReports.NONE);
    }

    private ToolCallStatus cancelledStatus() {
        return canBeCancelled() ? ToolCallStatus.CANCELLED : ToolCallStatus.FAILED;
    }

    @Override
    public void cancelled(String reason) {
        change(update ->
                update.status(settle(cancelledStatus())).content(extended(List.of(ToolCallContent.text(reason)))));
    }

    @Override
    public void fail(String reason) {
        change(update ->
                update.status(settle(ToolCallStatus.FAILED)).content(extended(List.of(ToolCallContent.text(reason)))));
    }

    @Override
    public String toString() {
        return "tool call " + id() + " of " + session;
    }
}
