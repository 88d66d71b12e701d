package io.acp4j.client.supervise;

import io.acp4j.rpc.transport.CloseReason;
import java.util.List;
import java.util.Objects;

/**
 * A connection that has ended although nobody here closed it.
 *
 * @param reason why, for instance how the agent's process ended
 * @param sessions the sessions that were open, in no order
 * @since 0.1.0
 */
public record ConnectionLoss(CloseReason reason, List<LostSession> sessions) {

    /** Keeps a copy of the list. */
    public ConnectionLoss {
        Objects.requireNonNull(reason, "reason");
        sessions = List.copyOf(sessions);
    }
}
