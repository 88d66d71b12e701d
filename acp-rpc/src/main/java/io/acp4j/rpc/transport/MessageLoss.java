package io.acp4j.rpc.transport;

import io.acp4j.schema.SessionId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A loss of messages on a connection that continues. Messages of the peer were lost, or may have been lost, before the messages that
 * the transport delivers next.
 *
 * @param session the session that the lost messages belonged to; null if the transport cannot name it
 * @param problem the cause of the loss, without any content of a message
 * @since 0.1.0
 */
public record MessageLoss(@Nullable SessionId session, String problem) {

    /** Checks the values. */
    public MessageLoss {
        Objects.requireNonNull(problem, "problem");
    }
}
