// Written by build-support/write-types from src/protocol/elicitation.yaml: change that, not this.
package io.acp4j.schema.elicitation;

import io.acp4j.schema.RequestId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.ToolCallId;
import org.jspecify.annotations.Nullable;

/**
 * What an elicitation belongs to: a session, or a request outside any session.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#creating-an-elicitation">the specification</a>
 * @since 0.1.0
 */
public sealed interface ElicitationScope permits ElicitationRequestScope, ElicitationSessionScope {

    /**
     * Returns the id of the session; null when the scope is a request.
     *
     * @return the id of the session; null when the scope is a request
     */
    @Nullable
    SessionId sessionId();

    /**
     * Returns the scope of a session.
     *
     * @param sessionId the session
     * @return the value
     */
    static ElicitationScope of(SessionId sessionId) {
        return new ElicitationSessionScope(sessionId, null);
    }

    /**
     * Returns the scope of a tool call.
     *
     * @param sessionId the session
     * @param toolCallId the tool call within it
     * @return the value
     */
    static ElicitationScope of(SessionId sessionId, ToolCallId toolCallId) {
        return new ElicitationSessionScope(sessionId, toolCallId);
    }

    /**
     * Returns the scope of a request.
     *
     * @param requestId the id of a request of the client that has no response yet
     * @return the value
     */
    static ElicitationScope of(RequestId requestId) {
        return new ElicitationRequestScope(requestId);
    }
}
