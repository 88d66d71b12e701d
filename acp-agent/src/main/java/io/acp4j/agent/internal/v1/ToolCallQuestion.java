package io.acp4j.agent.internal.v1;

import io.acp4j.agent.internal.protocol.Ids;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.permission.CommandPermissionSubject;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.permission.ToolCallPermissionSubject;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes a request for permission one about a tool call, since version 1 has no other. */
final class ToolCallQuestion {

    private ToolCallQuestion() {}

    static RequestPermissionRequest of(RequestPermissionRequest request) {
        if (request.subject() instanceof ToolCallPermissionSubject) {
            return request;
        }
        ToolCallUpdate call = request.subject() instanceof CommandPermissionSubject command
                ? command(request, command)
                : call(request, null).build();
        return request.toBuilder()
                .subject(new ToolCallPermissionSubject(call, null))
                .build();
    }

    private static ToolCallUpdate command(RequestPermissionRequest request, CommandPermissionSubject command) {
        return call(request, command.toolCallId())
                .title(request.title() == null ? command.command() : request.title())
                .kind(ToolKind.EXECUTE)
                .rawInput(RawJson.of(Map.of("command", command.command(), "cwd", command.cwd())))
                .build();
    }

    private static ToolCallUpdate.Builder call(RequestPermissionRequest request, @Nullable ToolCallId id) {
        ToolCallUpdate.Builder call = ToolCallUpdate.builder(id == null ? new ToolCallId(Ids.random("call_")) : id)
                .title(request.title());
        return request.description() == null
                ? call
                : call.content(List.of(ToolCallContent.text(request.description())));
    }
}
