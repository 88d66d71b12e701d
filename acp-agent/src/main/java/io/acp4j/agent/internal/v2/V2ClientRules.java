package io.acp4j.agent.internal.v2;

import io.acp4j.agent.internal.client.ClientRules;
import io.acp4j.agent.internal.protocol.Ids;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Method;
import io.acp4j.schema.PlanId;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.permission.CommandPermissionSubject;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.permission.ToolCallPermissionSubject;
import io.acp4j.schema.plan.PlanItems;
import io.acp4j.schema.tool.Diff;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AgentThoughtChunk;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.CurrentModeUpdate;
import io.acp4j.schema.update.Plan;
import io.acp4j.schema.update.PlanUpdate;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallContentChunk;
import io.acp4j.schema.update.ToolCallUpdate;
import io.acp4j.schema.update.UserMessageChunk;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls to a client of the draft. */
final class V2ClientRules implements ClientRules {

    static final V2ClientRules INSTANCE = new V2ClientRules();

    /** The one plan of a session, which has no id in the vocabulary. */
    private static final PlanId PLAN = new PlanId("main");

    private V2ClientRules() {}

    @Override
    public boolean has(Method<?> method) {
        return method.in(WireVersion.V2) != null;
    }

    @Override
    public WireVersion version() {
        return WireVersion.V2;
    }

    @Override
    public SessionUpdate update(SessionUpdate update) {
        if (update instanceof ContentChunk chunk) {
            return chunk.messageId() == null ? named(chunk) : update;
        }
        if (update instanceof ToolCallUpdate changed) {
            return content(changed);
        }
        if (update instanceof ToolCall call) {
            return content(ToolCallUpdate.of(call));
        }
        if (update instanceof ToolCallContentChunk chunk && chunk.content() instanceof Diff diff) {
            return new ToolCallContentChunk(chunk.toolCallId(), TextPatch.of(diff), chunk.meta());
        }
        if (update instanceof Plan plan) {
            return new PlanUpdate(new PlanItems(PLAN, plan.entries(), null), plan.meta());
        }
        if (update instanceof CurrentModeUpdate) {
            throw new UnsupportedCapabilityException(
                    "to send the mode of a session that is not open", "protocolVersion 1");
        }
        return update;
    }

    /** Modes are shown as they are now, among the options. */
    @Override
    public @Nullable SessionUpdate shown(SessionUpdate update) {
        return update instanceof CurrentModeUpdate ? null : update(update);
    }

    private static SessionUpdate named(ContentChunk chunk) {
        MessageId id = new MessageId(Ids.random("msg_"));
        if (chunk instanceof UserMessageChunk user) {
            return new UserMessageChunk(user.content(), id, user.meta());
        }
        return chunk instanceof AgentThoughtChunk thought
                ? new AgentThoughtChunk(thought.content(), id, thought.meta())
                : new AgentMessageChunk(chunk.content(), id, chunk.meta());
    }

    private static ToolCallUpdate content(ToolCallUpdate update) {
        List<ToolCallContent> content = update.content().value();
        if (content == null || !hasDiff(content)) {
            return update;
        }
        List<ToolCallContent> written = new ArrayList<>(content.size());
        for (ToolCallContent each : content) {
            written.add(each instanceof Diff diff ? TextPatch.of(diff) : each);
        }
        return update.toBuilder().content(written).build();
    }

    // Not with streams: most updates are of tool calls, and most of them have no diff.
    private static boolean hasDiff(List<ToolCallContent> content) {
        for (ToolCallContent each : content) {
            if (each instanceof Diff) {
                return true;
            }
        }
        return false;
    }

    /** The question needs a title there; that of the tool call, or at least what sort of thing the tool does, or the command. */
    @Override
    public RequestPermissionRequest permission(RequestPermissionRequest request) {
        RequestPermissionRequest.Builder complete = request.toBuilder();
        if (request.subject() instanceof ToolCallPermissionSubject about) {
            complete.subject(new ToolCallPermissionSubject(content(about.toolCall()), about.meta()));
            if (request.title() == null) {
                complete.title(title(about.toolCall()));
            }
        } else if (request.subject() instanceof CommandPermissionSubject about && request.title() == null) {
            complete.title(about.command());
        }
        return complete.build();
    }

    private static String title(ToolCallUpdate call) {
        String title = call.title().value();
        if (title != null && !title.isBlank()) {
            return title;
        }
        String name = call.name().value();
        if (name != null && !name.isBlank()) {
            return name;
        }
        ToolKind kind = Patch.<ToolKind>of(ToolKind.OTHER).then(call.kind()).value();
        return kind == null ? ToolKind.OTHER.value() : kind.value();
    }

    /** None: the agent stops waiting at once, and says so. */
    @Override
    public long permissionGraceMillis() {
        return 0;
    }
}
