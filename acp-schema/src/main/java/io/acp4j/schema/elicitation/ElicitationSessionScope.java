package io.acp4j.schema.elicitation;

import io.acp4j.schema.SessionId;
import io.acp4j.schema.ToolCallId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The scope of an elicitation that belongs to a session.
 *
 * @param sessionId the session
 * @param toolCallId the tool call within it; null when it is about none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#creating-an-elicitation">the specification</a>
 * @since 0.1.0
 */
public record ElicitationSessionScope(
        SessionId sessionId, @Nullable ToolCallId toolCallId) implements ElicitationScope {

    /** Checks that the session is there. */
    public ElicitationSessionScope {
        Objects.requireNonNull(sessionId, "sessionId");
    }
}
