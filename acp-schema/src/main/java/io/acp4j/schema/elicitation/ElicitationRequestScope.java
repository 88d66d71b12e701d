package io.acp4j.schema.elicitation;

import io.acp4j.schema.RequestId;
import io.acp4j.schema.SessionId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The scope of an elicitation that belongs to a request, such as one to authenticate.
 *
 * @param requestId the id of a request of the client that has no response yet
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#creating-an-elicitation">the specification</a>
 * @since 0.1.0
 */
public record ElicitationRequestScope(RequestId requestId) implements ElicitationScope {

    /** Checks that the request is there. */
    public ElicitationRequestScope {
        Objects.requireNonNull(requestId, "requestId");
    }

    @Override
    public @Nullable SessionId sessionId() {
        return null;
    }
}
