package io.acp4j.agent.internal.v1;

import io.acp4j.agent.internal.client.ClientRules;
import io.acp4j.schema.Method;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.update.AgentMessage;
import io.acp4j.schema.update.AgentThought;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.StateUpdate;
import io.acp4j.schema.update.TerminalOutputChunk;
import io.acp4j.schema.update.TerminalUpdate;
import io.acp4j.schema.update.ToolCallContentChunk;
import io.acp4j.schema.update.UnknownSessionUpdate;
import io.acp4j.schema.update.UserMessage;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Calls to a client of version 1. */
final class V1ClientRules implements ClientRules {

    static final V1ClientRules INSTANCE = new V1ClientRules();

    /** How long a client may take to say that a permission request was cancelled together with the turn. */
    private static final long PERMISSION_GRACE_MILLIS = 2000;

    /** Kinds that the next version has brought, as stored conversations name them. */
    private static final Set<String> LATER_KINDS = Set.of(
            "user_message",
            "agent_message",
            "agent_thought",
            "state_update",
            "tool_call_content_chunk",
            "terminal_update",
            "terminal_output_chunk");

    private V1ClientRules() {}

    static boolean supports(SessionUpdate update) {
        return !(update instanceof UserMessage
                || update instanceof AgentMessage
                || update instanceof AgentThought
                || update instanceof StateUpdate
                || update instanceof ToolCallContentChunk
                || update instanceof TerminalUpdate
                || update instanceof TerminalOutputChunk
                || (update instanceof UnknownSessionUpdate unknown && LATER_KINDS.contains(unknown.sessionUpdate())));
    }

    @Override
    public WireVersion version() {
        return WireVersion.V1;
    }

    @Override
    public boolean has(Method<?> method) {
        return true;
    }

    @Override
    public SessionUpdate update(SessionUpdate update) {
        if (!supports(update)) {
            throw ClientRules.missing("to send a " + update.getClass().getSimpleName(), 2);
        }
        return update;
    }

    @Override
    public @Nullable SessionUpdate shown(SessionUpdate update) {
        return supports(update) ? update : null;
    }

    @Override
    public RequestPermissionRequest permission(RequestPermissionRequest request) {
        return ToolCallQuestion.of(request);
    }

    @Override
    public long permissionGraceMillis() {
        return PERMISSION_GRACE_MILLIS;
    }
}
