package io.acp4j.client.supervise;

import java.util.Objects;

/**
 * A session that could not be opened again.
 *
 * @param lost what it was before
 * @param cause why; {@link io.acp4j.rpc.UnsupportedCapabilityException} when the agent neither resumes nor loads sessions
 * @since 0.1.0
 */
public record FailedSession(LostSession lost, Throwable cause) {

    /** Checks that both are there. */
    public FailedSession {
        Objects.requireNonNull(lost, "lost");
        Objects.requireNonNull(cause, "cause");
    }
}
