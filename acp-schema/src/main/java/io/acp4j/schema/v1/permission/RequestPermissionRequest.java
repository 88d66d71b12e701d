package io.acp4j.schema.v1.permission;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.v1.update.ToolCallUpdate;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks the client to let the user decide about a tool call.
 *
 * @param sessionId the session
 * @param toolCall the call, with what is known of it
 * @param options the answers to choose from
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission">the specification</a>
 * @since 0.1.0
 */
public record RequestPermissionRequest(
        SessionId sessionId,
        ToolCallUpdate toolCall,
        List<PermissionOption> options,
        @Nullable Meta meta) implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<RequestPermissionRequest> CODEC =
            ObjectCodec.of("RequestPermissionRequest", type -> {
                var sessionId = type.required("sessionId", SessionId.CODEC, RequestPermissionRequest::sessionId);
                var toolCall = type.required("toolCall", ToolCallUpdate.CODEC, RequestPermissionRequest::toolCall);
                var options = type.required(
                        "options", Codecs.listOf(PermissionOption.CODEC), RequestPermissionRequest::options);
                var meta = type.lenient("_meta", Meta.CODEC, RequestPermissionRequest::meta);
                return in -> new RequestPermissionRequest(
                        in.get(sessionId), in.get(toolCall), in.get(options), in.find(meta));
            });

    /** Checks that what is required is there and copies the lists. */
    public RequestPermissionRequest {
        Objects.requireNonNull(sessionId, "sessionId");
        Objects.requireNonNull(toolCall, "toolCall");
        options = List.copyOf(options);
    }

    /**
     * Makes a request without extra data.
     *
     * @param sessionId the session
     * @param toolCall the call
     * @param options the answers to choose from
     * @return the request
     */
    public static RequestPermissionRequest of(
            SessionId sessionId, ToolCallUpdate toolCall, List<PermissionOption> options) {
        return new RequestPermissionRequest(sessionId, toolCall, options, null);
    }
}
