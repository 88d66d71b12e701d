package io.acp4j.agent.internal.session;

import io.acp4j.agent.ToolCallHandle;
import io.acp4j.agent.internal.protocol.WorkReports;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.tool.ToolCallCapabilities;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolCallLocation;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A tool call with what the client knows of it; changed only while nobody sends. */
public final class DefaultToolCall implements ToolCallHandle {

    private final DefaultWork work;
    private final ToolCall start;
    private final List<ToolCallContent> content;
    private final List<ToolCallLocation> locations;
    private String title;
    private ToolCallStatus status;

    DefaultToolCall(DefaultWork work, ToolCall start) {
        this.work = work;
        this.start = start;
        this.title = start.title();
        this.status = start.status();
        this.content = new ArrayList<>(start.content());
        this.locations = new ArrayList<>(start.locations());
    }

    boolean isOf(DefaultWork other) {
        return work.equals(other);
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
        work.running(() -> {
            if (isSettled()) {
                throw new IllegalStateException("tool call " + id() + " is settled: " + status);
            }
            ToolCallUpdate.Builder update = ToolCallUpdate.builder(id());
            changes.accept(update);
            work.session().update(update.build());
        });
        return this;
    }

    private ToolCallStatus settle(ToolCallStatus end) {
        status = end;
        work.openSession().cancellables().remove(id());
        work.settled(this);
        return end;
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
    public ToolCallHandle onCancel(Runnable action) {
        return canBeCancelled()
                ? change(update -> {
                    work.openSession().cancellables().add(id(), action);
                    update.capabilities(ToolCallCapabilities.builder().cancel().build());
                })
                : this;
    }

    private boolean canBeCancelled() {
        return !work.openSession().reports().equals(WorkReports.NONE);
    }

    @Override
    public void cancelled(String reason) {
        change(update -> update.status(settle(canBeCancelled() ? ToolCallStatus.CANCELLED : ToolCallStatus.FAILED))
                .content(extended(List.of(ToolCallContent.text(reason)))));
    }

    @Override
    public void fail(String reason) {
        change(update ->
                update.status(settle(ToolCallStatus.FAILED)).content(extended(List.of(ToolCallContent.text(reason)))));
    }
}
