package io.acp4j.client.supervise;

import io.acp4j.client.SessionParameters;
import io.acp4j.schema.SessionId;
import java.util.Objects;

/**
 * A session that was open when the connection was lost.
 *
 * @param id its id
 * @param parameters the parameters that it was opened with
 * @param turnLost whether a turn was running. Its prompt fails with {@link io.acp4j.rpc.ConnectionClosedException} and is not sent again.
 *     It is unknown which of its work the agent has done.
 * @since 0.1.0
 */
public record LostSession(SessionId id, SessionParameters parameters, boolean turnLost) {

    /** Checks that ID and parameters are there. */
    public LostSession {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(parameters, "parameters");
    }
}
