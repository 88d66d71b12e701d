package io.acp4j.schema.permission;

import io.acp4j.schema.update.ToolCallUpdate;
import org.jspecify.annotations.Nullable;

/** What may be about a tool call. */
sealed interface AboutToolCall permits RequestPermissionRequest {

    /**
     * Returns what it is about.
     *
     * @return the subject; null when there is none
     */
    @Nullable
    RequestPermissionSubject subject();

    /**
     * Returns the tool call that it is about.
     *
     * @return the call, with what is known of it; null when it is about something else
     */
    default @Nullable ToolCallUpdate toolCall() {
        return subject() instanceof ToolCallPermissionSubject about ? about.toolCall() : null;
    }
}
