package io.acp4j.client.host;

import io.acp4j.client.ClientSession;
import io.acp4j.schema.v1.permission.PermissionOption;
import io.acp4j.schema.v1.permission.PermissionOptionKind;
import io.acp4j.schema.v1.permission.RequestPermissionRequest;
import io.acp4j.schema.v1.tool.ToolKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that an agent wants to do and asks permission for.
 *
 * @param session the session
 * @param request all that the agent says
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission">the specification</a>
 * @since 0.1.0
 */
public record PermissionQuestion(ClientSession session, RequestPermissionRequest request) {

    /**
     * Tells what sort of tool it is.
     *
     * @return the kind; null when the request does not say
     */
    public @Nullable ToolKind kind() {
        return request.toolCall().kind();
    }

    /**
     * Tells what the tool call is about.
     *
     * @return the title for people; null when the request does not say
     */
    public @Nullable String title() {
        return request.toolCall().title();
    }

    /**
     * Gives what there is to choose from.
     *
     * @return the options in the agent's order
     */
    public List<PermissionOption> options() {
        return request.options();
    }

    /**
     * Finds an option.
     *
     * @param kind of which kind
     * @return the first such option; null when there is none
     */
    public @Nullable PermissionOption option(PermissionOptionKind kind) {
        for (PermissionOption option : options()) {
            if (option.kind().equals(kind)) {
                return option;
            }
        }
        return null;
    }
}
