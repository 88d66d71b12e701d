package io.acp4j.client.internal.v2;

import io.acp4j.schema.TerminalId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.permission.CommandPermissionSubject;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.permission.ToolCallPermissionSubject;
import io.acp4j.schema.update.BackgroundTerminal;
import io.acp4j.schema.update.BackgroundToolCall;
import io.acp4j.schema.update.BackgroundWork;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The permission requests of a session that have no response yet. */
final class AskedPermissions {

    private final Map<Object, Asked> pending = new ConcurrentHashMap<>();

    private record Asked(RequestPermissionRequest request, CompletableFuture<RequestPermissionResponse> response) {}

    void add(RequestPermissionRequest request, CompletableFuture<RequestPermissionResponse> response) {
        Object key = new Object();
        pending.put(key, new Asked(request, response));
        var unused = response.whenComplete((given, failure) -> pending.remove(key));
    }

    /** Cancels those that are known to be about the work in the foreground. */
    void cancelForeground(@Nullable List<BackgroundWork> background) {
        for (Asked asked : pending.values()) {
            if (isForeground(asked.request, background)) {
                asked.response.complete(RequestPermissionResponse.cancelled());
            }
        }
    }

    void cancelAll() {
        pending.values().forEach(asked -> asked.response.complete(RequestPermissionResponse.cancelled()));
    }

    /**
     * Returns whether a request is about the work in the foreground, which {@code session/cancel} ends, rather than about work in
     * the background, which goes on: known only of what has an id, and where the agent reports what is in the background.
     */
    static boolean isForeground(RequestPermissionRequest request, @Nullable List<BackgroundWork> background) {
        ToolCallId call = null;
        TerminalId terminal = null;
        if (request.subject() instanceof ToolCallPermissionSubject about) {
            call = about.toolCall().toolCallId();
        } else if (request.subject() instanceof CommandPermissionSubject command) {
            call = command.toolCallId();
            terminal = command.terminalId();
        }
        if (background == null || (call == null && terminal == null)) {
            return false;
        }
        for (BackgroundWork work : background) {
            if ((work instanceof BackgroundToolCall listed
                            && listed.toolCallId().equals(call))
                    || (work instanceof BackgroundTerminal shown
                            && shown.terminalId().equals(terminal))) {
                return false;
            }
        }
        return true;
    }
}
