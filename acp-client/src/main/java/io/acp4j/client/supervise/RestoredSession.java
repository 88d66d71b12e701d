package io.acp4j.client.supervise;

import io.acp4j.client.ClientSession;
import java.util.Objects;

/**
 * A session that is open again.
 *
 * @param session the session of the new client
 * @param lost what it was before
 * @param replayed whether the agent has sent the history again, because it loads sessions and does not resume them
 * @since 0.1.0
 */
public record RestoredSession(ClientSession session, LostSession lost, boolean replayed) {

    /** Checks that both are there. */
    public RestoredSession {
        Objects.requireNonNull(session, "session");
        Objects.requireNonNull(lost, "lost");
    }
}
