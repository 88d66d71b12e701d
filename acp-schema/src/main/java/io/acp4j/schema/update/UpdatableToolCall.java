package io.acp4j.schema.update;

import io.acp4j.schema.json.Patch;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.tool.ToolKind;
import java.util.List;

/** How {@link ToolCall} and {@link ToolCallUpdate} become one another. */
sealed interface UpdatableToolCall permits ToolCall {

    /**
     * Returns the call as it stands after an update; what the update leaves out stays.
     *
     * @param update an update of this call
     * @return the call from now on
     * @throws IllegalArgumentException when the update is about another call
     */
    default ToolCall updatedBy(ToolCallUpdate update) {
        ToolCall call = (ToolCall) this;
        if (!update.toolCallId().equals(call.toolCallId())) {
            throw new IllegalArgumentException("update of " + update.toolCallId() + ", not of " + call.toolCallId());
        }
        return new ToolCall(
                call.toolCallId(),
                orElse(update.title(), call.title(), ""),
                update.name().applyTo(call.name()),
                orElse(update.kind(), call.kind(), ToolKind.OTHER),
                orElse(update.status(), call.status(), ToolCallStatus.PENDING),
                orElse(update.content(), call.content(), List.of()),
                orElse(update.locations(), call.locations(), List.of()),
                update.rawInput().applyTo(call.rawInput()),
                update.rawOutput().applyTo(call.rawOutput()),
                update.meta().applyTo(call.meta()));
    }

    /** Returns the value of a member; a cleared one is what it is for a new call. */
    private static <T> T orElse(Patch<T> patch, T current, T cleared) {
        T value = patch.applyTo(current);
        return value == null ? cleared : value;
    }

    /** An update that names everything about a call. */
    static ToolCallUpdate asUpdate(ToolCall call) {
        return new ToolCallUpdate(
                call.toolCallId(),
                Patch.of(call.title()),
                Patch.ofNullable(call.name()),
                Patch.of(call.kind()),
                Patch.of(call.status()),
                Patch.of(call.content()),
                Patch.of(call.locations()),
                Patch.ofNullable(call.rawInput()),
                Patch.ofNullable(call.rawOutput()),
                Patch.unchanged(),
                Patch.ofNullable(call.meta()));
    }
}
